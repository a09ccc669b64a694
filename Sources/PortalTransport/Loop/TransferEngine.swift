internal import CCurl
internal import HTTPSemantics

/// Pools and running transfers; used by one thread at a time, see ``TransferLoop``.
final class TransferEngine {
    private let multi: MultiHandle
    private let settings: TransferSettings
    private var trust: TrustDecisions
    private var pools: [ConnectionPool.Key: ConnectionPool] = [:]
    /// Pools that are only held until their last transfer has ended.
    private var retired: [ObjectIdentifier: ConnectionPool] = [:]
    /// What sockets of retired pools report to until the last of them is closed: from 8.12 on libcurl leaves a TLS connection that it
    /// closes to the multi handle, which waits for the peer's end of it (lib/cshutdn.c) and outlives the pool. Let go of after that handle.
    private var closing: [SocketRegister] = []
    private var uses = 0
    private let clock: TurnClock
    /// Transfers under way now, and the most at once since there was none.
    private var running = 0
    private var crowd = 0
    private static let poolLimit = 64

    init(multi: MultiHandle, trust: TrustDecisions, settings: TransferSettings, clock: any TransportClock) {
        self.multi = multi
        self.clock = TurnClock(clock)
        self.trust = trust
        self.settings = settings
    }

    var isIdle: Bool { running == 0 }

    /// Whether a request alone is likely to be answered at once: the last one was, and nothing else was under way.
    func answersQuickly(_ request: PreparedRequest) -> Bool {
        crowd <= 1 && pools[request.pool]?.answersQuickly == true
    }

    func start(_ transfer: Transfer) {
        guard !transfer.isCancelled else { return transfer.finish(.failure(transfer.cancellation)) }
        let limits = transfer.request.limits
        let wholeEnd = clock.begin(limits.whole)
        let deadlines = TransferDeadlines(limits, wholeEnd: wholeEnd)
        do throws(CurlFailure) {
            let pool = try pool(for: transfer.request.pool)
            let slot = try pool.takeSlot()
            do throws(CurlFailure) {
                try slot.begin(transfer, deadlines)
                try multi.add(slot.easy)
            } catch {
                slot.end()
                pool.giveBack(slot)
                throw error
            }
            transfer.slot = slot
            transfer.start = wholeEnd - limits.whole
            clock.note(deadlines.next)
            if running == 0 { crowd = 0 }
            running += 1
            crowd = max(crowd, running)
        } catch {
            transfer.fail(.library, "libcurl could not start the request: \(error.words)")
        }
    }

    /// Ends a transfer at once: its connection is closed, its HTTP/2 stream reset.
    func cancel(_ transfer: Transfer) {
        guard let slot = transfer.slot else {
            transfer.isCancelled = true
            return
        }
        let wasSent = slot.sendings > 0
        release(slot)
        transfer.fail(.cancelled, "the request was cancelled", mayHaveBeenSent: wasSent)
    }

    /// Answers every transfer that has ended.
    func harvest() {
        while let (context, code) = multi.nextFinished() {
            let slot = Unmanaged<TransferSlot>.fromOpaque(context).takeUnretainedValue()
            guard let transfer = slot.transfer else { continue }
            let result = passedLimit(of: slot, code).map { .failure(slot.error(for: $0)) } ?? slot.result(code: code)
            if let start = transfer.start { slot.pool.answersQuickly = clock.now - start < .microseconds(500) }
            release(slot)
            transfer.finish(result)
        }
    }

    // MARK: limits of time

    /// The limit of ours that has passed, where libcurl was the first to notice that time is up: its own limit is behind ours, and a
    /// busy machine may give us the next turn after both. nil where the system gave the connection up.
    private func passedLimit(of slot: TransferSlot, _ code: Int32) -> TransportError.Timeout? {
        guard CURLcode(rawValue: UInt32(bitPattern: code)) == CURLE_OPERATION_TIMEDOUT else { return nil }
        clock.forgetReading()
        return slot.settledDeadlines().passed(at: clock.now)
    }

    /// How long the driver may wait before it has to look at the clock.
    var waitMilliseconds: Int32 { clock.waitMilliseconds }

    /// Begins another turn of the driver's loop.
    func beginTurn() { clock.beginTurn() }

    /// Ends every transfer one of whose limits has passed.
    func expire() {
        guard running > 0, clock.hasPassedDeadline else { return }
        clock.clearDeadlines()
        var passed: [(TransferSlot, TransportError.Timeout)] = []
        for slot in slots {
            let deadlines = slot.settledDeadlines()
            if let limit = deadlines.passed(at: clock.now) {
                passed.append((slot, limit))
            } else {
                clock.note(deadlines.next)
            }
        }
        for (slot, limit) in passed {
            guard let transfer = slot.transfer else { continue }
            let error = slot.error(for: limit)
            release(slot)
            transfer.finish(.failure(error))
        }
    }

    // MARK: pools

    func retire(_ origin: Origin?) {
        if let origin {
            for pool in pools.values.filter({ $0.origin == origin }) { retire(pool) }
        } else {
            for pool in Array(pools.values) { retire(pool) }
        }
    }

    /// Takes over what is trusted. What was connected under another decision is not used again; the same decision closes nothing.
    func setTrust(_ trust: TrustDecisions) {
        guard trust != self.trust else { return }
        self.trust = trust
        retire(nil)
    }

    /// Ends everything.
    func stop() {
        for slot in slots {
            if let transfer = slot.transfer { cancel(transfer) }
        }
        closing += (Array(pools.values) + Array(retired.values)).map(\.sockets)
        pools = [:]
        retired = [:]
    }

    /// Everything that runs, as it is now.
    private var slots: [TransferSlot] {
        (Array(pools.values) + Array(retired.values)).flatMap { Array($0.running.values) }
    }

    private func pool(for key: ConnectionPool.Key) throws(CurlFailure) -> ConnectionPool {
        uses += 1
        if let pool = pools[key] {
            if pool.offer.isSentLike(key.offer) {
                pool.lastUse = uses
                return pool
            }
            retire(pool)
        }
        if pools.count >= Self.poolLimit,
            let oldest = pools.values.filter(\.isIdle).min(by: { $0.lastUse < $1.lastUse })
        {
            retire(oldest)
        }
        let pool = try ConnectionPool(key, trust: trust, settings: settings, clock: clock)
        pool.lastUse = uses
        pools[key] = pool
        return pool
    }

    private func retire(_ pool: ConnectionPool) {
        pools[pool.key] = nil
        pool.retire()
        closing.removeAll { !$0.hasOpenSockets }
        closing.append(pool.sockets)
        if !pool.isIdle { retired[ObjectIdentifier(pool)] = pool }
    }

    private func release(_ slot: TransferSlot) {
        let pool = slot.pool
        running -= 1
        if running == 0 { clock.clearDeadlines() }
        multi.remove(slot.easy)
        slot.end()
        pool.giveBack(slot)
        guard pool.isRetired, pool.isIdle else { return }
        // Connections that libcurl still ends report to it.
        if !closing.contains(where: { $0 === pool.sockets }) { closing.append(pool.sockets) }
        retired[ObjectIdentifier(pool)] = nil
    }
}
