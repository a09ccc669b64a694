internal import Platform

/// Every portal that one control API governs, each behind a capability of its own.
final class ControlDirectory: Sendable {
    /// The beginning of every control URL, as `http://127.0.0.1:49152`.
    let base: String
    let limits: ResourceLimits
    let waits: ControlWaits
    let readers: ControlSlots
    let streams: EventStreams
    /// Is handed the portals that end before the API does; nil where they are forgotten.
    let handleEnd: ControlServer.EndHandler?
    private let state = Locked(State())

    private struct State {
        var controlledPortals: [(capability: ControlCapability, controlled: ControlledPortal)] = []
        /// Sandboxes that are there or about to be.
        var sandboxes = 0
    }

    init(base: String, limits: ResourceLimits, handingEndedTo handleEnd: ControlServer.EndHandler? = nil) {
        self.base = base
        self.limits = limits
        waits = ControlWaits(limit: limits.waits)
        readers = ControlSlots(limits.journalReaders)
        streams = EventStreams(limit: limits.eventStreams)
        self.handleEnd = handleEnd
    }

    /// The control URL behind a capability.
    func url(_ capability: ControlCapability) -> String { "\(base)/\(capability.text)/__mock" }

    /// The desk to which a word of a path lets its caller; each is compared, wherever the right one stands.
    func controlled(for word: Substring) -> ControlledPortal? {
        let controlledPortals = state.withLock { $0.controlledPortals }
        var found: ControlledPortal?
        for entry in controlledPortals where entry.capability.isGiven(by: word) { found = entry.controlled }
        return found
    }

    func add(_ controlled: ControlledPortal, behind capability: ControlCapability) {
        state.withLock { $0.controlledPortals.append((capability, controlled)) }
    }

    /// Closes the way to a desk.
    func remove(_ controlled: ControlledPortal) {
        state.withLock { $0.controlledPortals.removeAll { $0.controlled === controlled } }
    }

    /// Whether the process may open as many descriptors as are left to connections.
    var hasSpareDescriptors: Bool { DescriptorRoom.left.map { $0 >= limits.spareDescriptors } ?? true }

    /// What refuses a sandbox that would leave too few descriptors.
    var descriptorShortage: MockPortalError {
        let sandboxes = state.withLock { $0.sandboxes }
        return MockPortalError(
            .limit,
            "\(sandboxes) sandboxes take so many files that another would leave fewer than \(limits.spareDescriptors) to connections; "
                + "end one with DELETE sandboxes/<id>, or start the portal with a higher limit (ulimit -n)")
    }

    /// Counts a sandbox to be; false where there are as many as there may be.
    func takeSandbox() -> Bool {
        state.withLock { state in
            guard state.sandboxes < limits.sandboxes else { return false }
            state.sandboxes += 1
            return true
        }
    }

    /// Counts a sandbox that has ended, or was not started after all.
    func giveSandboxBack() { state.withLock { $0.sandboxes -= 1 } }
}

/// Places that callers take and give back.
final class ControlSlots: Sendable {
    let limit: Int
    private let taken = Locked(0)

    init(_ limit: Int) { self.limit = limit }

    /// Takes a place; false where there is none.
    func enter() -> Bool {
        taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
    }

    func giveBack() { taken.withLock { $0 -= 1 } }
}
