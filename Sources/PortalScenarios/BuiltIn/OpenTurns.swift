internal import Platform

/// What is put to the app, or to its user, one at a time; a second one at once is a complaint.
final class OpenTurns: Sendable {
    private let open = Locked((last: 0, turns: Set<Int>(), nested: 0))
    private let what: String
    private let log: RunLog

    /// Prepares for what is called so in a complaint.
    init(of what: String, log: RunLog) {
        self.what = what
        self.log = log
    }

    /// Keeps a turn until a body has ended or its task is cancelled.
    func during<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        let turn = begin()
        return try await withTaskCancellationHandler {
            defer { end(turn) }
            return try await body()
        } onCancel: {
            end(turn)
        }
    }

    /// Lets a body that holds a turn bring about others.
    func nesting<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        open.withLock { $0.nested += 1 }
        defer { open.withLock { $0.nested -= 1 } }
        return try await body()
    }

    private func begin() -> Int {
        let (turn, isAlone) = open.withLock { open in
            open.last += 1
            open.turns.insert(open.last)
            return (open.last, open.turns.count == 1 || open.nested > 0)
        }
        if !isAlone { log.complain("a \(what) came while another one was open") }
        return turn
    }

    private func end(_ turn: Int) { open.withLock { _ = $0.turns.remove(turn) } }
}
