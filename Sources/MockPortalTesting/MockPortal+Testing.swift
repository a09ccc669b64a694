public import HTTPSemantics
// A test needs the portal and its journal; one import gives both.
@_exported public import MockPortalServer
internal import Platform
@_exported public import PortalJudge
internal import TLSIdentity

extension MockPortal {
    /// The portal of the running test case; nil outside of ``MockPortalTrait``.
    @TaskLocal public static var current: MockPortal?

    /// Moves the portal's time on, so that tokens, codes and nonces expire; the test's own time stays.
    public func advance(by duration: Duration) throws(MockPortalError) { try perform(.advance(duration)) }

    /// Path of a PEM file with the authority that the portal's certificate comes from; it is removed when the test case ends.
    ///
    /// Throws where the file cannot be written, or outside of ``MockPortalTrait``.
    public var authorityFile: String {
        get throws { try TestFiles.required.write(Array(authorityPEM.utf8), to: "ca.pem") }
    }

    /// The passwords by user name.
    public var passwords: [String: Secret<String>] {
        Dictionary(accounts.map { ($0.username, $0.password) }, uniquingKeysWith: { first, _ in first })
    }

    /// The password of a user.
    ///
    /// Throws with the names of all users where none has that name.
    public func password(of username: String) throws -> Secret<String> {
        if let password = passwords[username] { return password }
        let names = accounts.map(\.username).sorted().joined(separator: ", ")
        throw UnknownAccount(description: "the portal has no user \(username); it has \(names)")
    }

    /// Path of a PEM file with the authority that every portal of ``MockPortalTrait`` in this process comes from: for a variable or a
    /// setting of a client that is read once. It is removed when the process ends.
    ///
    /// Throws where the file cannot be written.
    public static var processAuthorityFile: String { get throws { try TestAuthority.file() } }

    /// A client certificate for the portal, in the files that clients read; they are removed when the test case ends.
    ///
    /// The names are those of `certs/`: `alice`, `expired-client`, `stranger` … Throws with the names that there are.
    public func identityFiles(of name: String) throws -> IdentityFiles {
        let identity = try identity(named: name)
        let files = try TestFiles.required
        return IdentityFiles(
            pkcs12: try files.write(try pkcs12(named: name), to: "\(name).p12"), password: identityPassword,
            certificate: try files.write(Array(identity.chainPEM.utf8), to: "\(name).pem"),
            key: try files.write(Array(identity.keyPEM.expanded.utf8), to: "\(name).key"))
    }
}

/// Why there is no password.
struct UnknownAccount: Error, CustomStringConvertible {
    let description: String
}
