#if os(Linux)
    import ChildProcess
    import Foundation
    import Platform
    import Testing

    /// A loopback port at which connecting goes on for ever: its queue is full, so Linux drops every SYN (tcp_conn_request).
    final class SilentAddress: Sendable {
        private let listener: Int32
        private let filling: Int32
        let port: Int

        init() throws {
            listener = StreamSocket.open(family: AF_INET)
            filling = StreamSocket.open(family: AF_INET)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let (listener, filling) = (listener, filling)
            let isFull = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    // A backlog of nothing has room for one.
                    bind(listener, address, length) == 0 && listen(listener, 0) == 0
                        && getsockname(listener, address, &length) == 0 && connect(filling, address, length) == 0
                }
            }
            port = Int(UInt16(bigEndian: address.sin_port))
            guard isFull else { throw ChildProcess.Failure(description: "no port with a full queue") }
        }

        deinit {
            close(filling)
            close(listener)
        }

        var url: String { "http://127.0.0.1:\(port)/" }

        /// How many sockets of this machine are connecting to it at present (state 02 of /proc/net/tcp).
        func attempts() throws -> Int {
            let remote = "0100007F:" + String(format: "%04X", port)
            // A file without a size: only a handle reads it whole.
            let file = try #require(FileHandle(forReadingAtPath: "/proc/net/tcp"))
            let lines = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
            return lines.count { line in
                let words = line.split(separator: " ")
                return words.count > 3 && words[2] == remote && words[3] == "02"
            }
        }
    }
#endif
