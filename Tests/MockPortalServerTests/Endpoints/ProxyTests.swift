import JSONValues
import MockPortalServer
import PortalJudge
import Testing

@Suite struct `A proxy that asks who its clients are` {
    @Test func `answers whatever comes with 407 and writes it down`() async throws {
        let portal = try TestPortal.start([
            "http": "serve", "hosts": ["proxy": ["scheme": "http", "serves": "proxy"]],
            "answers": [["operation": "unknown", "status": 200]],
        ])
        defer { portal.stop() }
        let proxy = try #require(portal.url(ofHost: "proxy"))
        let address = String(proxy.dropLast("/portal".count))
        func curl(_ arguments: [String]) async throws -> (status: Int32, output: String) {
            try await Child.run(
                "curl", ["-sSi", "--max-time", "120", "-k", "--noproxy", "", "-U", "me:secret"] + arguments)
        }
        let plain = try await curl(["-x", address, "\(portal.httpURL ?? "")/sharing/rest/info"])
        #expect(plain.output.hasPrefix("HTTP/1.1 407 "))
        #expect(plain.output.contains("Proxy-Authenticate: Basic realm=\"proxy\"\r\n"))
        let tunnel = try await curl(["-x", address, "\(portal.url)/sharing/rest/info"])
        #expect(tunnel.status == 56)
        #expect(tunnel.output.contains("407"))
        #expect(try await curl(["-X", "OPTIONS", address]).output.hasPrefix("HTTP/1.1 407 "))
        #expect(await portal.waitUntilQuiet())
        let requests = portal.journal().requests
        #expect(requests.map(\.listener) == ["proxy", "proxy", "proxy"])
        #expect(requests.map(\.method) == ["GET", "CONNECT", "OPTIONS"])
        #expect(requests[0].target == "\(portal.httpURL ?? "")/sharing/rest/info")
        #expect(requests[1].target == "localhost:\(portal.port)")
        #expect(requests.map(\.answer?.status) == [407, 407, 407])
        #expect(requests.map(\.decisions.first?.gate) == ["proxy", "proxy", "proxy"])
    }
}

@Suite struct `Absolute targets` {
    @Test func `are served if they name the portal's own origin`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let plain = TestPortal.port(of: portal.httpURL)
        func status(_ target: String) async throws -> Int? {
            let client = try RawClient(port: plain)
            await client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return await client.readStatus()
        }
        #expect(try await status("\(portal.httpURL ?? "")/sharing/rest/info?f=json") == 200)
        #expect(try await status("HTTP://LOCALHOST:\(plain)/portal/sharing/rest/info") == 200)
        #expect(try await status("\(portal.url)/sharing/rest/info") == 200)
        for other in [
            "http://elsewhere/portal/sharing/rest/info", "http://localhost.evil:\(plain)/portal/sharing/rest/info",
            "ftp://localhost:\(plain)/portal/sharing/rest/info", "http://localhost:\(plain)", "localhost:\(plain)", "*",
        ] {
            #expect(try await status(other) == 404, "\(other)")
        }
        #expect(portal.journal().requests.prefix(3).map(\.operation) == ["info", "info", "info"])
        // What was received is what the journal says.
        #expect(portal.journal().requests.first?.target.hasPrefix("http://localhost:") == true)
    }
}
