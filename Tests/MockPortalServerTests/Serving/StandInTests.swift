import FixtureFiles
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TLSIdentity
import Testing

struct `Hosts that a portal plays` {
    /// A portal that plays hosts, with the file of their authority.
    private struct Played {
        let portal: MockPortal
        let document: ReadyDocument.StandIn
        let authority: TemporaryFile

        init(
            _ hosts: [String] = ["www.arcgis.com"], _ blueprint: JSONValue = [:], preset: String = "token",
            tunnelSeconds: Int? = nil
        ) throws {
            var options = ServeOptions.unhurried
            if let tunnelSeconds { options.limits.tunnelSeconds = tunnelSeconds }
            let standIn = try StandIn(hosts)
            options.standIn = standIn
            portal = try TestPortal.start(blueprint, preset: preset, options: options)
            authority = try TemporaryFile(standIn.authorityPEM)
            document = try #require(portal.standIn)
        }

        /// What curl gets through the proxy.
        func curl(_ arguments: [String]) async throws -> (status: Int32, output: String) {
            try await Child.run(
                "curl",
                [
                    "-q", "-sS", "--max-time", "120", "--noproxy", "", "--proxy", document.proxyURL, "--cacert",
                    authority.path,
                ]
                    + arguments)
        }
    }

    @Test func `a client that knows only the host gets the portal through the proxy`() async throws {
        let played = try Played()
        defer { played.portal.stop() }
        let answer = try await played.curl(["https://www.arcgis.com/sharing/rest/portals/self?f=json"])
        let document = try JSONValue(parsing: answer.output)
        #expect(document["portalHostname"]?.string == "www.arcgis.com")
        #expect(document["httpsPort"] == 443)
        #expect(document["isPortal"] == false)
        #expect(document["customBaseUrl"]?.string == "maps.arcgis.com")
        let journal = played.portal.journal()
        #expect(journal.requests.map(\.operation) == ["portals/self"])
        let connection = try #require(journal.connections.first)
        #expect(connection.origin == "https://www.arcgis.com")
        #expect(connection.tls?.serverName == "www.arcgis.com")
        #expect(connection.peer.hasPrefix("127.0.0.1:"))
    }

    @Test func `addresses name the host that was asked, and there is no web adaptor`() async throws {
        let played = try Played()
        defer { played.portal.stop() }
        for host in ["www.arcgis.com", "city.maps.arcgis.com"] {
            let answer = try await played.curl(["https://\(host)/sharing/rest/info?f=json"])
            let info = try JSONValue(parsing: answer.output)
            #expect(info["owningSystemUrl"]?.string == "https://\(host)")
            #expect(
                info["authInfo"]?["tokenServicesUrl"]?.string == "https://\(host)/sharing/rest/generateToken")
        }
        #expect(played.portal.url == "https://www.arcgis.com")
        // At an organization's own host it is that organization which speaks.
        for (host, name) in [("city", "City GIS"), ("harbour", "Harbour Authority")] {
            let answer = try await played.curl(["https://\(host).maps.arcgis.com/sharing/rest/portals/self?f=json"])
            let document = try JSONValue(parsing: answer.output)
            #expect(document["name"]?.string == name)
            #expect(document["isPortal"] == false && document["customBaseUrl"]?.string == "maps.arcgis.com")
            #expect(document["portalHostname"]?.string == "\(host).maps.arcgis.com")
        }
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let target: String
        let reason: String
        var testDescription: String { target }
    }

    static let refusals = [
        Refusal(target: "evil.example:443", reason: "the host evil.example:443 is not played here"),
        Refusal(target: "arcgis.com:443", reason: "the host arcgis.com:443 is not played here"),
        Refusal(target: "x.www.arcgis.com:443", reason: "the host x.www.arcgis.com:443 is not played here"),
        Refusal(target: "www.arcgis.com:22", reason: "www.arcgis.com is played at the ports 443 and 80 only"),
        Refusal(target: "[::1]:443", reason: "the host [::1]:443 is not played here"),
        Refusal(target: "127.0.0.1:80", reason: "the host 127.0.0.1:80 is not played here"),
    ]

    @Test(arguments: refusals) func `a tunnel elsewhere is refused, and the journal has the host`(_ row: Refusal)
        async throws
    {
        let played = try Played()
        defer { played.portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: "x" + played.document.proxyURL))
        await client.send("CONNECT \(row.target) HTTP/1.1\r\nHost: \(row.target)\r\n\r\n")
        let answer = await client.read(until: "this machine.\n")
        #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(answer)")
        #expect(answer.contains("lets nothing else leave this machine"))
        let request = try #require(played.portal.journal().requests.first)
        #expect(request.method == "CONNECT")
        #expect(request.target == row.target)
        #expect(request.decisions.map(\.reason) == [row.reason])
    }

    /// By a later request of a connection, and in a head that is too long to be looked at.
    @Test(arguments: [true, false])
    func `a tunnel that is asked for too late or at length is refused in words that are true`(_ isLate: Bool)
        async throws
    {
        let played = try Played()
        defer { played.portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: "x" + played.document.proxyURL))
        if isLate {
            await client.send("GET /none HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = await client.read(until: "hosts.pac.\n")
        }
        let long = isLate ? "" : "Proxy-Authorization: Negotiate \(String(repeating: "A", count: 9000))\r\n"
        await client.send("CONNECT www.arcgis.com:443 HTTP/1.1\r\nHost: www.arcgis.com:443\r\n\(long)\r\n")
        let answer = await client.read()
        #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(answer)")
        #expect(answer.contains("by the first request of a connection, in at most 8192 bytes"), "\(answer)")
    }

    @Test(arguments: ["WWW.ArcGIS.com:443", "www.arcgis.com.:443"])
    func `a host is the same in upper case and with a dot behind`(
        _ target: String
    ) async throws {
        let played = try Played()
        defer { played.portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: "x" + played.document.proxyURL))
        await client.send("CONNECT \(target) HTTP/1.1\r\n\r\n")
        #expect(await client.readHead().hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `a head that comes byte by byte gets its tunnel, and nothing of what follows is lost`() async throws {
        let played = try Played()
        defer { played.portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: "x" + played.document.proxyURL))
        for byte in Array("CONNECT www.arcgis.com:80 HTTP/1.1\r\nHost: www.arcgis.com:80\r\n\r".utf8) {
            await client.send([byte])
        }
        // The end of the head and the first request of the tunnel arrive as one.
        await client.send("\nGET /home HTTP/1.1\r\nHost: www.arcgis.com\r\nConnection: close\r\n\r\n")
        let answer = await client.read()
        #expect(answer.hasPrefix("HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 301 "), "\(answer)")
        #expect(answer.contains("Location: https://www.arcgis.com/home"))
    }

    @Test func `a head in more segments than a socket has memory for gets its tunnel`() async throws {
        let played = try Played()
        defer { played.portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: "x" + played.document.proxyURL))
        let padding = String(repeating: "a", count: 4000)
        for byte in Array("CONNECT www.arcgis.com:80 HTTP/1.1\r\nHost: www.arcgis.com:80\r\nX: \(padding)\r\n\r\n".utf8)
        {
            await client.send([byte])
        }
        #expect(await client.readHead().hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `a head that takes longer than the proxy waits gets no tunnel`() async throws {
        let played = try Played(tunnelSeconds: 0)
        defer { played.portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: "x" + played.document.proxyURL))
        await client.send("CONNECT www.arcgis.com:80 HTTP/1.1\r\nHost: www.arcgis.com:80\r\n")
        // Once the portal itself has the connection, the rest comes too late for a tunnel.
        await played.portal.waitForConnections(1)
        await client.send("\r\n")
        let answer = await client.read()
        #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains("that come without delay"), "\(answer)")
    }

    @Test func `many connections that say nothing keep no other out`() async throws {
        let played = try Played()
        defer { played.portal.stop() }
        let port = TestPortal.port(of: "x" + played.document.proxyURL)
        let silent = try (0..<200).map { _ in try RawClient(port: port) }
        let halves = try (0..<50).map { _ in try RawClient(port: port) }
        for client in halves { await client.send("CONNECT www.arcgis.com:443 HT") }
        let client = try RawClient(port: port)
        await client.send("CONNECT www.arcgis.com:443 HTTP/1.1\r\n\r\n")
        #expect(await client.readHead().hasPrefix("HTTP/1.1 200 "))
        withExtendedLifetime((silent, halves)) {}
    }

    @Test func `a client that ends in the middle is answered or let go, and the next one is served`() async throws {
        let played = try Played()
        defer { played.portal.stop() }
        let port = TestPortal.port(of: "x" + played.document.proxyURL)
        for words in ["", "C", "CONNECT www.arcgis.com:443 HTTP/1.1\r\nHost: x", "\u{16}\u{3}\u{1}", "GET / HT"] {
            let client = try RawClient(port: port)
            await client.send(words)
            client.finishSending()
            let answer = await client.read()
            #expect(!answer.hasPrefix("HTTP/1.1 2"), "\(words): \(answer)")
        }
        let served = try await played.curl(["https://www.arcgis.com/sharing/rest/info?f=json"])
        #expect(served.output.contains("https://www.arcgis.com"))
    }

    @Test func `stopping ends tunnels and connections that wait, and frees the port`() async throws {
        let played = try Played()
        let port = TestPortal.port(of: "x" + played.document.proxyURL)
        let (waiting, tunnel) = (try RawClient(port: port), try RawClient(port: port))
        await waiting.send("CONNECT www.arc")
        await tunnel.send("CONNECT www.arcgis.com:443 HTTP/1.1\r\n\r\n")
        #expect(await tunnel.readHead().hasPrefix("HTTP/1.1 200 "))
        played.portal.stop()
        #expect(await waiting.read() == "")
        #expect(await tunnel.read() == "")
        #expect(throws: (any Error).self) { try RawClient(port: port) }
        #expect(played.portal.standIn == nil)
    }

    @Test func `plain requests for another host are refused, and those for the host are sent to HTTPS`() async throws {
        let played = try Played()
        defer { played.portal.stop() }
        let other = try await played.curl(["-w", "%{http_code}", "http://evil.example/x"])
        #expect(other.output.hasSuffix("403"))
        let own = try await played.curl([
            "-o", "/dev/null", "-w", "%{http_code} %{redirect_url}", "http://www.arcgis.com/home?a=b",
        ])
        #expect(own.output == "301 https://www.arcgis.com/home?a=b")
        #expect(
            played.portal.journal().requests.map(\.target) == [
                "http://evil.example/x", "http://www.arcgis.com/home?a=b",
            ])
    }

    @Test func `a configuration file names the proxy as its reader sees it`() async throws {
        let played = try Played()
        defer { played.portal.stop() }
        let port = TestPortal.port(of: "x" + played.document.proxyURL)
        let file = try await Child.curl(["-H", "Host: 10.0.2.2:\(port)", played.document.pacURL])
        #expect(file.output.contains("\"PROXY 10.0.2.2:\(port)\""))
        #expect(file.output.contains(#"["www.arcgis.com", "city.maps.arcgis.com", "harbour.maps.arcgis.com"]"#))
        let script = try await Child.curl(["-H", "Host: a\"+alert(1)+\"", played.document.pacURL])
        #expect(!script.output.contains("alert("))
    }

    @Test func `the authority is good for these names and for no other`() async throws {
        let names = ["www.arcgis.com"]
        let standIn = try StandIn(names)
        let again = try StandIn(names)
        #expect(standIn.authorityPEM != again.authorityPEM)
        let text = try await Child.run("openssl", ["x509", "-noout", "-text"], input: standIn.authorityPEM)
        let permitted = text.output.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("DNS:") }
        #expect(permitted == ["DNS:city.maps.arcgis.com", "DNS:harbour.maps.arcgis.com", "DNS:www.arcgis.com"])
        #expect(text.output.contains("X509v3 Name Constraints: critical"))
    }

    struct BadName: CustomTestStringConvertible, Sendable {
        let name: String
        let words: String
        var testDescription: String { name }
    }

    static let badNames = [
        BadName(name: "https://www.arcgis.com", words: "a host name alone is needed"),
        BadName(name: "www.arcgis.com:443", words: "a host name alone is needed"),
        BadName(name: "*.arcgis.com", words: "each host is named by itself"),
        BadName(name: "127.0.0.1", words: "it is an address"),
        BadName(name: "a.localhost", words: "this machine's own name"),
        BadName(name: "arcgis", words: "it has no dot"),
        BadName(name: "a..example", words: "is not a host name"),
        BadName(name: "", words: "cannot be played"),
        BadName(name: "www.arcgïs.com", words: "xn--"),
    ]

    @Test(arguments: badNames) func `a name that cannot be played is told`(_ row: BadName) {
        let error = #expect(throws: MockPortalError.self) { try StandIn([row.name]) }
        #expect(error?.description.contains(row.words) == true, "\(error?.description ?? "")")
    }

    @Test func `another scenario is played at the same proxy`() async throws {
        let played = try Played()
        let blueprint = try Blueprint(decoding: ["preset": "pki"], fixtures: .embedded, source: "test")
        let control = try ControlServer.start(for: played.portal, scenario: "token", nonce: "n") {
            _ throws(BlueprintError) in
            blueprint
        }
        defer {
            control.stop()
            control.portal.stop()
        }
        let changed = try await Child.curl(["-X", "POST", "-d", #"{"scenario": "pki"}"#, control.url + "/scenario"])
        #expect(control.portal !== played.portal, "\(changed.output)")
        #expect(control.portal.standIn?.proxyURL == played.document.proxyURL)
        let refused = try await played.curl(["https://www.arcgis.com/sharing/rest/info?f=json"])
        #expect(refused.status != 0, "a certificate is asked for now")
        #expect(await control.portal.waitUntilQuiet())
        let connections = control.portal.journal().connections
        #expect(connections.contains { $0.tls?.serverName == "www.arcgis.com" }, "\(connections)")
    }
}
