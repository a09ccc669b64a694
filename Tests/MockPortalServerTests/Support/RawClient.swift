import ChildProcess
import Platform

/// A client that sends whatever bytes it is told, so that a server meets requests that no library would send.
final class RawClient: Sendable {
    private let descriptor: Int32

    struct Failure: Error {}

    /// Connects to a loopback port; a read gives up after ten silent minutes. `room` is how many bytes wait for a read at most,
    /// unless the kernel decides (socket(7), SO_RCVBUF).
    init(port: Int, room: Int32? = nil) throws {
        descriptor = StreamSocket.open(family: AF_INET)
        if var room { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // A failed init runs deinit, which closes.
        guard outcome == 0 else { throw Failure() }
        var patience = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Sends bytes; what the peer no longer reads is lost.
    func send(_ bytes: [UInt8]) async { await OwnThread.run { self.sendNow(bytes) } }

    func send(_ text: String) async { await send(Array(text.utf8)) }

    /// Sends bytes on the thread of its caller, which waits where the peer does not read.
    func sendNow(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if os(Linux)
                let sent = rest.withUnsafeBytes {
                    Platform.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            #else
                let sent = rest.withUnsafeBytes { Platform.send(descriptor, $0.baseAddress, $0.count, 0) }
            #endif
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    /// Sends a short text and says that nothing more will be sent, on Linux with one segment (send(2), MSG_MORE).
    func sendLast(_ text: String) {
        #if os(Linux)
            let bytes = Array(text.utf8)
            _ = bytes.withUnsafeBytes {
                Platform.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_MORE))
            }
        #else
            sendNow(Array(text.utf8))
        #endif
        finishSending()
    }

    /// Says that nothing more will be sent.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Breaks the connection with a reset when it is let go of.
    func resetsWhenClosed() {
        var lingering = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    }

    /// Has closing wait until the peer's kernel has taken the connection's end (socket(7), SO_LINGER).
    func waitsForItsEndWhenClosed() {
        var lingering = linger(l_onoff: 1, l_linger: 600)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    }

    /// Whether the peer has broken the connection since the last call that would have told.
    var wasReset: Bool {
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error != 0
    }

    /// Whether something can be read right now.
    var hasAnswer: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    /// Reads until the peer closes, or until the text ends with what is wanted.
    func read(until ending: String? = nil) async -> String {
        await OwnThread.run { self.readNow { text in ending.map(text.hasSuffix) ?? false } }
    }

    /// Reads until the peer closes, or until a head has come, with what came after it.
    func readHead() async -> String { await OwnThread.run { self.readNow { $0.contains("\r\n\r\n") } } }

    /// Reads until the peer closes, or until an answer with a body of `size` bytes has come; for answers that are too long to be looked at
    /// as text after each piece.
    func readBytes(ofBody size: Int? = nil) async -> [UInt8] {
        await OwnThread.run {
            var all: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            var wanted = Int.max
            while all.count < wanted, case let count = recv(self.descriptor, &buffer, buffer.count, 0), count > 0 {
                all += buffer[..<count]
                if let size, wanted == .max, let end = all.firstRange(of: Array("\r\n\r\n".utf8)) {
                    wanted = end.upperBound + size
                }
            }
            return all
        }
    }

    private func readNow(isDone: (String) -> Bool) -> String {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            all += buffer[..<count]
            if isDone(String(decoding: all, as: UTF8.self)) { break }
        }
        return String(decoding: all, as: UTF8.self)
    }

    /// The status in the first line of what is read until the peer closes; nil where there is none.
    func readStatus() async -> Int? {
        await read().split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
