// A test needs the portal and its journal; one import gives both.
@_exported public import MockPortalServer
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
