package import PortalJudge

extension Mutant {
    /// What a finding says where it names the true cause: its code, and words that it must hold where the code says too little.
    package struct Reason: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The code of the finding, as `wire.order`.
        package let code: String
        /// Words of the finding.
        package let words: String?

        /// Reads `secret.in-url` or `wire.order: carries no token`.
        package init(stringLiteral text: String) {
            guard let colon = text.firstRange(of: ": ") else {
                (code, words) = (text, nil)
                return
            }
            (code, words) = (String(text[..<colon.lowerBound]), String(text[colon.upperBound...]))
        }

        package var description: String { words.map { "\(code): \($0)" } ?? code }

        /// Whether a finding gives this reason.
        package func isGiven(by finding: Finding) -> Bool {
            // What is not as expected at the end may lie deeper than what the reason names.
            let isBelow = code.hasPrefix("final.") && finding.code.hasPrefix(code + ".")
            guard finding.code == code || isBelow else { return false }
            guard let words else { return true }
            let texts = [finding.problem, finding.expected, finding.nearest, finding.difference]
            return texts.contains { $0?.contains(words) == true }
        }
    }

    /// Whether a finding names what is wrong with this client.
    package func isNamed(by finding: Finding) -> Bool { reasons.contains { $0.isGiven(by: finding) } }
}
