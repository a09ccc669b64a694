internal import Platform
package import ScenarioFormat

/// Ends a run early, from any thread: no further run begins, what was judged is kept, and the client commands are killed.
package final class RunInterruption: Sendable {
    private struct State {
        var signal: String?
        var killsClients = false
        var ending: RunOrigin.Ending?
        var clients: [ObjectIdentifier: ClientProcess] = [:]
        var listeners: [@Sendable () -> Void] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Locked(State())

    package init() {}

    /// Ends the run; later calls do nothing.
    package func interrupt(by signal: String) {
        let listeners = state.withLock { state -> [@Sendable () -> Void]? in
            guard state.signal == nil else { return nil }
            state.signal = signal
            defer { state.listeners = [] }
            return state.listeners
        }
        guard let listeners else { return }
        // Before a client is killed, so that no run whose client was is judged as a whole one.
        for listener in listeners { listener() }
        let clients = state.withLock { state in
            state.killsClients = true
            return Array(state.clients.values)
        }
        for client in clients { client.kill() }
    }

    /// The signal that ended the run; nil while none has.
    package var signal: String? { state.withLock { $0.signal } }

    /// What the run was ended before; nil where everything was judged.
    package var ending: RunOrigin.Ending? { state.withLock { $0.ending } }

    /// What a body gives, or nil where the run is ended first; the body then goes on alone, without anyone to wait for it.
    package func value<Value: Sendable>(
        of body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let (outcomes, feed) = AsyncStream.makeStream(of: Result<Value, any Error>?.self)
        whenInterrupted { feed.yield(nil) }
        let task = Task {
            do { feed.yield(.success(try await body())) } catch { feed.yield(.failure(error)) }
        }
        defer { task.cancel() }
        for await outcome in outcomes { return try outcome?.get() }
        return nil
    }

    /// Notes how many runs were judged of how many.
    func note(judged: Int, of planned: Int) {
        state.withLock { state in
            guard let signal = state.signal, judged < planned else { return }
            state.ending = RunOrigin.Ending(signal: signal, judged: judged, planned: planned)
        }
    }

    /// Calls a function once the run is ended, which may have happened already.
    func whenInterrupted(_ body: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.signal == nil { state.listeners.append(body) }
            return state.signal != nil
        }
        if isOver { body() }
    }

    /// Lists a client that has begun; one that begins too late is killed.
    func begin(_ client: ClientProcess) {
        let isOver = state.withLock { state in
            state.clients[ObjectIdentifier(client)] = client
            return state.killsClients
        }
        if isOver { client.kill() }
    }

    /// Takes a client off the list of which nothing is left.
    func finish(_ client: ClientProcess) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.clients[ObjectIdentifier(client)] = nil
            guard state.clients.isEmpty else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    /// Returns once nothing is left of any client.
    func clientsEnded() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.clients.isEmpty { state.waiting.append(continuation) }
                return state.clients.isEmpty
            }
            if isOver { continuation.resume() }
        }
    }
}
