import HTTPAuthentication
import PortalAuthentication
import TLSIdentity

/// What a person is shown when a server asks for a client certificate.
struct IdentityCard {
    let challenge: NetworkChallenge

    init(_ challenge: NetworkChallenge) { self.challenge = challenge }

    var text: String {
        var lines: [String] = []
        if challenge.previousFailureCount > 0 {
            lines.append("That certificate was not accepted\(challenge.cause.map { ": \($0.detail)" } ?? "").")
        }
        lines.append("\(challenge.space.origin) asks for a client certificate.")
        let issuers = (challenge.space.acceptableIssuers ?? []).compactMap { DistinguishedName(der: $0) }
        if !issuers.isEmpty {
            lines.append("It accepts what was issued by:")
            lines += issuers.map { "  \(Console.visible("\($0)"))" }
        }
        if challenge.candidates.isEmpty {
            lines.append("No identity of yours fits; import one with: mockportal identity import <file>")
        } else {
            let rows = IdentityTable.lines(of: challenge.candidates)
            for (number, row) in zip(0..., rows) { lines.append(number == 0 ? "     \(row)" : "  \(number)  \(row)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var question: String {
        let count = challenge.candidates.count
        return "Show which? [\(count == 1 ? "1" : "1-\(count)"), or nothing for none] "
    }
}
