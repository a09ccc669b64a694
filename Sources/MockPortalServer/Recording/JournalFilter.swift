internal import HTTPSemantics
internal import PortalJudge

/// Which requests of a journal are meant; what is nil is not asked.
struct JournalFilter: Sendable, Equatable {
    var method: String?
    /// The path of the target as received; `*` at its end stands for anything.
    var path: String?
    /// The operation in the journal's words; `*` at its end stands for anything.
    var operation: String?
    /// The listener that received it.
    var listener: String?
    /// The user that the portal took it to be from.
    var user: String?
    /// The number of its connection.
    var connection: Int?
    /// The HTTP status of the answer.
    var status: Int?
    /// The code of the answer: that of the error envelope where there is one, else the HTTP status.
    var code: Int?
    /// Whether only what was refused is meant, and handshakes that were.
    var isRefused = false

    /// Whether everything is meant.
    var isEmpty: Bool { self == JournalFilter() }

    /// Whether a request is meant; the caller holds the recorder's lock.
    func matches(_ request: RequestRecord) -> Bool {
        if let operation, !Self.matches(operation, request.operation) { return false }
        if let connection, connection != request.connection.number { return false }
        if let listener, listener != request.connection.listener.name { return false }
        if let user, user != request.user { return false }
        if let status, status != request.answer?.status { return false }
        if let code, code != request.answer?.code { return false }
        if isRefused, request.parserError == nil, request.decisions.allSatisfy(\.passed) { return false }
        if let method, method != request.head.method { return false }
        if let path { return Self.matches(path, String(request.head.target.prefix { $0 != "?" && $0 != "#" })) }
        return true
    }

    /// Whether a connection is meant of itself, whatever came over it.
    func matches(_ connection: ConnectionRecord) -> Bool {
        if let number = self.connection { return number == connection.number }
        guard isRefused, method == nil, path == nil, operation == nil, user == nil, status == nil, code == nil,
            listener == nil || listener == connection.listener.name
        else { return false }
        switch connection.handshake?.outcome {
        case .refusedByClient, .refusedByServer, .abandoned, .notTLS: return true
        case .pending, .completed, nil: return false
        }
    }

    private static func matches(_ pattern: String, _ text: String) -> Bool {
        pattern.utf8.last == UInt8(ascii: "*") ? text.hasPrefix(pattern.dropLast()) : pattern == text
    }
}
