import PortalTransport

/// The product's own transport.
struct OurClient: BenchClient {
    private let transport: CurlTransport
    private let request: HTTPRequest

    init(url: String, authority: String?) throws {
        var trust = TrustDecisions()
        trust.authorities = authority.map { [PEMCertificates($0)] } ?? []
        trust.includesSystemAuthorities = false
        transport = try CurlTransport(trust: trust)
        request = HTTPRequest(url: url)
    }

    func fetch() async throws {
        let response = try await transport.send(request)
        guard response.status == 200, !response.body.isEmpty else { throw WrongAnswer(status: response.status) }
    }

    func close() async throws { transport.shutdown() }
}
