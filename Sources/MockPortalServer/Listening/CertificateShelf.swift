internal import CGnuTLS
internal import Locking

/// Which certificate a listener shows to whom; it may be changed while serving, and renews what runs out.
final class CertificateShelf: Sendable {
    /// Issues a fresh certificate from a recipe, with a new key.
    typealias Issuer = @Sendable (String) throws(MockPortalError) -> ServedCertificate

    private let issue: Issuer
    private let state: Locked<State>

    private struct State {
        var standard: ServedCertificate
        var byName: [String: ServedCertificate] = [:]
        var ticketKey = CertificateShelf.newTicketKey()
    }

    /// Issues the certificate that is shown where no server name asks for another.
    init(recipe: String, issue: @escaping Issuer) throws(MockPortalError) {
        self.issue = issue
        state = Locked(State(standard: try issue(recipe)))
    }

    /// Shows a newly issued certificate to new connections: to all, or to those that ask for a server name (RFC 6066 §3).
    ///
    /// Old session tickets die with it, so that nobody resumes past the new certificate.
    func show(_ recipe: String, forServerName name: String? = nil) throws(MockPortalError) {
        let certificate = try issue(recipe)
        state.withLock { state in
            if let name {
                state.byName[name.lowercased()] = certificate
            } else {
                state.standard = certificate
            }
            state.ticketKey = Self.newTicketKey()
        }
    }

    /// The certificate for a ClientHello.
    func certificate(forServerName name: String?) -> ServedCertificate {
        let found = state.withLock { state in
            name.flatMap { state.byName[$0.lowercased()] } ?? state.standard
        }
        guard let renewAt = found.renewAt, PortalClock.realTime / 1000 >= renewAt, let fresh = try? issue(found.recipe)
        else { return found }
        return state.withLock { state in
            if state.standard === found { state.standard = fresh }
            for (name, certificate) in state.byName where certificate === found { state.byName[name] = fresh }
            return fresh
        }
    }

    /// The key of session tickets (RFC 5077, RFC 8446 §4.6.1).
    var ticketKey: [UInt8] { state.withLock { $0.ticketKey } }

    private static func newTicketKey() -> [UInt8] {
        var datum = gnutls_datum_t()
        guard gnutls_session_ticket_key_generate(&datum) == 0, let data = datum.data else { return [] }
        defer { cgnutls_free(data) }
        return Array(UnsafeBufferPointer(start: data, count: Int(datum.size)))
    }
}

