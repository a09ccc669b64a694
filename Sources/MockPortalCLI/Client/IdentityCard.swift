import HTTPSemantics
import PortalAuthentication
import PortalClient
import TLSIdentity

/// What a person is shown when a server asks for a client certificate.
struct IdentityCard {
    private let challenge: NetworkChallenge
    private let complaint: String?

    init(_ question: IdentityQuestion) {
        challenge = question.challenge
        complaint = question.complaint
    }

    var lines: [String] {
        var lines: [String] = []
        if let complaint { lines.append("That did not work: \(complaint).") }
        lines.append("\(challenge.space.origin) asks for a client certificate.")
        let issuers = (challenge.space.acceptableIssuers ?? []).compactMap { DistinguishedName(der: $0) }
        if !issuers.isEmpty {
            lines.append("It accepts what was issued by:")
            lines += issuers.map { "  \($0)" }
        }
        if challenge.candidates.isEmpty {
            lines.append("No identity of the store fits. To keep one there: mockportal identity import <file>")
        } else {
            let rows = IdentityTable.lines(of: challenge.candidates)
            for (number, row) in zip(0..., rows) { lines.append(number == 0 ? "     \(row)" : "  \(number)  \(row)") }
        }
        return lines
    }

    var question: String {
        let count = challenge.candidates.count
        let numbers = count == 0 ? "" : count == 1 ? "1, " : "1-\(count), "
        return "Show which? [\(numbers)a .p12 file, or nothing for none] "
    }
}
