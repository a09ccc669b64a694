internal import HTTPSemantics
internal import JSONValues
internal import Platform

/// The callers of `wait`, within their limit; those who have left make room.
final class ControlWaits: Sendable {
    let limit: Int
    private let waiting = Locked<[ObjectIdentifier: Entry]>([:])

    private struct Entry {
        let ticket: ResumeTicket
        var cancel: (@Sendable () -> Void)?
    }

    init(limit: Int) { self.limit = limit }

    /// Has a caller wait; its ticket is resumed exactly once.
    func add(_ wait: ControlWait, _ ticket: ResumeTicket) {
        if !enter(ticket) {
            // A suspended connection does not notice that its client has left.
            dropAbandoned()
            guard enter(ticket) else { return ticket.resume(with: Self.full(limit)) }
        }
        let recorder = wait.portal.recorder
        let waiter = wait.portal.whenSeen(wait.count, filter: wait.filter, timeout: wait.timeout) { isSeen in
            self.leave(ticket)
            ticket.resume(with: ControlReply.json(["seen": .bool(isSeen)]))
        }
        let isWaiting = waiting.withLock { waiting in
            guard waiting[ObjectIdentifier(ticket)] != nil else { return false }
            waiting[ObjectIdentifier(ticket)]?.cancel = { [weak recorder, weak waiter] in
                if let waiter { recorder?.forget(waiter) }
            }
            return true
        }
        // Answered already, or dropped before there was anything to cancel.
        if !isWaiting { recorder.forget(waiter) }
    }

    private func enter(_ ticket: ResumeTicket) -> Bool {
        waiting.withLock { waiting in
            guard waiting.count < limit else { return false }
            waiting[ObjectIdentifier(ticket)] = Entry(ticket: ticket)
            return true
        }
    }

    private func leave(_ ticket: ResumeTicket) {
        _ = waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(ticket)) }
    }

    /// Makes room where clients have left, whether or not their waiting has begun.
    private func dropAbandoned() {
        let dropped = waiting.withLock { waiting in
            let dropped = waiting.filter(\.value.ticket.isAbandoned)
            for ticket in dropped.keys { waiting[ticket] = nil }
            return dropped.values
        }
        for entry in dropped {
            entry.cancel?()
            entry.ticket.resume(with: nil)
        }
    }

    private static func full(_ limit: Int) -> Answer {
        ControlReply.busy("\(limit) callers wait already; ask again when one of them is done")
    }
}
