internal import HTTPSemantics
internal import PortalJudge

/// One connection as the recorder keeps it; the variables are only touched under the recorder's lock.
final class ConnectionRecord: @unchecked Sendable {
    let listener: ListenerFacts
    let peer: String
    /// Milliseconds since the recorder started.
    let openedAt: Double
    /// Portal time at which it was opened, in milliseconds since 1970.
    let portalTime: Int64
    var number = 0
    var handshake: Journal.Handshake?
    var end: Journal.End?
    /// What is played on it from its first moment.
    var fault: String?
    /// What a reader that follows the journal was told: of the connection, of its handshake, and not yet of its request at hand.
    var isTold = false
    var toldOutcome: Journal.Handshake.Outcome?
    weak var untold: RequestRecord?
    /// The number of the latest request when it was accepted.
    var requestsBefore = 0
    /// Its place among all entries, by age.
    var sequence = 0
    /// The number of its latest change.
    var change = 0
    /// Whether it waits in the queue of those that are dropped one after the other.
    var isListed = false
    /// Requests of the journal that came over it: it is kept as long as there is one.
    var keptRequests = 0
    /// Bytes that the journal counts for it.
    var cost = 0

    init(listener: ListenerFacts, peer: String, openedAt: Double, portalTime: Int64 = 0) {
        self.listener = listener
        self.peer = peer
        self.openedAt = openedAt
        self.portalTime = portalTime
        if listener.origin.isSecure { handshake = Journal.Handshake() }
    }

    /// The connection in the judge's words.
    var decoded: Journal.Connection {
        Journal.Connection(
            number: number, listener: listener.name, origin: listener.origin.description, peer: peer,
            openedAt: openedAt, tls: handshake, end: end, fault: fault)
    }
}
