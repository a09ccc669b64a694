internal import CGnuTLS

/// Carries TLS records between GnuTLS and a socket with as few system calls as the records allow.
///
/// GnuTLS asks for a record's five header bytes and then for the rest, and libmicrohttpd sends an answer's head and body one after the
/// other; here each pair is one call.
final class RecordPipe {
    private let session: OpaquePointer
    private let socket: Int32
    private let inbox: UnsafeMutableRawBufferPointer
    private var unread = 0..<0
    private var held: [UInt8] = []
    /// Whether the next record is an answer's head, which its body follows at once.
    var holdsNext = false

    init(session: OpaquePointer, socket: Int32) {
        self.session = session
        self.socket = socket
        inbox = .allocate(byteCount: 16 * 1024 + 512, alignment: 16)
    }

    deinit { inbox.deallocate() }

    /// Gives what has arrived, up to a size; 0 at the end, negative where there is nothing.
    func receive(into buffer: UnsafeMutableRawPointer, size: Int) -> Int {
        if unread.isEmpty {
            let got = cgnutls_receive(session, socket, inbox.baseAddress, inbox.count)
            guard got > 0 else { return got }
            unread = 0..<got
        }
        let count = min(size, unread.count)
        guard let start = inbox.baseAddress else { return -1 }
        buffer.copyMemory(from: start + unread.lowerBound, byteCount: count)
        unread = unread.lowerBound + count..<unread.upperBound
        return count
    }

    /// Whether bytes wait to be given.
    var hasUnread: Bool { !unread.isEmpty }

    /// Sends what is still kept, where a head had no record for its body after all.
    func flush() {
        holdsNext = false
        guard !held.isEmpty else { return }
        let sent = held.withUnsafeBytes { cgnutls_send(session, socket, nil, 0, $0.baseAddress, $0.count) }
        if sent > 0 { held.removeFirst(sent) }
    }

    /// Sends bytes, or keeps them for the next call; negative where the socket is full.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        if holdsNext, held.isEmpty {
            holdsNext = false
            held.append(contentsOf: bytes)
            return bytes.count
        }
        holdsNext = false
        let waiting = held.count
        let sent = held.withUnsafeBytes {
            cgnutls_send(session, socket, $0.baseAddress, $0.count, bytes.baseAddress, bytes.count)
        }
        guard sent >= 0, waiting > 0 else { return sent }
        held.removeFirst(min(sent, waiting))
        return sent > waiting ? sent - waiting : cgnutls_try_again(session)
    }
}
