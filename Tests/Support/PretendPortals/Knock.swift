internal import Platform

/// A connection to a port of this machine, as a browser, a stranger or a program that means no good would open it.
package final class Knock: Sendable {
    package struct Refused: Error {}
    private let descriptor: Int32

    /// Connects; throws where no server listens.
    package init(port: Int, v6: Bool = false) throws {
        descriptor = StreamSocket.open(family: v6 ? AF_INET6 : AF_INET)
        // No test hangs on a listener that says nothing.
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let isConnected: Bool
        if v6 {
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = in_port_t(port).bigEndian
            name.sin6_addr = in6addr_loopback
            isConnected = Self.connect(descriptor, &name)
        } else {
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = in_port_t(port).bigEndian
            inet_pton(AF_INET, "127.0.0.1", &name.sin_addr)
            isConnected = Self.connect(descriptor, &name)
        }
        guard isConnected else { throw Refused() }
    }

    deinit { close(descriptor) }

    /// Whether a server listens at a port.
    package static func isOpen(_ port: Int) -> Bool { (try? Knock(port: port)) != nil }

    package func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            #else
                let count = rest.withUnsafeBytes {
                    Platform.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            #endif
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Everything until the other side closes.
    package func answer() async -> String {
        await withCheckedContinuation { continuation in
            let isStarted = NativeThread.run { [self] in
                var all: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = recv(descriptor, &buffer, buffer.count, 0)
                    guard count > 0 else { break }
                    all += buffer[..<count]
                }
                continuation.resume(returning: String(decoding: all, as: UTF8.self))
            }
            if !isStarted { continuation.resume(returning: "") }
        }
    }

    /// Asks and hears everything.
    package static func ask(_ port: Int, _ request: String, v6: Bool = false) async throws -> String {
        let knock = try Knock(port: port, v6: v6)
        knock.send(request)
        return await knock.answer()
    }

    private static func connect<Name>(_ descriptor: Int32, _ name: inout Name) -> Bool {
        withUnsafeBytes(of: &name) { bytes in
            guard let base = bytes.baseAddress else { return false }
            return Platform.connect(descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
                == 0
        }
    }
}
