internal import Platform
internal import PortalSimulator

/// Counts the bytes of one portal's request bodies that are under way: read, and not answered yet.
///
/// A client that sends slowly keeps its body in memory for minutes, and so do a thousand of them.
final class BodyBudget: Sendable {
    /// Bytes up to which a body is not counted: as many connections as a listener has (1024) keep 64 MiB of them, and nearly every
    /// request is shorter.
    static let uncounted = 64 << 10

    /// Bytes that may be under way.
    let limit: Int
    private let taken = Locked(0)

    init(limit: Int) { self.limit = limit }

    /// Bytes that are under way.
    var bytes: Int { taken.withLock { $0 } }

    /// Why a body is not read.
    var reason: String { "request bodies of \(limit >> 20) MiB are being read" }

    /// What one body takes, given back when nothing holds it any more.
    final class Share {
        private let budget: BodyBudget
        private var bytes = 0

        init(of budget: BodyBudget) { self.budget = budget }

        deinit {
            let bytes = bytes
            budget.taken.withLock { $0 -= bytes }
        }

        /// Takes more, up to a size of the body; false where there is no room.
        func grow(to size: Int) -> Bool {
            let more = size - BodyBudget.uncounted - bytes
            guard more > 0 else { return true }
            let isTaken = budget.taken.withLock { taken in
                guard taken + more <= budget.limit else { return false }
                taken += more
                return true
            }
            if isTaken { bytes += more }
            return isTaken
        }
    }
}

/// The budgets of a portal's request bodies.
final class BodyBudgets: Sendable {
    /// Bytes in memory.
    let memory: BodyBudget
    /// Bytes of bodies in parts, most of which stand in temporary files.
    let parts: BodyBudget

    init(_ limits: ResourceLimits) {
        memory = BodyBudget(limit: limits.requestBytes)
        parts = BodyBudget(limit: limits.uploadBytes)
    }
}
