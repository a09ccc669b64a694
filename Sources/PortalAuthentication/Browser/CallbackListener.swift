internal import Platform

/// Listens on this machine for one answer of a browser, on a thread of its own (RFC 8252 §7.3, §8.3).
///
/// It accepts every connection and waits for none: silent, slow and wrong requests stand beside the browser's, never before it.
final class CallbackListener: Sendable {
    /// How many connections may be open; beyond that the oldest goes.
    static let connectionLimit = 32
    /// How many connections of one listener are taken before those that are open are heard again.
    static let acceptLimit = 16
    /// How much is read of a stranger after it was answered, so that it can read the answer (RFC 9112 §9.6).
    private static let drainLimit = 64 << 10

    /// Where the browser is to be sent.
    let redirectURI: RedirectURI
    private let place: LoopbackPlace
    private let port: Int
    private let alarm: WakePipe
    private let state: Locked<State>

    private struct State {
        /// nil once they are closed or the thread has them.
        var listeners: [Int32]?
        var isCancelled = false
    }

    /// Binds and listens; throws `invalidArgument` for another redirect URI, and `cannotListen` with the system's reason.
    init(for redirectURI: RedirectURI) throws(PortalError) {
        place = try LoopbackPlace(redirectURI)
        guard let alarm = WakePipe() else {
            throw PortalError(.cannotListen, detail: "the process has no file descriptors left to listen for a browser")
        }
        self.alarm = alarm
        let (listeners, port) = try Self.listeners(at: place)
        self.port = port
        state = Locked(State(listeners: listeners))
        self.redirectURI = try place.redirectURI(at: port)
    }

    deinit { state.withLock { state in state.listeners?.forEach(StreamSocket.endListening) } }

    /// Waits for the browser that brings the answer of one sign-in; gives the whole address that it asked for.
    ///
    /// Everything is closed when it returns. Throws `cancelled` where the task is cancelled. To be called once.
    func callback(state wanted: String, application: String) async throws(PortalError) -> String {
        let rule = CallbackRule(
            redirectURI: redirectURI, path: place.path, authority: place.authority(at: port), state: wanted)
        guard let listeners = state.withLock({ $0.listeners.take() }) else {
            throw PortalError(.invalidArgument, detail: "a listener hears one answer only")
        }
        let target: String? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = NativeThread { [self] in
                    continuation.resume(returning: listen(at: listeners, rule, application))
                }
                guard let thread else {
                    listeners.forEach(StreamSocket.endListening)
                    continuation.resume(returning: nil)
                    return
                }
                thread.detach()
            }
        } onCancel: {
            state.withLock { $0.isCancelled = true }
            alarm.ring()
        }
        if let target { return "http://\(place.authority(at: port))\(target)" }
        guard state.withLock({ $0.isCancelled }) else {
            throw PortalError(.cannotListen, detail: "the system has no thread left to listen for a browser")
        }
        throw .cancelledByTask
    }

    // MARK: the thread

    struct Connection {
        let descriptor: Int32
        var bytes: [UInt8] = []
        /// What may still be read after the answer; nil before it.
        var drain: Int?
    }

    /// Gives the target of the browser's request once everything is closed; nil where it was cancelled first.
    private func listen(at listeners: [Int32], _ rule: CallbackRule, _ application: String) -> String? {
        var connections: [Connection] = []
        defer {
            for connection in connections { close(connection.descriptor) }
            listeners.forEach(StreamSocket.endListening)
        }
        var isExhausted = false
        while !state.withLock({ $0.isCancelled }) {
            var interests = [pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0)]
            interests += connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            // Without a descriptor for it, a connection is accepted a moment later.
            if !isExhausted { interests += listeners.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } }
            guard poll(&interests, nfds_t(interests.count), isExhausted ? 50 : -1) >= 0 || errno == EINTR else {
                return nil
            }
            isExhausted = false
            let ready = Set(interests.filter { $0.revents != 0 }.map(\.fd))
            var open: [Connection] = []
            for (index, connection) in connections.enumerated() {
                guard ready.contains(connection.descriptor) else {
                    open.append(connection)
                    continue
                }
                switch Self.serve(connection, rule, application) {
                case .goesOn(let next): open.append(next)
                case .ends: close(connection.descriptor)
                case .answered(let target):
                    close(connection.descriptor)
                    connections = open + connections[(index + 1)...]
                    return target
                }
            }
            connections = open
            for listener in listeners where ready.contains(listener) {
                isExhausted = Self.accept(from: listener, into: &connections) || isExhausted
            }
        }
        return nil
    }

    private enum Progress {
        case goesOn(Connection)
        case ends
        case answered(target: String)
    }

    /// Reads what one connection has brought, and answers it where that is a whole request.
    private static func serve(_ connection: Connection, _ rule: CallbackRule, _ application: String) -> Progress {
        var connection = connection
        while let bytes = LoopbackSocket.received(from: connection.descriptor) {
            if bytes.isEmpty { return .ends }
            if let left = connection.drain {
                guard left > bytes.count else { return .ends }
                connection.drain = left - bytes.count
                continue
            }
            connection.bytes += bytes
            switch rule.verdict(on: connection.bytes) {
            case .incomplete: continue
            case .stranger(let status):
                LoopbackSocket.finish(connection.descriptor, with: CallbackPage.refusal(status: status))
                connection.bytes = []
                connection.drain = drainLimit
            case .callback(let target, let page):
                // Unread bytes would make the kernel reset the connection, and the page would be lost.
                var rest = drainLimit
                while rest > 0, let more = LoopbackSocket.received(from: connection.descriptor), !more.isEmpty {
                    rest -= more.count
                }
                LoopbackSocket.finish(connection.descriptor, with: page.response(application: application))
                return .answered(target: target)
            }
        }
        return .goesOn(connection)
    }

    /// Takes the connections that wait, a few at a time, so that a flood of connections does not keep the browser's waiting; whether the system
    /// ran out of descriptors and nothing could be given up for a new one.
    static func accept(from listener: Int32, into connections: inout [Connection]) -> Bool {
        for _ in 0..<acceptLimit {
            let (descriptor, isExhausted) = LoopbackSocket.nextConnection(of: listener)
            guard let descriptor else {
                guard isExhausted, !connections.isEmpty else { return isExhausted }
                close(connections.removeFirst().descriptor)
                continue
            }
            if connections.count >= connectionLimit { close(connections.removeFirst().descriptor) }
            connections.append(Connection(descriptor: descriptor))
        }
        return false
    }

    // MARK: binding

    /// Listens at every address of a place, at one port.
    private static func listeners(at place: LoopbackPlace) throws(PortalError) -> ([Int32], port: Int) {
        // The port that is free at one address may be taken at the other.
        for attempt in 1...8 {
            var listeners: [Int32] = []
            var port = place.port ?? 0
            do throws(LoopbackSocket.Failure) {
                for address in place.addresses {
                    do throws(LoopbackSocket.Failure) {
                        let made = try LoopbackSocket.open(at: address, port: port)
                        listeners.append(made.descriptor)
                        port = made.port
                    } catch {
                        // A machine without IPv6 has no second address.
                        guard !listeners.isEmpty, [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.number) else {
                            throw error
                        }
                    }
                }
                return (listeners, port)
            } catch {
                listeners.forEach(StreamSocket.endListening)
                guard error.number == EADDRINUSE, place.port == nil, attempt < 8 else {
                    throw failure(error, place.port)
                }
            }
        }
        throw PortalError(.cannotListen, detail: "no port is free on this machine to listen for a browser")
    }

    private static func failure(_ failure: LoopbackSocket.Failure, _ port: Int?) -> PortalError {
        let advice =
            failure.number == EADDRINUSE
            ? "; end what listens there, or register and give a redirect URI without a port" : ""
        return PortalError(
            .cannotListen,
            detail: "cannot listen for a browser on \(port.map { "port \($0) of this machine" } ?? "this machine"): "
                + failure.reason + advice)
    }
}

extension PortalError.Code {
    /// Nothing could be listened at for the answer of a browser.
    public static let cannotListen = Self("cannotListen")
    /// No browser could be opened.
    public static let browserNotOpened = Self("browserNotOpened")
}
