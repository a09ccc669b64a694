package import PortalJudge

/// An order of answers that was asked for and not met.
package struct MissedOrder: Sendable, Codable, Equatable {
    /// The order that was asked for, as `0/1.2/4`.
    package let asked: String
    /// What happened instead.
    package let deviation: String

    package init(asked: String, deviation: String) {
        self.asked = asked
        self.deviation = deviation
    }
}

extension Verdict {
    /// The verdict on a run that was to meet an order and met another one: it proves nothing where it passed.
    package func after(_ missed: MissedOrder?) -> Verdict {
        guard let missed else { return self }
        if isPass {
            return Verdict(
                .notJudged,
                reason: "the order \(missed.asked) was not met: \(missed.deviation); run it again, or explore anew")
        }
        var told = self
        if kind == .failed {
            told.findings.append(
                Finding(
                    "schedule", "it failed in another order than the one asked for", expected: missed.asked,
                    nearest: missed.deviation))
        }
        return told
    }
}
