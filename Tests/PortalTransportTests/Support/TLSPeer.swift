import TLSIdentity
import TestFolders

/// The Python peer behind one TLS listener with one certificate and one version.
struct TLSPeer: Sendable {
    let port: Int
    let leafSHA256: String

    init(recipe: String, version: String, requiresClientCertificate: Bool = false) async throws {
        let listeners = try await Listeners.shared.value
        let name = Listeners.name(recipe, version, requiresClientCertificate)
        port = try listeners.peer.port(name)
        leafSHA256 = listeners.leaves[name] ?? ""
    }

    func url(_ path: String) -> String { "https://localhost:\(port)\(path)" }

    /// The authority that the certificates come from.
    static func pki() async throws -> TestPKI { try await Listeners.shared.value.pki }

    /// Every certificate in every version, in one process for all tests.
    private struct Listeners: Sendable {
        let pki: TestPKI
        let peer: HostilePeer
        let leaves: [String: String]

        static let shared = Task.detached { try await Listeners() }

        static func name(_ recipe: String, _ version: String, _ requiresClientCertificate: Bool) -> String {
            "\(recipe) \(version)\(requiresClientCertificate ? " client" : "")"
        }

        init() async throws {
            let pki = try TestPKI()
            let folder = try TemporaryFolder()
            let authorities = try folder.write(pki.authorityPEM, as: "authorities.pem")
            var listeners: [HostilePeer.Listener] = []
            var leaves: [String: String] = [:]
            func add(_ recipe: String, _ version: String, requiresClientCertificate: Bool = false) throws {
                let name = Self.name(recipe, version, requiresClientCertificate)
                let issued = try pki.issue(recipe, names: ["localhost"], addresses: ["127.0.0.1"])
                leaves[name] = issued.leafSHA256
                listeners.append(
                    HostilePeer.Listener(
                        name: name, certificate: try folder.write(issued.chainPEM, as: "\(name).pem"),
                        key: try folder.write(issued.keyPEM.expanded, as: "\(name).key"), version: version,
                        clientAuthorities: requiresClientCertificate ? authorities : nil))
            }
            for version in ["1.2", "1.3"] {
                for recipe in pki.recipes { try add(recipe, version) }
                try add("good", version, requiresClientCertificate: true)
            }
            try add("good", "1.0")
            self.pki = pki
            self.leaves = leaves
            // The files are read before its first line comes.
            peer = try await HostilePeer(listeners)
        }
    }
}
