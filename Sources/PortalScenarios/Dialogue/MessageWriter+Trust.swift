internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import PortalJudge

extension MessageWriter {
    /// Trust in a host, or in the certificate that it showed last; from now on it counts as granted.
    func message(_ trust: TrustException) throws -> StepMessage {
        let origin = try origin(of: trust.host)
        let shown = scenarioPortal.portal.journal().connections.last { $0.origin == origin.description }?.tls?
            .fingerprint
        let fingerprint = trust.isForCertificate ? shown : nil
        let tolerating = (trust.tolerating ?? ["certificate-self-signed", "certificate-unknown-root"]).map(Self.reason)
        grants.granted(
            grants.listener(of: origin), isForAnyPort: trust.isForAnyPort, fingerprint: fingerprint,
            tolerating: tolerating.compactMap(Reason.init))
        var message = StepMessage(.trust, ["host": .string(origin.host)])
        if !trust.isForAnyPort { message["port"] = .integer(Int64(origin.port)) }
        message["certificateSHA256"] = fingerprint.map { .string($0) }
        message["tolerating"] = .array(tolerating.map { .string($0) })
        return message
    }

    /// Trust that is taken back.
    func untrust(_ host: String) throws -> StepMessage {
        let origin = try origin(of: host)
        return StepMessage(.untrust, ["host": .string(origin.host), "port": .integer(Int64(origin.port))])
    }

    /// The origin of `portal`, of a host of the blueprint, or of a URL.
    func origin(of name: String) throws -> Origin {
        let url =
            scenarioPortal.portal.url(ofHost: name)
            ?? (name == "portal" ? scenarioPortal.portal.url : scenarioPortal.placeholders.filled(name))
        guard let origin = Origin(ofURL: url) else {
            throw ForeignCommandError(description: "there is no host \(name)")
        }
        return origin
    }

    /// Scenarios write defects in either of two spellings.
    private static func reason(_ word: String) -> String {
        switch word {
        case "selfSigned": "certificate-self-signed"
        case "unknownRoot": "certificate-unknown-root"
        case "expired": "certificate-expired"
        case "notYetValid": "certificate-not-yet-valid"
        case "hostMismatch": "host-mismatch"
        default: word
        }
    }
}
