internal import HTTPSemantics

/// Connections, TLS sessions and easy handles for one origin and one offer of an identity under one trust decision.
///
/// libcurl's own matching sees neither verify callbacks nor the certificates on an SSL_CTX, so what was connected under one
/// decision and one offer stays in one share: another one gets another pool, and nothing of this one can be met there.
final class ConnectionPool {
    /// What the pools of one trust decision are told apart by.
    struct Key: Hashable, Sendable {
        let origin: Origin
        /// Always `none` where no server can ask for an identity.
        let offer: IdentityOffer
        /// Whose requests alone use it; nil for all that have none.
        let lane: ConnectionLane?

        init(origin: Origin, offer: IdentityOffer, lane: ConnectionLane? = nil) {
            self.origin = origin
            self.lane = lane
            self.offer = origin.isSecure ? offer : .none
        }
    }

    let origin: Origin
    let offer: IdentityOffer
    let lane: ConnectionLane?
    let trust: TrustDecisions
    let settings: TransferSettings
    /// What its connections lead through.
    let proxy: Proxy?
    /// Whether its connections lead through a tunnel that the proxy is asked for (RFC 9110 §9.3.6).
    var hasTunnel: Bool { origin.isSecure && proxy?.readsHTTP == true }
    /// Where its connections lead instead of to the origin's own host, as libcurl is told it.
    let connectTo: String?
    let clock: TurnClock
    /// Outlives the share, whose connections report to it when they are closed.
    let sockets = SocketRegister()
    private var share: ShareHandle?
    private var idle: [TransferSlot] = []
    /// The running ones by their numbers.
    private(set) var running: [Int: TransferSlot] = [:]
    private var lastNumber = 0
    private(set) var isRetired = false
    /// Whether the last connection over which a client certificate was asked for ended in place of an answer, without an alert.
    var hasFallenSilent = false
    /// Whether the last answer came within half a millisecond.
    var answersQuickly = false
    /// When it was last used, in the loop's own count.
    var lastUse = 0

    init(
        _ key: Key, trust: TrustDecisions, settings: TransferSettings, clock: TurnClock
    ) throws(CurlFailure) {
        origin = key.origin
        offer = key.offer
        lane = key.lane
        self.trust = trust
        self.settings = settings
        proxy = settings.proxies.proxy(for: key.origin)
        connectTo = settings.proxies.connectTo(for: key.origin)
        self.clock = clock
        share = try ShareHandle.make()
    }

    deinit { close() }

    var isIdle: Bool { running.isEmpty }
    var key: Key { Key(origin: origin, offer: offer, lane: lane) }

    /// A configured handle, used before where there is one.
    func takeSlot() throws(CurlFailure) -> TransferSlot {
        let slot: TransferSlot
        if let used = idle.popLast() {
            slot = used
        } else {
            slot = try TransferSlot(pool: self)
        }
        running[slot.number] = slot
        return slot
    }

    /// A number for a new handle.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Takes a handle back whose transfer has ended.
    func giveBack(_ slot: TransferSlot) {
        running[slot.number] = nil
        if !isRetired, idle.count < Self.idleLimit { idle.append(slot) } else { slot.leaveShare() }
    }

    /// Lends the share to a new handle.
    func withShare<Result>(
        _ body: (borrowing ShareHandle) throws(CurlFailure) -> Result
    ) throws(CurlFailure) -> Result? {
        switch share {
        case .some(let share): try body(share)
        case nil: nil
        }
    }

    /// Closes what is idle: one kept connection that is dead makes the others doubtful.
    func shutIdle() {
        let connecting = running.values.filter { $0.localPort == nil }
        sockets.shutIdle(except: Set(running.values.compactMap(\.localPort)), madeFor: Set(connecting.map(\.number)))
    }

    /// Closes what is idle now; running transfers end on their connections, which are not used again.
    func retire() {
        isRetired = true
        if running.isEmpty { close() } else { shutIdle() }
    }

    /// Every handle leaves the share, which then closes its connections; the register is still there to hear of that.
    private func close() {
        for slot in idle { slot.leaveShare() }
        idle = []
        share = nil
    }

    private static let idleLimit = 128
}
