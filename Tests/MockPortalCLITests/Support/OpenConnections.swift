import Platform

/// TCP connections to a loopback port that send a text, read nothing and stay open as long as their owner lives.
final class OpenConnections: Sendable {
    private let descriptors: [Int32]

    struct Failure: Error {}

    /// Opens so many connections and sends the same text over each.
    init(_ count: Int, to port: Int, sending text: String = "") throws {
        var opened: [Int32] = []
        for _ in 0..<count {
            guard let descriptor = Self.open(port) else {
                for descriptor in opened { close(descriptor) }
                throw Failure()
            }
            opened.append(descriptor)
            let bytes = Array(text.utf8)
            _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
        descriptors = opened
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// Waits until the first byte of an answer has arrived at each; false where one ends without any.
    func waitForAnswers() -> Bool {
        descriptors.allSatisfy { descriptor in
            var byte: UInt8 = 0
            return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) == 1
        }
    }

    private static func open(_ port: Int) -> Int32? {
        let descriptor = StreamSocket.open(family: AF_INET)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let failed = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard failed == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
