internal import HTTPSemantics
internal import JSONValues

/// Which Kerberos tickets the client has in the scenarios' realm, and where it may use them.
struct KerberosPlan: Sendable {
    /// What is in its ticket cache.
    let holding: KerberosRealm.Holding
    /// The hosts that may see a ticket; nil for the portal's own.
    let hosts: [String]?
    /// Whether the portal is given a ticket to act for the person.
    let isDelegated: Bool
    /// Whether a ticket may go over plain HTTP.
    let allowsPlainHTTP: Bool

    /// The hosts that may see a ticket.
    func namedHosts(_ portalURL: String) -> [String] { hosts ?? [Origin(ofURL: portalURL)?.host ?? ""] }

    /// Reads `environment.kerberos`: `{}` or what differs from a good ticket of alice; nil where it is not written, or null.
    static func read(_ outer: DocumentReader, _ key: String) throws(DocumentError) -> KerberosPlan? {
        DocumentTrace.note(.null, at: DocumentReader.join(outer.path, key))
        guard let value = outer[key], !value.isNull,
            let reader = try outer.object(
                key, keys: ["ticket", "as", "services", "clockAhead", "hosts", "delegates", "plainHTTP"])
        else { return nil }
        var holding = KerberosRealm.Holding()
        if let ticket = try reader.word("ticket", as: KerberosRealm.Ticket.self) { holding.ticket = ticket }
        if let user = try reader.name("as", of: .user) { holding.user = user }
        if let hosts = try reader.texts("services") { holding.services = hosts }
        if let ahead = try reader.duration("clockAhead") {
            guard let seconds = Int32(exactly: ahead.components.seconds) else {
                throw reader.wrongType("clockAhead", "a duration of less than 68 years")
            }
            holding.secondsAhead = seconds
        }
        return KerberosPlan(
            holding: holding, hosts: try reader.texts("hosts"), isDelegated: try reader.truth("delegates") ?? false,
            allowsPlainHTTP: try reader.truth("plainHTTP") ?? false)
    }
}
