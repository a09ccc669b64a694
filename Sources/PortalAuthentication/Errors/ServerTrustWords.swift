internal import HTTPSemantics
internal import PortalTransport
internal import TLSIdentity

/// Why a server's certificate is not trusted, as a sentence: which certificate of the chain, which defect, since or until when.
struct ServerTrustWords {
    let failure: ServerTrustFailure

    /// The defect that decides: what cannot be granted by default comes first.
    static func gravest(of defects: Set<CertificateDefect>) -> CertificateDefect? {
        order.first { defects.contains($0) } ?? defects.first
    }

    private static let order: [CertificateDefect] = [
        .hostMismatch, .expired, .notYetValid, .selfSigned, .unknownRoot, .revoked, .weakKey, .weakSignature,
        .nameNotPermitted, .issuerIsNoAuthority, .pathTooLong, .unsuitablePurpose, .unknownCriticalExtension,
    ]
    /// Names of a certificate that are shown; one may have hundreds.
    private static let mostNames = 5

    func sentence(about defect: CertificateDefect) -> String {
        let finding = failure.findings.first { $0.defect == defect }
        let certificate = finding?.certificate ?? failure.chain.first
        let isAbove = (finding?.depth ?? 0) > 0
        let which = isAbove ? "the issuer's certificate \(Self.name(certificate?.subject))" : "the certificate"
        let beside = isAbove ? "; the server's own may be sound" : ""
        switch defect {
        case .hostMismatch: return hostSentence
        case .expired:
            return certificate.map { "\(which) expired on \(CivilDate(secondsSince1970: $0.notAfter))\(beside)" }
                ?? "\(which) has expired"
        case .notYetValid:
            return certificate.map {
                "\(which) is not valid before \(CivilDate(secondsSince1970: $0.notBefore))\(beside)"
            }
                ?? "\(which) is not valid yet"
        case .selfSigned: return "the certificate is self-signed"
        case .unknownRoot: return issuerSentence(certificate)
        case .revoked: return "\(which) was revoked by its issuer"
        case .weakKey:
            return "the key of \(which) is too short: RSA with 2048 bits or an elliptic curve with 224 is the least"
        case .weakSignature: return "the signature of \(which) rests on SHA-1 or MD5, which can be forged"
        case .nameNotPermitted:
            return "\(which) has a name for which an authority above it may not issue (name constraints)"
        case .pathTooLong:
            return
                "the authority \(Self.name(certificate?.subject)) may not have further authorities below it (path length)"
        case .issuerIsNoAuthority:
            return "the certificate was issued by \(Self.name(certificate?.subject)), which is no authority"
        case .unsuitablePurpose:
            return "\(which) is not meant for servers: its extended key usage names other purposes"
        case .unknownCriticalExtension:
            return "\(which) has a critical extension that is not known here, and must not be trusted then"
        case .other(let number): return "\(which) is not fit for a server (OpenSSL's verdict \(number))"
        }
    }

    private var hostSentence: String {
        let host = failure.origin.host
        guard let names = failure.chain.first?.names else {
            return "the certificate is for other names, not for \(host)"
        }
        guard !names.isEmpty else {
            return
                "the certificate names no host, so not \(host) either: it has no subject alternative name, and the common "
                + "name does not count"
        }
        let shown = names.prefix(Self.mostNames).map { PortalError.printable($0) }.joined(separator: ", ")
        let rest = names.count - Self.mostNames
        return "the certificate is for \(shown)\(rest > 0 ? " and \(rest) more" : ""), not for \(host)"
    }

    /// The last certificate that was found has an issuer that is not there: the server leaves it out, or it is a root of one's own.
    private func issuerSentence(_ certificate: CertificateSummary?) -> String {
        guard let certificate else { return "the certificate's issuer is unknown" }
        let name = Self.name(certificate.issuer)
        if certificate.issuer == certificate.subject { return "the certificate's root \(name) is unknown" }
        return failure.chain.count == 1
            ? "the certificate's issuer \(name) is unknown: the server sends no certificate of it, and none that is trusted has that name"
            : "the certificate's issuer is unknown: the chain ends at \(name), which is not trusted"
    }

    private static func name(_ subject: String?) -> String {
        subject.map { "\"\(PortalError.printable(String($0.prefix(100))))\"" } ?? "above it"
    }
}
