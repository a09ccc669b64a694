internal import HTTPSemantics
internal import Platform
internal import TLSIdentity

/// The client identities of one portal: issued when one is first asked for, and recognized by their leaves.
final class ClientIdentities: Sendable {
    private let pki: TestPKI
    /// Names by the leaf's fingerprint; nil until the first certificate comes.
    private let names = Locked<[String: String]?>(nil)

    init(_ pki: TestPKI) { self.pki = pki }

    /// Every identity of `certs/`; one that cannot be issued is left out, and ``identity(named:)`` says why.
    var all: [IssuedIdentity] { pki.identityNames.compactMap { try? pki.issueIdentity($0) } }

    /// An identity by its name, with a key of one kind.
    ///
    /// Throws `certificate` with the names that there are.
    func identity(named name: String, algorithm: KeyAlgorithm = .p256) throws(MockPortalError) -> IssuedIdentity {
        do {
            return try pki.issueIdentity(name, algorithm: algorithm)
        } catch {
            throw MockPortalError(
                .certificate, "the identity \(name) cannot be issued: \(error.description)", underlying: error)
        }
    }

    /// A PKCS #12 file by its recipe or its identity's name, with a key of one kind.
    ///
    /// Throws `certificate` with the reason.
    func pkcs12(
        named name: String, password: Secret<String>, algorithm: KeyAlgorithm = .p256
    ) throws(MockPortalError) -> [UInt8] {
        do {
            return try password.reveal { (text) throws(TLSIdentityError) in
                try pki.pkcs12(name, password: text, algorithm: algorithm)
            }
        } catch {
            throw MockPortalError(
                .certificate, "the file \(name).p12 cannot be made: \(error.description)", underlying: error)
        }
    }

    /// The authorities of some recipes, in PEM and in their order.
    ///
    /// Throws `certificate` where there is no such authority.
    func authorities(_ recipes: [String]) throws(MockPortalError) -> [String] {
        do {
            return try recipes.map { (recipe) throws(TLSIdentityError) in try pki.authorityPEM(named: recipe) }
        } catch {
            throw MockPortalError(
                .certificate, "a client authority cannot be made: \(error.description)", underlying: error)
        }
    }

    /// Prepares the judging of certificates; nil where a listener asks for none.
    ///
    /// Throws `certificate` where an authority cannot be made.
    func verification(_ policy: ClientCertificatePolicy?) throws(MockPortalError) -> ClientVerification? {
        guard let policy else { return nil }
        return try ClientVerification(policy, authorities: authorities(policy.authorities)) { [self] in
            name(ofLeaf: $0)
        }
    }

    /// The name of the identity that a leaf belongs to; nil where this portal did not issue it.
    func name(ofLeaf fingerprint: String) -> String? {
        if let known = names.withLock({ $0 }) {
            return known[fingerprint] ?? pki.issuedIdentity(ofLeaf: fingerprint)?.name
        }
        let found = all.reduce(into: [String: String]()) { $0[$1.leafSHA256] = $1.name }
        names.withLock { $0 = found }
        // One with an RSA key is known once it was asked for.
        return found[fingerprint] ?? pki.issuedIdentity(ofLeaf: fingerprint)?.name
    }
}

/// The password of one run's .p12 files, made when it is first needed; copies of ``ServeOptions`` share it.
final class IdentityPassword: Sendable {
    private let text = Locked<Secret<String>?>(nil)

    /// The password, the same one every time.
    var secret: Secret<String> {
        text.withLock { known in
            let secret = known ?? Secret(RandomText.password())
            known = secret
            return secret
        }
    }

    /// Whether anybody has needed it.
    var isMade: Bool { text.withLock { $0 != nil } }
}
