import Foundation
import PortalTransport
import TLSIdentity

/// The product's own transport.
struct OurClient: BenchClient {
    private let transport: CurlTransport
    private let request: HTTPRequest

    /// `identity` is a chain and its key, in PEM files.
    init(url: String, authority: String?, identity: (chain: String, key: String)? = nil) throws {
        transport = try CurlTransport(trust: Self.trust(authority))
        var request = HTTPRequest(url: url)
        if let identity {
            request.identity = .identity(
                try ClientIdentity(
                    chainPEM: try String(contentsOfFile: identity.chain, encoding: .utf8),
                    keyPEM: PrivateKeyPEM(try String(contentsOfFile: identity.key, encoding: .utf8))))
        }
        self.request = request
    }

    /// Returns decisions that trust one authority in PEM and no other.
    static func trust(_ authority: String?) -> TrustDecisions {
        var trust = TrustDecisions()
        trust.authorities = authority.map { [PEMCertificates($0)] } ?? []
        trust.includesSystemAuthorities = false
        return trust
    }

    func fetch() async throws {
        let response = try await transport.send(request)
        guard response.status == 200, !response.body.isEmpty else { throw WrongAnswer(status: response.status) }
    }

    func close() async throws { transport.shutdown() }
}
