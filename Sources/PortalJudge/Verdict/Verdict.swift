/// What the judge says of one run, and why.
package struct Verdict: Sendable, Codable, Equatable {
    /// The kinds of verdict, from best to worst.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        case passed
        /// In a documented looser way.
        case passedNonStrictly
        /// The client cannot be asked to do this.
        case notApplicable
        /// The evidence does not allow a verdict.
        case notJudged
        case failed
    }

    package var kind: Kind
    /// What is wrong, the decisive finding first; for a non-strict pass what was looser.
    package var findings: [Finding]
    /// Why it does not apply or was not judged.
    package var reason: String?
    /// Whether the client was still there when absence was judged, or not everything around it could be read.
    package var isBounded: Bool

    package init(_ kind: Kind, findings: [Finding] = [], reason: String? = nil, isBounded: Bool = false) {
        self.kind = kind
        self.findings = findings
        self.reason = reason
        self.isBounded = isBounded
    }

    /// Whether the run is as the scenario wants it.
    package var isPass: Bool { kind == .passed || kind == .passedNonStrictly }
}

/// One thing that was otherwise than it should be.
package struct Finding: Sendable, Codable, Equatable {
    /// What was looked at, as `wire.order` or `secret.in-url`.
    package var code: String
    /// What is wrong, in one sentence without secrets.
    package var problem: String
    /// What should have been there.
    package var expected: String?
    /// The nearest thing that was there.
    package var nearest: String?
    /// What differs between the two.
    package var difference: String?

    package init(
        _ code: String, _ problem: String, expected: String? = nil, nearest: String? = nil, difference: String? = nil
    ) {
        self.code = code
        self.problem = problem
        self.expected = expected
        self.nearest = nearest
        self.difference = difference
    }
}
