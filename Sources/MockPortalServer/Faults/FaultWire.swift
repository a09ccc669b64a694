internal import CGnuTLS
internal import Platform

/// A connection's sending side while libmicrohttpd leaves it alone: bytes go out exactly as they are handed over.
final class FaultWire {
    let socket: Int32
    private let session: OpaquePointer?
    /// Bytes that GnuTLS has taken but not sent, because the socket was full.
    private var isUnfinished = false

    /// Sends over a socket, or over the TLS session on it.
    init(socket: Int32, session: OpaquePointer? = nil) {
        self.socket = socket
        self.session = session
    }

    /// What came of sending.
    enum Outcome: Equatable {
        case sent(Int)
        case full
        case broken
    }

    /// Sends bytes as one record, or as one segment where there is no TLS; what does not fit is sent later.
    func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
        guard let session else {
            let count = bytes.withUnsafeBytes { sendAtOnce($0, to: socket) }
            if count >= 0 { return .sent(count) }
            return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .full : .broken
        }
        let count =
            isUnfinished
            ? gnutls_record_send(session, nil, 0)
            : bytes.withUnsafeBytes { gnutls_record_send(session, $0.baseAddress, $0.count) }
        isUnfinished = count == Int(GNUTLS_E_AGAIN) || count == Int(GNUTLS_E_INTERRUPTED)
        if isUnfinished { return .full }
        return count >= 0 ? .sent(count) : .broken
    }

    /// Sends a few bytes now, however few of them a call takes (send(2)); what the socket has no room for is lost.
    func sendAll(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, case .sent(let count) = send(rest), count > 0 { rest = rest.dropFirst(count) }
    }

    /// Says over TLS that nothing more will come (RFC 8446 §6.1).
    func endTLS() {
        if let session { gnutls_bye(session, GNUTLS_SHUT_WR) }
    }

    /// Sends FIN.
    func finish() { endSending(on: socket) }
}
