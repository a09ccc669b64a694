package import PortalScenarios

/// A client with one fault, and the reason for which scenarios must fail it.
package struct Mutant: Sendable {
    /// The name that scenario files use.
    package let name: String
    /// What it does wrong, without its subject.
    package let fault: String
    /// Where the complaint or the trap is public, or the clause that it breaks.
    package let source: String
    /// Rules and rows of the catalogue that it breaks.
    package let breaks: [String]
    /// What a finding says that names the true cause.
    package let reasons: [Reason]
    /// Whether it shows in some variants of a scenario only.
    package let isPartial: Bool
    private let wire: (@Sendable (WireFacts) -> any WireFault)?
    private let app: (@Sendable (inout AppBehavior) -> Void)?
    private let store: FaultyStore.Fault?

    init(
        _ name: String, _ fault: String, from source: String, breaks: [String], because reasons: [Reason],
        isPartial: Bool = false, wire: (@Sendable (WireFacts) -> any WireFault)? = nil,
        app: (@Sendable (inout AppBehavior) -> Void)? = nil, store: FaultyStore.Fault? = nil
    ) {
        self.name = name
        self.fault = fault
        self.source = source
        self.breaks = breaks
        self.reasons = reasons
        self.isPartial = isPartial
        self.wire = wire
        self.app = app
        self.store = store
    }

    /// The options of a run in which the fault is planted. Some faults have two sides.
    package var options: RunOptions {
        var options = RunOptions()
        options.jobs = 4
        // What a fault lets wait for ever is given up by then. A run in which something happens has the time of any other: where the
        // machine is busy, a client that does too much takes long, and would be given up before it is told what it did.
        options.answerPatience = .seconds(10)
        if let wire { options.transportWrapper = { transport, facts in FaultyTransport(transport, wire(facts)) } }
        if let store { options.storeWrapper = { kept, folder in FaultyStore(store, kept, folder: folder) } }
        app?(&options.behavior)
        return options
    }
}
