package import HTTPSemantics
package import TLSIdentity

extension MockPortal {
    /// Whether a listener asks for client certificates now.
    package var asksForCertificates: Bool { securities.values.contains { $0.clientVerification != nil } }

    /// Every identity of `certs/` where the portal asks for certificates, else none; they are issued when first asked for.
    package var identities: [IssuedIdentity] { asksForCertificates ? clients.all : [] }

    /// An identity by its name, whether the portal asks for certificates or not.
    ///
    /// Throws `certificate` with the names that there are.
    package func identity(
        named name: String, algorithm: KeyAlgorithm = .p256
    ) throws(MockPortalError) -> IssuedIdentity {
        try clients.identity(named: name, algorithm: algorithm)
    }

    /// The password of this run's .p12 files; a portal that takes this one's place has the same.
    package var identityPassword: Secret<String> { options.identityPassword.secret }

    /// Names of the identities of `certs/`, sorted, whether the portal asks for certificates or not.
    package var identityNames: [String] { pki.identityNames }

    /// Names of the .p12 files that ``pkcs12(named:)`` makes, sorted.
    package var pkcs12Names: [String] { pki.pkcs12Names }

    /// A .p12 file by the name of its identity or recipe, under ``identityPassword`` where it takes one.
    ///
    /// Throws `certificate` with the reason.
    package func pkcs12(named name: String, algorithm: KeyAlgorithm = .p256) throws(MockPortalError) -> [UInt8] {
        try clients.pkcs12(named: name, password: identityPassword, algorithm: algorithm)
    }

    /// Asks for certificates as the blueprint now says; connections that are open stay as they are.
    ///
    /// Throws `certificate` where an authority cannot be made.
    func followClientCertificates() throws(MockPortalError) {
        let blueprint = responder.current.blueprint
        for (name, security) in securities {
            let listener = name == StandIn.securityName ? "portal" : name
            let wanted = blueprint.clientCertificates(at: listener).map { ClientCertificatePolicy($0) }
            guard wanted != security.clientVerification?.policy else { continue }
            security.verifyClients(with: try clients.verification(wanted))
        }
    }
}
