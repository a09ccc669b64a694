internal import Platform

/// An IPv4 or IPv6 address with a port, as the socket calls want it.
struct SocketAddress {
    private var storage: sockaddr_storage
    private var size: socklen_t

    /// Reads a numeric address; nil for anything else.
    init?(address: String, port: Int) {
        storage = sockaddr_storage()
        var four = sockaddr_in()
        var six = sockaddr_in6()
        let port = UInt16(clamping: port).bigEndian
        if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port
            size = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: four) { target.copyMemory(from: $0) }
            }
        } else if inet_pton(AF_INET6, address, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port
            size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: six) { target.copyMemory(from: $0) }
            }
        } else {
            return nil
        }
    }

    /// Copies an IPv4 or IPv6 address that C holds; nil for one of another family.
    init?(copying address: UnsafeRawPointer) {
        storage = sockaddr_storage()
        // Both kinds begin with the same members, and neither is smaller.
        switch Int32(address.load(as: sockaddr_in.self).sin_family) {
        case AF_INET: size = socklen_t(MemoryLayout<sockaddr_in>.size)
        case AF_INET6: size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        default: return nil
        }
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(size))
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
    }

    init(_ storage: sockaddr_storage) {
        self.storage = storage
        size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    }

    /// Asks a socket for its own address.
    init?(ofSocket descriptor: Int32) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard isKnown == 0 else { return nil }
        self.init(storage)
    }

    /// `AF_INET` or `AF_INET6`.
    var family: Int32 { Int32(storage.ss_family) }

    /// The numeric address and the port.
    var parts: (address: String, port: Int) {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let port: UInt16
        if family == AF_INET {
            var four = sockaddr_in()
            copy(to: &four)
            inet_ntop(AF_INET, &four.sin_addr, &text, socklen_t(text.count))
            port = four.sin_port
        } else {
            var six = sockaddr_in6()
            copy(to: &six)
            inet_ntop(AF_INET6, &six.sin6_addr, &text, socklen_t(text.count))
            port = six.sin6_port
        }
        let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return (String(decoding: characters, as: UTF8.self), Int(UInt16(bigEndian: port)))
    }

    /// Hands the address to a socket call.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }

    private func copy<Value>(to value: inout Value) {
        withUnsafeMutableBytes(of: &value) { target in
            withUnsafeBytes(of: storage) {
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<target.count]))
            }
        }
    }
}
