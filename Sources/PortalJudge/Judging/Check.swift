/// One thing that the judge looks at in every run: a row of ``all``.
package struct Check: Sendable {
    /// What is wrong, and what was done in a documented looser way.
    typealias Findings = (failed: [Finding], loose: [Finding])

    /// What a check reads.
    struct Run {
        let evidence: Evidence
        let expectation: Expectation
        /// The requests, prepared once for the checks that compare them with lines.
        let wire: WireCheck
        /// Where the requests leave the lines; empty where they do not, and where no lines are asked for.
        let exact: [Finding]
        /// What the events are otherwise than expected, and what was looser.
        let events: Findings
        /// Why what is expected cannot be compared, or not to the end; nil where it was.
        let excess: String?

        init(_ evidence: Evidence, _ expectation: Expectation) {
            let wire = WireCheck(evidence)
            var lines: (findings: [Finding], excess: String?) = ([], expectation.excess)
            var told: (found: Findings, excess: String?) = (([], []), nil)
            if lines.excess == nil, let patterns = expectation.wire { lines = wire.exact(patterns) }
            if lines.excess == nil, let patterns = expectation.events, let events = evidence.events {
                told = EventCheck.findings(patterns, events)
            }
            self.evidence = evidence
            self.expectation = expectation
            self.wire = wire
            exact = lines.findings
            events = told.found
            excess = lines.excess ?? told.excess
        }

        /// What came that must never come: where credentials went wrong, or the rest. Of the built-in client nothing goes before the
        /// rest: each of its requests is told in its place.
        func never(aboutCredentials: Bool) -> [Finding] {
            let isForeign = evidence.client == .foreign
            return wire.never(
                expectation.never.filter { (isForeign && $0.isAboutCredential) == aboutCredentials })
        }
    }

    package let name: String
    /// The codes of its findings; one that ends with a dot stands for all that begin with it.
    package let codes: [String]
    /// Whether what it finds wrong in a part of a journal is wrong whatever the missing entries say.
    ///
    /// A check that finds something missing, or that compares the whole, does not hold in part. What is looser never does.
    package let holdsInPart: Bool
    /// Whether it tells the cause of what other checks find: it fails no run by itself.
    package let explains: Bool
    let findings: @Sendable (Run) -> Findings
    /// Whether it tells how the client's process ended, and nothing of what the client did with the portal.
    var isOfProcess: Bool { codes.allSatisfy { $0.prefix { $0 != "." } == "client" } }

    init(
        _ name: String, codes: [String], holdsInPart: Bool, explains: Bool = false,
        findings: @escaping @Sendable (Run) -> Findings
    ) {
        self.name = name
        self.explains = explains
        self.codes = codes
        self.holdsInPart = holdsInPart
        self.findings = findings
    }

    /// A check that finds only what is wrong.
    init(
        _ name: String, codes: [String], holdsInPart: Bool, explains: Bool = false,
        failures: @escaping @Sendable (Run) -> [Finding]
    ) {
        self.init(name, codes: codes, holdsInPart: holdsInPart, explains: explains, findings: { (failures($0), []) })
    }
}
