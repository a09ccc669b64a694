import HTTPSemantics
import PortalAuthentication
import TLSIdentity

/// A certificate as a person is shown it before trusting it.
struct CertificateCard {
    let challenge: NetworkChallenge

    init(_ challenge: NetworkChallenge) { self.challenge = challenge }

    var lines: [String] {
        var lines = ["\(challenge.space.origin) shows a certificate that cannot be trusted: \(defects)."]
        if let leaf = challenge.chain.first {
            lines += rows("subject", Self.wrapped(Self.withoutGaps(leaf.subject)))
            lines += rows("issuer", Self.wrapped(Self.withoutGaps(leaf.issuer)))
            lines += rows("names", names(leaf.names))
            lines += rows(
                "valid",
                ["\(CivilDate(secondsSince1970: leaf.notBefore)) to \(CivilDate(secondsSince1970: leaf.notAfter))"])
            if !leaf.serialNumber.isEmpty { lines += rows("serial", Self.wrapped(leaf.serialNumberText)) }
            lines += rows("SHA-256", [leaf.sha256])
        }
        if let previous = challenge.previousFingerprint {
            lines.append("  It is not the one trusted before: \(previous)")
        }
        return lines
    }

    /// Values under one another; the word stands before the first.
    private func rows(_ word: String, _ values: [String]) -> [String] {
        zip(0..., values).map { number, value in
            let head = number == 0 ? word : ""
            return "  " + head + String(repeating: " ", count: 9 - head.count) + value
        }
    }

    /// The names that it is for, as many on a line as fit, and not more than a person would read.
    private func names(_ names: [String]) -> [String] {
        guard !names.isEmpty else { return ["none"] }
        var lines: [String] = []
        for (number, name) in names.prefix(Self.mostNames).enumerated() {
            // No name of a host or an address holds a blank (RFC 1123 §2.1).
            let shown = VisibleText.line(name).replacing(" ", with: "\\u{20}")
            let text = number == names.count - 1 ? shown : shown + ","
            if let last = lines.last, last.unicodeScalars.count + 1 + text.unicodeScalars.count <= Self.width {
                lines[lines.count - 1] = "\(last) \(text)"
            } else {
                lines += Self.wrapped(text)
            }
        }
        if names.count > Self.mostNames { lines.append("and \(names.count - Self.mostNames) more") }
        return lines
    }

    /// Runs of blanks written out: they could push what follows to the start of a line of the terminal.
    private static func withoutGaps(_ text: String) -> String {
        VisibleText.line(text).replacing("  ", with: " \\u{20}")
    }

    /// A text in pieces that fit a narrow terminal, so that none of it begins where our own words do; a scalar beyond ASCII may be
    /// two columns wide.
    private static func wrapped(_ text: String) -> [String] {
        var lines = [""]
        var used = 0
        for scalar in text.unicodeScalars {
            let columns = scalar.isASCII ? 1 : 2
            if used + columns > width {
                lines.append("")
                used = 0
            }
            lines[lines.count - 1].unicodeScalars.append(scalar)
            used += columns
        }
        return lines
    }

    /// With the words before it, a line of 80 columns.
    private static let width = 68
    private static let mostNames = 20

    private var defects: String {
        challenge.defects.map(Self.text).sorted().joined(separator: ", ")
    }

    private static func text(_ defect: CertificateDefect) -> String {
        switch defect {
        case .selfSigned: "it signed itself"
        case .unknownRoot: "its issuer is unknown"
        case .expired: "it has expired"
        case .notYetValid: "it is not valid yet"
        case .hostMismatch: "it is for another host"
        case .unsuitablePurpose: "it is not meant for a server"
        case .revoked: "it was revoked"
        case .weakKey, .weakSignature, .nameNotPermitted, .pathTooLong, .issuerIsNoAuthority, .unknownCriticalExtension,
            .other:
            "it rests on \(defect.words)"
        }
    }
}
