internal import Synchronization

/// How far one connection has come: the thread that serves it tells, the one that keeps the deadlines reads.
final class ConnectionProgress: Sendable {
    /// What the connection waits for.
    enum Phase: Int64 {
        case handshake
        /// For the rest of a request's head; the first one may not have begun.
        case head
        case body
        /// For the portal, which works out or sends an answer.
        case busy
        /// For another request.
        case idle
    }

    /// Why a connection was ended here.
    enum Ending: Int {
        case deadline = 1
        /// Another connection waited for its place.
        case room
    }

    let socket: Int32
    /// Microseconds of the monotonic clock.
    let acceptedAt: Int64
    /// The phase in the low bits, below the microseconds when it began.
    private let stamp: Atomic<Int64>
    /// Requests that are over.
    private let finished = Atomic(0)
    private let body = Atomic(0)
    private let emptyReads = Atomic(0)
    private let reason = Atomic(0)

    init(socket: Int32, phase: Phase, at time: Int64) {
        self.socket = socket
        acceptedAt = time
        stamp = Atomic(Self.packed(phase, time))
    }

    /// The phase, and when it began.
    var state: (phase: Phase, since: Int64) {
        let packed = stamp.load(ordering: .relaxed)
        return (Phase(rawValue: packed & 7) ?? .busy, packed >> 3)
    }

    /// Requests that are over.
    var requests: Int { finished.load(ordering: .relaxed) }

    /// Bytes of the body that came.
    var bodyBytes: Int { body.load(ordering: .relaxed) }

    /// How often its handshake asked for bytes that had not come: about once for each time that some came.
    var handshakeWaits: Int { emptyReads.load(ordering: .relaxed) }

    /// Why it was ended here; nil where it was not.
    var ending: Ending? { Ending(rawValue: reason.load(ordering: .relaxed)) }

    /// Ends the connection, unless that was done before; the thread that serves it then closes it.
    func end(_ ending: Ending) {
        guard reason.exchange(ending.rawValue, ordering: .relaxed) == 0 else { return }
        endBothWays(socket)
    }

    /// Everything that came was read, and the handshake needs more.
    func waitsInHandshake(at time: Int64 = PortalClock.monotonicMicroseconds) {
        emptyReads.wrappingAdd(1, ordering: .relaxed)
        if state.phase == .handshake { enter(.handshake, at: time) }
    }

    func finishedHandshake() {
        if state.phase == .handshake { enter(.head, at: acceptedAt) }
    }

    func beganHead(at time: Int64 = PortalClock.monotonicMicroseconds) {
        if state.phase == .idle { enter(.head, at: time) }
    }

    func beganBody(at time: Int64 = PortalClock.monotonicMicroseconds) {
        body.store(0, ordering: .relaxed)
        enter(.body, at: time)
    }

    func tookBody(_ count: Int) { body.wrappingAdd(count, ordering: .relaxed) }

    /// No deadline is near, so no time is asked for.
    func isBusy() { enter(.busy, at: 0) }

    func isIdle(at time: Int64 = PortalClock.monotonicMicroseconds) {
        finished.wrappingAdd(1, ordering: .relaxed)
        enter(.idle, at: time)
    }

    private func enter(_ phase: Phase, at time: Int64) {
        stamp.store(Self.packed(phase, time), ordering: .relaxed)
    }

    private static func packed(_ phase: Phase, _ time: Int64) -> Int64 { time << 3 | phase.rawValue }
}
