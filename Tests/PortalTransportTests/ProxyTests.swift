import HTTPSemantics
import Platform
import PortalTransport
import TLSIdentity
import Testing

@Suite struct `A proxy` {
    private static let secrets = [
        HeaderField("Authorization", "Basic s3cr3t"), HeaderField("X-Esri-Authorization", "Bearer s3cr3t"),
        HeaderField("Cookie", "agwtoken=s3cr3t"), HeaderField("Referer", "https://s3cr3t.example"),
    ]

    @Test func `sees host and port of a secure request and nothing more`() async throws {
        let target = try await TLSPeer(recipe: "good", version: "1.3")
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(try await TLSPeer.pki().authorityPEM)]
        let peer = try await HostilePeer()
        let transport = try CurlTransport(trust: trust, proxies: .fixed(Proxy(try peer.url())))
        for _ in 1...2 {
            let response = try await transport.send(
                HTTPRequest(
                    method: "POST", url: target.url("/echo?token=s3cr3t"), headers: Self.secrets,
                    body: Array("password=s3cr3t".utf8)))
            let text = String(decoding: response.body, as: UTF8.self)
            #expect(text.hasPrefix("POST /echo?token=s3cr3t HTTP/1.1\r\n") && text.contains("Bearer s3cr3t"))
        }
        let seen = try await peer.ask("/proxied")
        // One tunnel for both.
        #expect(seen.split(separator: "CONNECT localhost:\(target.port) HTTP/1.1").count == 2, "\(seen)")
        #expect(!seen.contains("s3cr3t") && !seen.contains("Authorization"), "\(seen)")
    }

    @Test func `gets a plain request whole, with the target in absolute form`() async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport(proxies: .fixed(Proxy(try peer.url() + "/")))
        for host in ["portal.example", "other.example:8080", "localhost"] {
            let response = try await transport.send(HTTPRequest(url: "http://\(host)/x?y"))
            let text = String(decoding: response.body, as: UTF8.self)
            #expect(text.hasPrefix("GET http://\(host)/x?y HTTP/1.1\r\nHost: \(host)\r\n"), "\(text)")
        }
        // A connection belongs to one origin, wherever it leads.
        #expect(try await peer.ask("/connections/plain") == "4")
    }

    @Test(arguments: ["http", "https"])
    func `that asks for credentials is named with what to do`(scheme: String) async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport(proxies: .fixed(Proxy(try peer.url())))
        let request = HTTPRequest(
            method: "POST", url: "\(scheme)://demanding.example/x?token=s3cr3t", headers: Self.secrets)
        let error = try #require(await FailingSend(request, by: transport).error)
        #expect(error.code == .proxyAuthenticationRequired, "\(error)")
        #expect(!error.mayHaveBeenSent)
        #expect(
            error.detail.contains(try peer.url()) && error.detail.contains("asks for a user name and a password (407"))
        #expect(!error.description.contains("s3cr3t"))
        if scheme == "https" { #expect(try await !peer.ask("/proxied").contains("s3cr3t")) }
    }

    @Test func `is not what answers 407 where none was asked`() async throws {
        let peer = try await HostilePeer()
        let response = try await CurlTransport().send(
            HTTPRequest(url: try peer.url("/no-proxy"), headers: Self.secrets))
        #expect(response.status == 407)
        // The peer sends back what it was sent: no credentials for a proxy.
        let seen = String(decoding: response.body, as: UTF8.self).lowercased()
        #expect(seen.hasPrefix("get /no-proxy http/1.1\r\n") && !seen.contains("proxy-authorization"), "\(seen)")
    }

    @Test func `that cannot reach the target is no server that answers`() async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport(proxies: .fixed(Proxy(try peer.url())))
        let request = HTTPRequest(url: "https://broken.example/")
        let error = try #require(await FailingSend(request, by: transport).error)
        #expect(error.code == .cannotConnect && error.detail.contains("502"), "\(error)")
        #expect(!error.mayHaveBeenSent)
    }

    @Test(arguments: ["endless-length", "endless-chunks"])
    func `whose refusal never ends is given up`(host: String) async throws {
        let peer = try await HostilePeer()
        let url = try peer.url()
        for username in [nil, "alice"] {
            let transport = try CurlTransport(
                proxies: .fixed(Proxy(url, username: username, password: username.map { Secret($0) })))
            let request = HTTPRequest(url: "https://\(host).example/")
            let error = try #require(await FailingSend(request, by: transport).error)
            #expect(error.code == .responseTooLarge && error.detail.contains("the proxy"), "\(error)")
            #expect(!error.mayHaveBeenSent)
        }
    }

    @Test func `that is not there is named`() async throws {
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        for (proxy, code) in [
            ("http://127.0.0.1:\(port.number)", TransportError.Code.cannotConnect),
            ("http://no-such-proxy.invalid:3128", .cannotFindHost),
        ] {
            let transport = try CurlTransport(proxies: .fixed(Proxy(proxy)))
            let error = try #require(
                await FailingSend(HTTPRequest(url: "http://portal.example/"), by: transport).error)
            #expect(error.code == code, "\(error)")
            #expect(error.detail.contains(proxy), "\(error)")
            #expect(!error.mayHaveBeenSent)
        }
    }

    @Test(arguments: [
        ("http://alice:s3cr3t@proxy.example:3128", "user name"), ("alice:s3cr3t@proxy.example:3128", "user name"),
        ("ftp://proxy.example", "scheme ftp"), ("", "host"), ("http://", "host"), (":3128", "host"),
        ("http://proxy.example:3128/path", "behind its port"),
        ("http://proxy.example:3128#x", "behind its port"), ("http://proxy.example:99999", "host"),
        ("http://proxy example", "host"),
    ])
    func `that cannot be used as it is written is refused with what to write`(proxy: String, word: String) throws {
        do {
            _ = try CurlTransport(proxies: .fixed(Proxy(proxy)))
            Issue.record("was taken")
        } catch {
            #expect(error.code == .malformedRequest)
            #expect(error.detail.contains(word) && error.detail.contains("http://host:port"), "\(error)")
            #expect(!error.description.contains("s3cr3t"))
        }
    }
}
