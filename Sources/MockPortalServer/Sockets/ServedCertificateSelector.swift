internal import CGnuTLS
internal import Platform

/// Which certificate a listener shows to whom; it may be changed while serving, and renews what runs out.
final class ServedCertificateSelector: Sendable {
    /// How a client reaches the listener: by a name that it sends, or by a bare address.
    ///
    /// The certificate for names holds no addresses: BoringSSL knows no name constraints for addresses and refuses a
    /// leaf that has both an address and an authority with such constraints (google/boringssl: crypto/x509/v3_ncons.cc).
    enum Reach: Sendable {
        case name
        case address
    }

    /// Issues a fresh certificate from a recipe, with a new key.
    typealias Issuer = @Sendable (String, Reach) throws(MockPortalError) -> ServedCertificate

    private let issue: Issuer
    private let state: Locked<State>

    private struct State {
        var standard: ServedCertificate
        /// Of the same recipe, for clients that send no server name; issued when the first one comes.
        var addressed: ServedCertificate?
        var byName: [String: ServedCertificate] = [:]
        var ticketKey = ServedCertificateSelector.newTicketKey()
    }

    /// Issues the certificate that is shown where no server name asks for another.
    init(recipe: String, issue: @escaping Issuer) throws(MockPortalError) {
        self.issue = issue
        state = Locked(State(standard: try issue(recipe, .name)))
    }

    /// Shows a newly issued certificate to new connections: to all, or to those that ask for a server name (RFC 6066 §3).
    ///
    /// Old session tickets become invalid, so that no client resumes past the new certificate.
    func show(_ recipe: String, forServerName name: String? = nil) throws(MockPortalError) {
        let certificate = try issue(recipe, .name)
        state.withLock { state in
            if let name {
                state.byName[name.lowercased()] = certificate
            } else {
                state.standard = certificate
                state.addressed = nil
            }
            state.ticketKey = Self.newTicketKey()
        }
    }

    /// Recipe of the certificate that is shown where no server name asks for another.
    var recipe: String { state.withLock { $0.standard.recipe } }

    /// The certificate for a ClientHello; one that cannot be renewed is shown as it is.
    func certificate(forServerName name: String?) -> ServedCertificate {
        guard let name else { return certificateForAddresses() }
        let found = state.withLock { state in state.byName[name.lowercased()] ?? state.standard }
        guard isStale(found), let fresh = try? issue(found.recipe, .name) else { return found }
        return state.withLock { state in
            if state.standard === found { state.standard = fresh }
            for (name, certificate) in state.byName where certificate === found { state.byName[name] = fresh }
            return fresh
        }
    }

    private func certificateForAddresses() -> ServedCertificate {
        let (known, standard) = state.withLock { ($0.addressed, $0.standard) }
        if let known, !isStale(known) { return known }
        guard let fresh = try? issue(standard.recipe, .address) else { return known ?? standard }
        return state.withLock { state in
            // Two first comers see one certificate, and one that was replaced meanwhile is not put back.
            if let other = state.addressed, other !== known { return other }
            guard state.standard === standard else { return state.standard }
            state.addressed = fresh
            return fresh
        }
    }

    private func isStale(_ certificate: ServedCertificate) -> Bool {
        certificate.renewAt.map { PortalClock.realTime / 1000 >= $0 } ?? false
    }

    /// The key of session tickets (RFC 5077, RFC 8446 §4.6.1).
    var ticketKey: [UInt8] { state.withLock { $0.ticketKey } }

    /// Lets no session that has begun be resumed.
    func endSessions() { state.withLock { $0.ticketKey = Self.newTicketKey() } }

    private static func newTicketKey() -> [UInt8] {
        var datum = gnutls_datum_t()
        guard gnutls_session_ticket_key_generate(&datum) == 0, let data = datum.data else { return [] }
        defer { cgnutls_free(data) }
        return Array(UnsafeBufferPointer(start: data, count: Int(datum.size)))
    }
}
