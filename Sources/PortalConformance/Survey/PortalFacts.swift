internal import PortalTransport
internal import TLSIdentity

/// What a run learned of a portal; it holds neither secrets nor anybody's name.
package struct PortalFacts: Sendable, Codable, Equatable {
    package struct Certificate: Sendable, Codable, Equatable {
        package var subject: String
        package var issuer: String
        package var names: [String]
        /// Seconds since 1970.
        package var notBefore: Int64
        package var notAfter: Int64
        package var sha256: String
    }

    /// What a token service was asked for and what it granted.
    package struct Lifetime: Sendable, Codable, Equatable {
        package var endpoint: String
        /// Minutes; nil where nothing was asked for.
        package var asked: Int?
        package var grantedMinutes: Double
    }

    package var url: String
    package var portalName: String?
    package var currentVersion: String?
    package var isEnterprise: Bool?
    package var mode: String?
    /// `general` where the address belongs to no organization.
    package var view: String?
    package var access: String?
    package var allSSL: Bool?
    package var supportsOAuth: Bool?
    /// What portals/self tells a stranger: `a document`, `error 499`, `HTTP 401`, or why there was no answer.
    package var strangers: String
    package var isTokenBased: Bool?
    package var tokenServicesURL: String?
    package var owningSystemURL: String?
    /// What stands in front of the portal, as `Basic`, `Digest MD5, SHA-256`, `client certificate`.
    package var gates: [String]
    /// `none`, `asked` or `required`.
    package var clientCertificates: String
    package var acceptableIssuers: Int
    package var chain: [Certificate]
    /// What is wrong with the certificate in spite of the profile's authorities.
    package var certificateDefects: [String]
    package var httpVersion: String?
    /// The field `Server` of its answers.
    package var software: String?
    package var lifetimes: [Lifetime]

    init(url: String) {
        self.url = url
        strangers = "nothing"
        gates = []
        clientCertificates = "none"
        acceptableIssuers = 0
        chain = []
        certificateDefects = []
        lifetimes = []
    }

    /// Whether Basic, Digest or another scheme of HTTP, or a certificate, is asked for in front of the portal.
    var hasWebTier: Bool { !gates.isEmpty || clientCertificates != "none" }
}

extension PortalFacts.Certificate {
    init(_ summary: CertificateSummary) {
        self.init(
            subject: summary.subject, issuer: summary.issuer, names: summary.names, notBefore: summary.notBefore,
            notAfter: summary.notAfter, sha256: summary.sha256)
    }
}

extension TranscriptEvidence {
    /// What was learned without secrets: an answer may hold one wherever it names something.
    func redacted(_ facts: PortalFacts) -> PortalFacts {
        let texts = AnswerTexts(without: canaries)
        var facts = facts
        for path in [
            \PortalFacts.portalName, \.currentVersion, \.mode, \.access, \.tokenServicesURL, \.owningSystemURL,
            \.software,
        ] {
            facts[keyPath: path] = facts[keyPath: path].map(texts.told)
        }
        facts.strangers = texts.told(facts.strangers)
        facts.gates = facts.gates.map(texts.told)
        return facts
    }
}
