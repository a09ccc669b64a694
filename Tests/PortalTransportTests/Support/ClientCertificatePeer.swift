import Foundation
import PortalTransport
import TLSIdentity
import TestFolders

/// One TLS listener of the Python peer that asks for certificates of the authority `client-ca`.
struct ClientCertificatePeer: Sendable {
    /// What the listener does about them.
    enum Mode: String, CaseIterable {
        case required, optional, later, reset, end, hold
        /// As `required`, behind a server certificate of no known authority.
        case flawed
        /// As `reset`, where no certificate is asked for.
        case unasked
    }

    /// What the peer says of the connection that a request came on.
    struct Testimony: Decodable, Equatable {
        let connection: Int
        let request: Int
        /// Whether the TLS session was resumed.
        let isResumed: Bool
        /// The fingerprint of the client's certificate.
        let identity: String?

        init(_ response: HTTPResponse) throws {
            self = try JSONDecoder().decode(Testimony.self, from: Data(response.body))
        }
    }

    let name: String
    private let peer: HostilePeer
    let pki: TestPKI

    init(_ mode: Mode, _ version: String) async throws {
        let listeners = try await Listeners.shared.value
        name = "\(mode)-\(version)"
        peer = listeners.peer
        pki = listeners.pki
    }

    /// A peer of a test's own, whose connections no other test counts.
    init(alone mode: Mode, _ version: String) async throws {
        let listeners = try await Listeners([mode], [version])
        name = "\(mode)-\(version)"
        peer = listeners.peer
        pki = listeners.pki
    }

    /// What trusts the peer's certificate, be it flawed or not.
    var trust: TrustDecisions {
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(pki.authorityPEM)]
        return trust
    }

    func url(_ path: String) throws -> String { try peer.url(path, listener: name) }

    /// An answer of the same peer's plain listener, such as to `/connections/` or `/closed/` with a listener's name.
    func ask(_ path: String) async throws -> String {
        let response = try await CurlTransport().send(HTTPRequest(url: try peer.url(path + name)))
        return String(decoding: response.body, as: UTF8.self)
    }

    func identity(_ name: String) throws -> ClientIdentity {
        let issued = try pki.issueIdentity(name)
        return try ClientIdentity(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM)
    }

    /// An offer by the name of an identity; `none` and `undecided` are the other two.
    func offer(_ name: String) throws -> IdentityOffer {
        switch name {
        case "none": .none
        case "undecided": .undecided
        default: .identity(try identity(name))
        }
    }

    /// Every mode in every version, in one process for all tests.
    private struct Listeners: Sendable {
        let pki: TestPKI
        let peer: HostilePeer

        static let shared = Task.detached { try await Listeners(Mode.allCases, ["1.2", "1.3"]) }

        init(_ modes: [Mode], _ versions: [String]) async throws {
            pki = try TestPKI()
            let folder = try TemporaryFolder()
            let authorities = try folder.write(pki.authorityPEM(named: "client-ca"), as: "authorities.pem")
            var listeners = [HostilePeer.Listener(name: "plain")]
            for recipe in ["good", "self-signed"] {
                let issued = try pki.issue(recipe, names: ["localhost"], addresses: [])
                let certificate = try folder.write(issued.chainPEM, as: "\(recipe).pem")
                let key = try folder.write(issued.keyPEM.expanded, as: "\(recipe).key")
                for mode in modes where (mode == .flawed) == (recipe == "self-signed") {
                    for version in versions {
                        listeners.append(
                            HostilePeer.Listener(
                                name: "\(mode)-\(version)", certificate: certificate, key: key, version: version,
                                clientAuthorities: mode == .unasked ? nil : authorities,
                                mode: mode == .unasked ? "reset" : mode.rawValue))
                    }
                }
            }
            peer = try await HostilePeer(listeners)
        }
    }
}
