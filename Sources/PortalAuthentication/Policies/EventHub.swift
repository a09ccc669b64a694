internal import Platform

/// Hands each event to the sink, at once and in order, and to every stream.
package final class EventHub<Event: Sendable>: Sendable {
    private let sink: (@Sendable (Event) -> Void)?
    private let streams = Locked<(next: Int, open: [Int: AsyncStream<Event>.Continuation])>((0, [:]))

    package init(sink: (@Sendable (Event) -> Void)? = nil) { self.sink = sink }

    /// Tells every listener; an event without a listener is not even made.
    package func emit(_ event: @autoclosure () -> Event) {
        let open = streams.withLock { Array($0.open.values) }
        guard sink != nil || !open.isEmpty else { return }
        let event = event()
        sink?(event)
        for continuation in open { continuation.yield(event) }
    }

    package func stream() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        let id = streams.withLock { state in
            state.next += 1
            state.open[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in _ = self?.streams.withLock { $0.open.removeValue(forKey: id) } }
        return stream
    }

    deinit { streams.withLock { state in state.open.values.forEach { $0.finish() } } }
}
