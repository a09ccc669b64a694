import HTTPAuthentication
import PortalAuthentication
import TLSIdentity

/// A certificate as a person is shown it before trusting it.
struct CertificateCard {
    let challenge: NetworkChallenge

    init(_ challenge: NetworkChallenge) { self.challenge = challenge }

    var text: String {
        var lines = ["\(challenge.space.origin) shows a certificate that cannot be trusted: \(defects)."]
        if let leaf = challenge.chain.first {
            lines += Console.columns([
                ["  subject", leaf.subject],
                ["  issuer", leaf.issuer],
                ["  names", leaf.names.isEmpty ? "none" : leaf.names.joined(separator: ", ")],
                ["  valid", "\(CivilDate(seconds: leaf.notBefore)) to \(CivilDate(seconds: leaf.notAfter))"],
                ["  SHA-256", leaf.sha256],
            ])
        }
        if let previous = challenge.previousFingerprint {
            lines.append("  It is not the one trusted before: \(previous)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var defects: String {
        challenge.defects.map(Self.words).sorted().joined(separator: ", ")
    }

    private static func words(_ defect: CertificateDefect) -> String {
        switch defect {
        case .selfSigned: "it signed itself"
        case .unknownRoot: "its issuer is unknown"
        case .expired: "it has expired"
        case .notYetValid: "it is not valid yet"
        case .hostMismatch: "it is for another host"
        case .unsuitablePurpose: "it is not meant for a server"
        case .other(let number): "OpenSSL's verdict \(number)"
        }
    }
}
