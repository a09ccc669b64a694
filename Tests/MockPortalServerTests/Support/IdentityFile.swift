import JSONValues
import MockPortalServer
import TLSIdentity

/// An identity as files for curl, openssl and Python: the chain, and the key behind it.
struct IdentityFile {
    let identity: IssuedIdentity
    private let file: TemporaryFile

    init(_ name: String) throws {
        identity = try TestPortal.pki.issueIdentity(name)
        file = try TemporaryFile(identity.keyPEM.expanded + identity.chainPEM)
    }

    /// Path of a PEM file that holds both.
    var path: String { file.path }
}

extension TestPortal {
    /// Starts a portal that asks for client certificates, in ways that a blueprint's `clientCertificates` describes.
    static func startAsking(_ keys: [String: JSONValue] = [:]) throws -> MockPortal {
        try start(["clientCertificates": .object(keys)])
    }

    /// The URL of the portal's `info`, which needs no token.
    static func infoURL(_ portal: MockPortal) -> String { "\(portal.url)/sharing/rest/info?f=json" }
}
