internal import GSSAPI
internal import HTTPSemantics

/// One sign-in with a ticket: tokens out and in until both sides have proved who they are (RFC 4559 §4).
final class NegotiateExchange: Sendable {
    private let initiator: GSSInitiator
    private let ticket: KerberosTicket

    /// A token to send, and whether the context is complete with the other side proved.
    struct Step: Sendable {
        /// The token in Base64; nil for none.
        let token: String?
        let isComplete: Bool
    }

    /// Prepares a sign-in; the channel's digest binds it to the TLS connection (RFC 5929 §4).
    init(
        host: String, ticket: KerberosTicket, caches: GSSTicketCaches, endPointDigest: [UInt8]?
    ) throws(PortalError) {
        self.ticket = ticket
        do throws(GSSError) {
            initiator = GSSInitiator(
                host: host, source: ticket.source.source(caches), delegates: ticket.isDelegated,
                bindings: endPointDigest.map { GSSChannelBindings.tlsServerEndPoint($0) },
                library: try GSSLibrary.shared())
        } catch {
            throw PortalError(error, service: "HTTP@\(host)", ticket: ticket)
        }
    }

    /// Takes a token of the server, none at first.
    func next(_ token: [UInt8]?) async throws(PortalError) -> Step {
        do throws(GSSError) {
            let round = try await initiator.step(token)
            return Step(
                token: round.token.isEmpty ? nil : Base64.encode(round.token),
                isComplete: round.isComplete && round.flags.contains(.mutual))
        } catch {
            throw PortalError(error, service: initiator.service, ticket: ticket)
        }
    }
}

extension KerberosTicket.Source {
    fileprivate func source(_ caches: GSSTicketCaches) -> GSSCredential.Source {
        switch self {
        case .personalCache: .personalCache
        case .cache(let name): .cache(name)
        case .keytab(let path, let principal):
            .keytab(path: path, principal: principal, cache: caches.name(path, principal))
        }
    }
}
