internal import Platform

/// The addresses of this machine.
enum LocalAddresses {
    /// Whether a text is a numeric address.
    static func isNumeric(_ text: String) -> Bool { SocketAddress(address: text, port: 0) != nil }

    /// Whether a numeric address reaches this machine only (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
    static func isLoopback(_ address: String) -> Bool {
        address == "::1" || (address.hasPrefix("127.") && isNumeric(address))
    }

    /// IPv4 addresses by which other machines may reach this one.
    static var external: [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr else { continue }
            var storage = sockaddr_storage()
            withUnsafeMutableBytes(of: &storage) { target in
                target.copyMemory(from: UnsafeRawBufferPointer(start: address, count: MemoryLayout<sockaddr_in>.size))
            }
            let socketAddress = SocketAddress(storage)
            guard socketAddress.family == AF_INET else { continue }
            let text = socketAddress.parts.address
            if !isLoopback(text), !found.contains(text) { found.append(text) }
        }
        return found
    }
}
