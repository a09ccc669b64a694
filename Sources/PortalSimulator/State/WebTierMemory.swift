internal import GSSAPI
internal import HTTPSemantics
internal import Platform
internal import TLSIdentity

/// What the web tier of a portal remembers from one request to the next.
final class WebTierMemory: Sendable {
    let nonces: Locked<NonceLedger>
    /// As many as there are nonces.
    let tickets: Locked<TicketLedger>
    /// The keys of a keytab, once a ticket has come.
    let keys = Locked<(keytab: String, credential: GSSCredential)?>(nil)
    /// The opaque text of challenges that want a random one.
    let opaque = Base64URL.encode(randomBytes(12))
    private let secrets = Locked([SecretKey: (password: Secret<String>, secret: String)]())

    init(nonces: Int = ResourceLimits().nonces) {
        self.nonces = Locked(NonceLedger(capacity: nonces))
        tickets = Locked(TicketLedger(capacity: nonces))
    }

    private struct SecretKey: Hashable {
        let username: String
        let realm: String
        let hash: DigestAlgorithm.Hash
    }

    /// The hash of user name, realm and password, made once for each account, realm and algorithm; realms come from the blueprint only.
    func secret(
        username: String, realm: String, password: Secret<String>, _ computation: DigestComputation
    ) -> String {
        let key = SecretKey(username: username, realm: realm, hash: computation.hash)
        if let kept = secrets.withLock({ $0[key] }), kept.password == password { return kept.secret }
        let secret = password.reveal {
            computation.secret(username: username, realm: realm, password: $0)
        }
        secrets.withLock { $0[key] = (password, secret) }
        return secret
    }
}
