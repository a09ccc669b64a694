import TLSIdentity

/// The PKI of all tests here: one authority for servers, two for clients.
enum TestAuthority {
    private static let made = Result { try TestPKI() }

    static var pki: TestPKI { get throws { try made.get() } }

    /// An identity as a client holds it.
    static func identity(named name: String) throws -> ClientIdentity {
        let issued = try pki.issueIdentity(name)
        return try ClientIdentity(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM)
    }
}
