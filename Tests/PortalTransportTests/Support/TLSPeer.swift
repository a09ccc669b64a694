import TLSIdentity

/// The Python peer behind one TLS listener with one certificate and one version.
final class TLSPeer: Sendable {
    private let folder: TemporaryFolder
    private let peer: HostilePeer
    let leafSHA256: String

    init(pki: TestPKI, recipe: String, version: String, requiresClientCertificate: Bool = false) throws {
        folder = try TemporaryFolder()
        let issued = try pki.issue(recipe, names: ["localhost"], addresses: ["127.0.0.1"])
        leafSHA256 = issued.leafSHA256
        peer = try HostilePeer([
            HostilePeer.Listener(
                name: "tls", certificate: try folder.write(issued.chainPEM, as: "certificate.pem"),
                key: try folder.write(issued.keyPEM.expanded, as: "key.pem"), version: version,
                clientAuthorities: requiresClientCertificate
                    ? try folder.write(pki.authorityPEM, as: "authorities.pem") : nil)
        ])
    }

    var port: Int { get throws { try peer.port("tls") } }

    func url(_ path: String) throws -> String { try peer.url(path, listener: "tls") }
}
