internal import Platform

/// A port at which clients ask for tunnels to hosts that this process serves, as they ask an HTTP proxy (RFC 9110 §9.3.6).
///
/// It accepts a connection, looks at its first request without taking it, and hands the socket on: a tunnel to one of its hosts
/// goes to its listener, everything else to a plain one, which answers or refuses, and journals. So no byte
/// is copied, and nothing ever leaves the machine: there is no code here that connects to anything.
final class TunnelProxy: Sendable {
    /// The port that it is bound to.
    let port: Int
    let address: String
    private let listening: Int32
    private let state: Locked<State>

    /// Where connections are handed on to.
    struct Exits {
        /// The listener behind a tunnel, by what is asked for.
        let ways: [ConnectTarget: Listener]
        /// What everything else goes to.
        let plain: Listener

        /// The listener for a target; nil stands for no tunnel.
        func listener(for target: ConnectTarget?) -> Listener { target.flatMap { ways[$0] } ?? plain }
    }

    private struct State {
        var thread = WakeableThread()
        var exits: Exits
        var isClosed = false
    }

    /// A connection whose first request has not arrived yet.
    private struct Waiting {
        let socket: Int32
        let peer: SocketAddress
        /// When it is handed on as it is, in microseconds of the monotonic clock: the plain listener has deadlines of its own.
        let deadline: Int64
        /// Bytes that had arrived when it was looked at.
        var arrived = 0
        /// Whether the system called it readable without anything new, and is to be asked again only after ``pause``.
        var isCrowded = false
    }

    /// Connections that wait at a time; where one more comes, the oldest is handed on as it is.
    private static let room = 128
    /// Milliseconds between two looks at a connection whose bytes crowd the system's memory.
    private static let pause: Int64 = 10
    #if os(Linux)
        /// What tells that a peer sends no more: POLLRDHUP, which headers show to GNU sources only, and its kin (poll(2)).
        private static let endings = 0x2000 | Int16(POLLHUP) | Int16(POLLERR)
    #else
        // Where no event tells of an end, what is readable and brings nothing new is one.
        private static let endings = Int16(POLLIN) | Int16(POLLHUP) | Int16(POLLERR)
    #endif

    /// Begins to accept at a bound socket.
    ///
    /// Throws `cannotListen` where the system has no thread or descriptor left.
    init(_ bound: ListeningSocket, exits: Exits) throws(MockPortalError) {
        port = bound.port
        address = bound.address
        let socket = bound.release()
        listening = socket
        state = Locked(State(exits: exits))
        // The thread keeps the proxy until it is stopped.
        guard state.withLock({ $0.thread.start { [self] alarm in run(alarm) } }) else {
            StreamSocket.endListening(socket)
            state.withLock { $0.isClosed = true }
            throw MockPortalError(
                .cannotListen, "the proxy at port \(port) did not start: the system has no thread left")
        }
    }

    deinit { stop() }

    /// Hands connections on to other listeners from now on.
    func lead(to exits: Exits) { state.withLock { $0.exits = exits } }

    /// Accepts no more, closes what waits, and frees the port; later calls do nothing.
    func stop() {
        state.stop(\.thread)
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { StreamSocket.endListening(listening) }
    }

    private func run(_ alarm: WakePipe) {
        var waiting: [Waiting] = []
        var isShort = false
        defer { for connection in waiting { Platform.close(connection.socket) } }
        while !state.withLock({ $0.thread.isStopped }) {
            let now = PortalClock.monotonicMicroseconds
            let late = waiting.filter { $0.deadline <= now }
            waiting.removeAll { $0.deadline <= now }
            for connection in late { pass(connection, to: nil) }
            var interests = [
                pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0),
                // Where the process is at its limit of descriptors, the port is left alone for a moment.
                pollfd(fd: isShort ? -1 : listening, events: Int16(POLLIN), revents: 0),
            ]
            interests += waiting.map {
                pollfd(fd: $0.socket, events: Self.endings | ($0.isCrowded ? 0 : Int16(POLLIN)), revents: 0)
            }
            var next = waiting.map(\.deadline).min().map { max(1, ($0 - now) / 1000 + 1) } ?? (isShort ? 200 : -1)
            if isShort { next = min(next, 200) }
            if waiting.contains(where: \.isCrowded) { next = min(next, Self.pause) }
            poll(&interests, nfds_t(interests.count), Int32(clamping: next))
            isShort = false
            if interests[0].revents != 0 { alarm.clear() }
            let events = interests.dropFirst(2).map(\.revents)
            waiting = zip(waiting, events).compactMap { connection, events in
                guard events != 0 || connection.isCrowded else { return connection }
                return look(at: connection, hasEnded: events & Self.endings != 0)
            }
            if interests[1].revents != 0 { isShort = !accept(into: &waiting) }
        }
    }

    /// Accepts what waits; false where the system has no descriptor left.
    private func accept(into waiting: inout [Waiting]) -> Bool {
        for _ in 0..<64 {
            guard let (socket, peer) = acceptAtOnce(from: listening) else {
                return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
            }
            if waiting.count >= Self.room { pass(waiting.removeFirst(), to: nil) }
            let patience = state.withLock { $0.exits.plain.limits.tunnelSeconds }
            let deadline = PortalClock.monotonicMicroseconds + Int64(patience) * 1_000_000
            if let rest = look(at: Waiting(socket: socket, peer: peer, deadline: deadline)) {
                waiting.append(rest)
            }
        }
        return true
    }

    /// Looks at what has arrived; nil where the connection was handed on or closed.
    private func look(at connection: Waiting, hasEnded: Bool = false) -> Waiting? {
        var buffer = [UInt8](repeating: 0, count: ConnectHead.largest)
        let count = peekAtOnce(into: &buffer, from: connection.socket)
        guard count >= 0 else {
            if errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return connection }
            Platform.close(connection.socket)
            return nil
        }
        guard count > 0 else {
            // The peer has ended without a word.
            Platform.close(connection.socket)
            return nil
        }
        switch ConnectHead(buffer[..<count]) {
        case .incomplete:
            var rest = connection
            // Nothing new: the peer has ended in the middle, or its many small segments fill the memory of the socket, in which case
            // Linux calls it readable before there is as much as is waited for.
            rest.isCrowded = count <= connection.arrived
            if rest.isCrowded, hasEnded {
                pass(connection, to: nil)
                return nil
            }
            waitForBytes(count + 1, at: connection.socket)
            rest.arrived = count
            return rest
        case .tunnel(let target, let headBytes):
            guard state.withLock({ $0.exits.ways[target] != nil }), takeAtOnce(headBytes, from: connection.socket)
            else {
                pass(connection, to: nil)
                return nil
            }
            sendAtOnce(Self.established, to: connection.socket)
            pass(connection, to: target, after: headBytes)
        case .other: pass(connection, to: nil)
        }
        return nil
    }

    /// Hands a connection on to the listener that is there now: another scenario may have taken the place of the one that was served
    /// when the connection came.
    private func pass(_ connection: Waiting, to target: ConnectTarget?, after taken: Int = 0) {
        waitForBytes(1, at: connection.socket)
        while true {
            let listener = state.withLock { $0.exits.listener(for: target) }
            if listener.adopt(connection.socket, from: connection.peer, after: taken) { return }
            // One that is over was replaced, or the portal ends.
            guard state.withLock({ $0.exits.listener(for: target) !== listener }) else { break }
        }
        Platform.close(connection.socket)
    }

    /// RFC 9110 §9.3.6: neither Content-Length nor Transfer-Encoding.
    private static let established = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
}
