internal import CMicroHTTPD
internal import Platform

/// One libmicrohttpd daemon on one port, over plain HTTP or TLS.
///
/// It must be stopped before it is released: the daemon's threads call into it.
final class Listener: Sendable {
    let facts: ListenerFacts
    let limits: ListenerLimits
    let responder: any Responder
    /// Where the traffic is written down; nil for a listener that is never journaled.
    let recorder: JournalRecorder?
    let clock: PortalClock
    /// Plays faults; nil for a listener that has none.
    let player: FaultPlayer?
    /// What the TLS side shows; nil on a plain listener.
    let security: ListenerSecurity?
    /// The port that it is bound to.
    let port: Int
    /// Where connections end whose clients may not have read the last words yet.
    let lingering: LingeringClose
    /// Where handshakes are while they wait for their clients.
    let pauses = PausedHandshakes()
    let address: String
    /// What ends connections that take too long, or are in the way.
    let deadlines: ConnectionDeadlines
    let state: Locked<State>
    let reaching: Locked<Reaching>
    /// Whether no connections are taken over any more; locked while one is.
    let adopting = Locked(false)
    /// Bytes that were taken from sockets before they came here, until they are served.
    let takenBefore = Locked<[Int32: Int]>([:])
    /// Read by the daemon for as long as it runs.
    private nonisolated(unsafe) let logger = UnsafeMutablePointer<cmhd_logger>.allocate(capacity: 1)

    struct State {
        nonisolated(unsafe) var daemon: OpaquePointer?
        var isStopping = false
        var waiting: [ObjectIdentifier: ResumeTicket] = [:]
        var complaint = ""
        var accepted = 0
    }

    /// Starts serving a bound socket.
    ///
    /// Throws `cannotListen` where libmicrohttpd refuses, with the reason that it gives.
    init(
        _ bound: ListeningSocket, facts: ListenerFacts, security: ListenerSecurity? = nil,
        limits: ListenerLimits = ListenerLimits(), recorder: JournalRecorder?, clock: PortalClock,
        responder: any Responder, player: FaultPlayer? = nil
    ) throws(MockPortalError) {
        self.facts = facts
        self.security = security
        self.limits = limits
        lingering = LingeringClose(seconds: limits.lingeringSeconds)
        self.recorder = recorder
        self.clock = clock
        self.responder = responder
        self.player = player
        port = bound.port
        address = bound.address
        let socket = bound.release()
        state = Locked(State())
        reaching = Locked(Reaching(socket: socket))
        deadlines = ConnectionDeadlines(limits, acceptingFrom: socket)
        logger.initialize(
            to: cmhd_logger(hear: ListenerThunks.hear, context: Unmanaged.passUnretained(self).toOpaque()))
        let daemon = try start(owning: socket)
        state.withLock { $0.daemon = daemon }
    }

    deinit {
        precondition(state.withLock { $0.daemon == nil }, "a listener was released while its daemon still runs")
        logger.deallocate()
    }

    /// Starts the daemon, which closes the socket when it stops; where it does not start, the socket is closed here.
    private func start(owning socket: Int32) throws(MockPortalError) -> OpaquePointer {
        let reason: String
        if let lent = LentDescriptor(socket) {
            if let daemon = start(on: socket) { return daemon }
            // Where its threads cannot be started libmicrohttpd has closed the socket; where something before that fails, as an option
            // that it refuses, mostly not (MHD_start_daemon_va in src/microhttpd/daemon.c of 0.9.75).
            lent.closeUnlessClosed()
            reason = state.withLock { $0.complaint }
        } else {
            reason = String(cString: strerror(errno))
            Platform.close(socket)
        }
        state.withLock { $0.isStopping = true }
        throw MockPortalError(.cannotListen, "the listener \(facts.name) did not start: \(reason)")
    }

    private func start(on socket: Int32) -> OpaquePointer? {
        let context = Unmanaged.passUnretained(self).toOpaque()
        var options = DaemonOptions()
        options.add(cmhd_option_logger, function: cmhd_log_function(), context: logger)
        options.add(cmhd_option_listen_socket, number: Int(socket))
        options.add(cmhd_option_memory_limit, number: limits.headBytes)
        options.add(cmhd_option_connection_limit, number: max(limits.connections, limits.threads))
        options.add(cmhd_option_timeout, number: limits.idleSeconds)
        options.add(cmhd_option_uri_log, function: ListenerThunks.uriLog, context: context)
        options.add(cmhd_option_notify_connection, function: ListenerThunks.connection, context: context)
        options.add(cmhd_option_notify_completed, function: ListenerThunks.completed, context: context)
        if limits.threads > 1 { options.add(cmhd_option_thread_pool, number: limits.threads) }
        var flags = cmhd_flag_error_log | cmhd_flag_own_threads | cmhd_flag_suspend_resume
        #if os(Linux)
            flags |= cmhd_flag_epoll
        #else
            flags |= cmhd_flag_poll
        #endif
        guard let security else {
            // Without it the socket is half closed before a refused request line can be answered.
            flags |= cmhd_flag_turbo
            return options.start(flags: UInt32(flags), handler: ListenerThunks.handler, context: context)
        }
        flags |= cmhd_flag_tls
        options.add(cmhd_option_certificate_callback, pointer: ListenerThunks.certificate)
        return security.priorities.withCString { priorities in
            options.add(cmhd_option_priorities, pointer: UnsafeMutableRawPointer(mutating: priorities))
            return options.start(flags: UInt32(flags), handler: ListenerThunks.handler, context: context)
        }
    }

    /// Closes the port and every connection, and waits for the threads; later calls do nothing.
    func stop() {
        endReaching()
        endAdopting()
        let (daemon, waiting) = state.withLock { state -> (OpaquePointer?, [ResumeTicket]) in
            defer { state.waiting = [:] }
            guard !state.isStopping else { return (nil, []) }
            state.isStopping = true
            return (state.daemon, Array(state.waiting.values))
        }
        guard let daemon else { return }
        deadlines.stop()
        for ticket in waiting { ticket.resume(with: nil) }
        pauses.stop()
        freeRefusingPort()
        MHD_stop_daemon(daemon)
        lingering.stop()
        state.withLock { $0.daemon = nil }
    }

    /// Whether the listener is being stopped.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Whether a connection waits in the kernel to be accepted.
    var hasConnectionToAccept: Bool { reaching.withLock { !$0.isOver && Readiness.isReadable($0.socket) } }

    /// Keeps a suspended request so that stopping can end it; false where the listener is stopping already.
    func remember(_ ticket: ResumeTicket) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            state.waiting[ObjectIdentifier(ticket)] = ticket
            return true
        }
    }

    /// Lets go of a request that was resumed.
    func forget(_ ticket: ResumeTicket) {
        _ = state.withLock { $0.waiting.removeValue(forKey: ObjectIdentifier(ticket)) }
    }

    /// Counts a connection; its ordinal, from 1.
    func countConnection() -> Int {
        state.withLock { state in
            state.accepted += 1
            return state.accepted
        }
    }

    /// Counts connections from 1 again.
    func resetCount() { state.withLock { $0.accepted = 0 } }

    /// Keeps what the daemon says about itself while it starts.
    func note(_ complaint: String) { state.withLock { $0.complaint = complaint } }
}
