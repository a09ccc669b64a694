internal import CGnuTLS

/// Carries TLS records between GnuTLS and a socket with as few system calls as the records allow.
///
/// GnuTLS asks for a record's five header bytes and then for the rest, and libmicrohttpd sends an answer's head and body one after the
/// other; here each pair is one call. It never touches the session, so that it can be read after the session's end.
final class RecordPipe {
    private let socket: Int32
    private let inbox: UnsafeMutableRawBufferPointer
    private var arrived = 0..<0
    private var held: [UInt8] = []
    /// Whether the next record is an answer's head, which its body follows at once.
    var holdsNext = false
    /// Whether everything that the peer sent has been read, and nothing more can come: it ended, or the connection was lost.
    private(set) var isOver = false

    init(socket: Int32) {
        self.socket = socket
        inbox = .allocate(byteCount: 16 * 1024 + 512, alignment: 16)
    }

    deinit { inbox.deallocate() }

    /// What has arrived and was not given yet.
    var unread: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: inbox[arrived]) }

    /// Whether bytes wait to be given.
    var hasUnread: Bool { !arrived.isEmpty }

    /// Reads more behind what is unread; 0 at the end or where there is no room, else `errno`'s negative where nothing came.
    func fill() -> Int {
        guard let start = inbox.baseAddress else { return 0 }
        if arrived.lowerBound > 0 {
            if !arrived.isEmpty { start.copyMemory(from: start + arrived.lowerBound, byteCount: arrived.count) }
            arrived = 0..<arrived.count
        }
        guard arrived.upperBound < inbox.count else { return 0 }
        let got = cgnutls_receive(socket, start + arrived.upperBound, inbox.count - arrived.upperBound)
        if got > 0 { arrived = 0..<arrived.upperBound + got }
        if got == 0 || (got < 0 && cgnutls_is_temporary(got) == 0) { isOver = true }
        return got
    }

    /// Gives as much of it as there is room for.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let given = UnsafeRawBufferPointer(rebasing: unread.prefix(buffer.count))
        buffer.copyMemory(from: given)
        arrived = arrived.lowerBound + given.count..<arrived.upperBound
        return given.count
    }

    /// Gives up what has arrived.
    func discard() { arrived = 0..<0 }

    /// Sends what is still kept, where a head had no record for its body after all.
    func flush() {
        holdsNext = false
        guard !held.isEmpty else { return }
        let sent = held.withUnsafeBytes { cgnutls_send(socket, nil, 0, $0.baseAddress, $0.count) }
        if sent > 0 { held.removeFirst(sent) }
    }

    /// Sends bytes, or keeps them for the next call; `errno`'s negative where none were taken.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        if holdsNext, held.isEmpty {
            holdsNext = false
            held.append(contentsOf: bytes)
            return bytes.count
        }
        holdsNext = false
        let waiting = held.count
        let sent = held.withUnsafeBytes {
            cgnutls_send(socket, $0.baseAddress, $0.count, bytes.baseAddress, bytes.count)
        }
        guard sent >= 0, waiting > 0 else { return sent }
        held.removeFirst(min(sent, waiting))
        return sent > waiting ? sent - waiting : cgnutls_try_again
    }
}
