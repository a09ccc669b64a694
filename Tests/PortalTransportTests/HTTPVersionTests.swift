import HTTPSemantics
import PortalTransport
import TLSIdentity
import Testing

/// What came of one request, as far as it may not depend on the version of HTTP.
private struct Outcome: Equatable {
    var status = 0
    var fields: [String: String] = [:]
    var body: [UInt8] = []
    var code: TransportError.Code?
    var hasReceivedBytes = false
}

@Suite struct `HTTP/2 and HTTP/1·1` {
    let nginx: NginxServer
    let transport: CurlTransport

    init() throws {
        let pki = try TestPKI()
        nginx = try NginxServer(pki: pki)
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(pki.authorityPEM)]
        transport = try CurlTransport(trust: trust)
    }

    private func outcome(_ request: HTTPRequest, version: String) async -> Outcome {
        do throws(TransportError) {
            let response = try await transport.send(request)
            #expect(response.httpVersion == version)
            var fields: [String: String] = [:]
            // How a body is framed is each version's own affair (RFC 9113 §8.2.2).
            let framing = ["date", "connection", "transfer-encoding"]
            for field in response.headers where !framing.contains(field.name.lowercased()) {
                fields[field.name.lowercased()] = field.value
            }
            return Outcome(status: response.status, fields: fields, body: response.body)
        } catch {
            return Outcome(code: error.code, hasReceivedBytes: error.hasReceivedBytes)
        }
    }

    @Test(arguments: ["GET", "POST", "HEAD"], ["/fields", "/gzip", "/missing", "/empty", "/busy"])
    func `come to the same`(method: String, path: String) async {
        let body = method == "POST" ? Array("f=json&token=x".utf8) : nil
        let headers = [HeaderField("X-Two", "2"), HeaderField("Referer", "https://app.example/")]
        func request(_ url: String) -> HTTPRequest {
            // Without a proxy behind it nginx answers before it has read a body, and then resets an HTTP/2 stream; whether libcurl
            // takes that answer is a matter of luck.
            HTTPRequest(method: method, url: url + (body == nil ? "" : "/read") + path, headers: headers, body: body)
        }
        for _ in 1...2 {
            let two = await outcome(request(nginx.secureURL), version: "HTTP/2")
            let one = await outcome(request(nginx.classicURL), version: "HTTP/1.1")
            #expect(one == two)
            #expect(one.status > 0)
        }
    }

    @Test func `fail alike where the server ends the connection in place of an answer`() async {
        for url in [nginx.secureURL, nginx.classicURL] {
            let outcome = await outcome(HTTPRequest(url: url + "/gone"), version: "")
            let codes: [TransportError.Code?] = [.emptyReply, .connectionLost]
            #expect(codes.contains(outcome.code), "\(outcome)")
            #expect(!outcome.hasReceivedBytes)
        }
    }

    @Test func `carry many requests at once, with long bodies either way`() async throws {
        // More than a connection's window of 65 535 bytes (RFC 9113 §6.9.2), so that streams wait for each other.
        let long = [UInt8](repeating: 0x78, count: 300_000)
        for url in [nginx.secureURL, nginx.classicURL] {
            let lengths = try await withThrowingTaskGroup(of: (Int, Int, Int).self) { group in
                for number in 0..<90 {
                    group.addTask { [transport] in
                        let request =
                            switch number % 3 {
                            case 0: HTTPRequest(url: "\(url)/large")
                            case 1: HTTPRequest(method: "POST", url: "\(url)/read/fields", body: long)
                            default: HTTPRequest(url: "\(url)/gzip")
                            }
                        let response = try await transport.send(request)
                        return (number, response.status, response.body.count)
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = "\($1.1) \($1.2)" }
            }
            let answers = ["200 \(NginxServer.largeBody)", "200 2", "200 4000"]
            #expect(lengths.count == 90)
            for (number, answer) in lengths { #expect(answer == answers[number % 3], "request \(number)") }
        }
    }

    @Test func `carry a long body beside a request that waits`() async throws {
        for url in [nginx.secureURL, nginx.classicURL] {
            let waiting = Task { [transport] in try? await transport.send(HTTPRequest(url: "\(url)/silent")) }
            defer { waiting.cancel() }
            for _ in 1...20 {
                let response = try await transport.send(HTTPRequest(url: "\(url)/large"))
                #expect(response.body.count == NginxServer.largeBody)
            }
        }
    }
}
