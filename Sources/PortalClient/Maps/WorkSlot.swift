internal import Platform

/// A place for one piece of work at a time: what comes later ends what is under way.
final class WorkSlot: Sendable {
    private let state = Locked<(number: Int, end: (@Sendable () -> Void)?)>((0, nil))

    /// Takes the place; what ends the work is called when other work takes it.
    func occupy(_ end: @escaping @Sendable () -> Void) -> Int {
        let (number, previous) = state.withLock { state in
            let previous = state.end
            state = (state.number + 1, end)
            return (state.number, previous)
        }
        previous?()
        return number
    }

    /// Leaves the place, unless other work has taken it.
    func leave(_ number: Int) { state.withLock { if $0.number == number { $0.end = nil } } }

    /// Does something only where the place is still held; other work that wants it waits until that is done.
    func whileHeld(by number: Int, _ body: () -> Void) {
        state.withLock { if $0.number == number, $0.end != nil { body() } }
    }

    /// Whether anything is under way.
    var isTaken: Bool { state.withLock { $0.end != nil } }

    /// Ends what is under way.
    func end() {
        let previous = state.withLock { state in
            defer { state.end = nil }
            return state.end
        }
        previous?()
    }
}
