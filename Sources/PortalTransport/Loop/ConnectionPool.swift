internal import HTTPAuthentication

/// Connections, TLS sessions and easy handles for one origin under one trust decision.
///
/// libcurl's own matching does not see verify callbacks, so what was connected under one decision stays in one share: a
/// new decision gets a new pool, and nothing of the old one can be met again.
final class ConnectionPool {
    let origin: Origin
    let trust: TrustDecisions
    let settings: TransferSettings
    /// Outlives the share, whose connections report to it when they are closed.
    let sockets = SocketRegister()
    private var share: ShareHandle?
    private var idle: [TransferSlot] = []
    private(set) var running: [ObjectIdentifier: TransferSlot] = [:]
    private(set) var isRetired = false
    /// Whether the last answer came within half a millisecond.
    var answersQuickly = false
    /// When it was last used, in the loop's own count.
    var lastUse = 0

    init(origin: Origin, trust: TrustDecisions, settings: TransferSettings) throws(CurlFailure) {
        self.origin = origin
        self.trust = trust
        self.settings = settings
        share = try ShareHandle.make()
    }

    deinit { close() }

    var isIdle: Bool { running.isEmpty }

    /// A configured handle, used before where there is one.
    func takeSlot() throws(CurlFailure) -> TransferSlot {
        let slot: TransferSlot
        if let used = idle.popLast() {
            slot = used
        } else {
            slot = try TransferSlot(pool: self)
        }
        running[ObjectIdentifier(slot)] = slot
        return slot
    }

    /// Takes a handle back whose transfer has ended.
    func giveBack(_ slot: TransferSlot) {
        running[ObjectIdentifier(slot)] = nil
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

    /// Closes what is idle now; running transfers end on their connections, which nobody uses afterwards.
    func retire() {
        isRetired = true
        if running.isEmpty { close() } else { sockets.shutIdle(running: running.values) }
    }

    /// Every handle leaves the share, which then closes its connections; the register is still there to hear of that.
    private func close() {
        for slot in idle { slot.leaveShare() }
        idle = []
        share = nil
    }

    private static let idleLimit = 128
}
