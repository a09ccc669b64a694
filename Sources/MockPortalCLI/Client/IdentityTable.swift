import HTTPSemantics
import Platform
import PortalAuthentication
import TLSIdentity

/// Identities as a person reads them.
enum IdentityTable {
    /// One line for each, under a line of headings.
    static func lines(of identities: [ClientIdentity]) -> [String] {
        let rows = identities.map { identity in
            [
                identity.commonName, identity.certificate.issuer, Self.start(of: identity.certificate.serialNumber),
                "\(CivilDate(secondsSince1970: identity.certificate.notAfter))",
                String(identity.certificate.sha256.prefix(16)),
                warning(about: identity) == nil ? "" : state(of: identity),
            ]
        }
        return Console.columns([["name", "issuer", "serial number", "valid to", "SHA-256", ""]] + rows).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The hosts that an identity is shown to without being asked for; nothing where there are none.
    static func lines(ofChoices choices: [Origin: ClientIdentity]) -> [String] {
        guard !choices.isEmpty else { return [] }
        let rows = choices.map { [$0.key.authority, $0.value.commonName] }.sorted { $0[0] < $1[0] }
        return Console.columns([["shown to", "name"]] + rows)
    }

    /// The start of a serial number, which may have 20 octets (RFC 5280 §4.1.2.2): enough to tell one certificate from another.
    private static func start(of number: String) -> String {
        number.count > 16 ? number.prefix(16) + "…" : number
    }

    /// One identity, for a table of names and values.
    static func details(of identity: ClientIdentity) -> [(name: String, value: String?)] {
        [
            ("identity", identity.commonName), ("subject", identity.certificate.subject),
            ("issuer", identity.certificate.issuer),
            (
                "valid",
                "\(CivilDate(secondsSince1970: identity.certificate.notBefore)) to \(CivilDate(secondsSince1970: identity.certificate.notAfter))"
            ),
            ("serial number", identity.certificate.serialNumberText), ("SHA-256", identity.certificate.sha256),
        ]
    }

    /// What a server will dislike about an identity; nil where nothing shows.
    static func warning(about identity: ClientIdentity) -> String? {
        let state = state(of: identity)
        return state.isEmpty ? nil : "the certificate of \(identity.commonName) is \(state)"
    }

    private static func state(of identity: ClientIdentity) -> String {
        switch identity.validity(at: Int64(time(nil))) {
        case .expired: "expired"
        case .notYetValid: "not valid yet"
        case .valid: identity.isForClients ? "" : "not meant for a client"
        }
    }
}
