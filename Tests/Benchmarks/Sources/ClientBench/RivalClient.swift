import AsyncHTTPClient
import NIOCore
import NIOSSL

/// swift-server/async-http-client over HTTP/1.1, as many connections as tasks.
struct RivalClient: BenchClient {
    private let client: HTTPClient
    private let url: String

    init(url: String, authority: String?, connections: Int) throws {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        configuration.httpVersion = .http1Only
        if let authority {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(authority.utf8)))
            configuration.tlsConfiguration = tls
        }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.url = url
    }

    func fetch() async throws {
        let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(30))
        let body = try await response.body.collect(upTo: 1 << 24)
        guard response.status == .ok, body.readableBytes > 0 else {
            throw WrongAnswer(status: Int(response.status.code))
        }
    }

    func close() async throws { try await client.shutdown() }
}
