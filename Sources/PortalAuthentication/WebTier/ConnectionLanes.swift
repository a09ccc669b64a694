internal import HTTPSemantics
internal import Platform
internal import PortalTransport

/// The connections that one sign-in has for itself, and which of them are signed in (MS-NTHT §1.3, RFC 4559 §6).
final class ConnectionLanes: Sendable {
    /// One connection, lent to one request at a time.
    struct Lane: Sendable {
        let id: ConnectionLane
        /// Whether requests on it need no authorization of their own.
        var isSignedIn = false

        init() { id = ConnectionLane() }
    }
    private struct Waiter {
        let number: Int
        let begin: @Sendable (Lane?) -> Void
    }
    private struct State {
        var idle: [Lane] = []
        var lent = 0
        var waiting: [Waiter] = []
        var last = 0
        var endPointDigest: [UInt8]?
    }
    private let state: Locked<State>

    /// Starts without a connection; the digest is of the certificate that the server showed when it asked.
    init(endPointDigest: [UInt8]?) { state = Locked(State(endPointDigest: endPointDigest)) }

    /// The digest of the certificate that the server showed last.
    var endPointDigest: [UInt8]? {
        get { state.withLock { $0.endPointDigest } }
        set { state.withLock { $0.endPointDigest = newValue } }
    }

    /// How many requests of a sign-in may be under way.
    private static let most = 6

    /// Lends a connection, the one that was used last first; who asks from within another's turn does not wait.
    ///
    /// Throws `cancelled`.
    func take(isWithinAnother: Bool) async throws(PortalError) -> Lane {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let lane = await FirstAnswer<Lane?>(ifCancelled: nil).from { begin in
            let lent = state.withLock { state -> Lane? in
                guard isWithinAnother || state.lent < Self.most else {
                    state.waiting.append(Waiter(number: number, begin: begin))
                    return nil
                }
                state.lent += 1
                return state.idle.popLast() ?? Lane()
            }
            if let lent { begin(lent) }
        }
        if let lane { return lane }
        // What was lent to it after all goes to the next one.
        let wasWaiting = state.withLock { state in
            let count = state.waiting.count
            state.waiting.removeAll { $0.number == number }
            return state.waiting.count < count
        }
        if !wasWaiting { giveBack(Lane()) }
        throw .cancelledByTask
    }

    /// Takes a connection back.
    func giveBack(_ lane: Lane) {
        let next = state.withLock { state -> Waiter? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.lent -= 1
            state.idle.append(lane)
            return nil
        }
        next?.begin(lane)
    }
}
