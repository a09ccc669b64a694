import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import PortalTransport
import TestFolders
import Testing

/// Clients that reach www.arcgis.com by their proxy setting, and a portal here that plays it.
@Suite struct `www.arcgis.com on this machine` {
    private static let requests = """
        import json, sys
        import requests
        proxy, authority, *urls = sys.argv[1:]
        session = requests.Session()
        session.trust_env = False
        session.verify = authority
        session.proxies = {"http": proxy, "https": proxy}
        said = []
        for url in urls:
            try:
                answer = session.get(url, timeout=120)
                said.append({"status": answer.status_code, "host": answer.json().get("portalHostname")})
            except requests.exceptions.RequestException as error:
                said.append({"error": type(error).__name__})
        print(json.dumps(said))
        """

    @Test func `Python's requests gets it, and nothing else`() async throws {
        let played = try PlayedPortal()
        defer { played.portal.stop() }
        let run = try await ForeignClient.python(
            Self.requests,
            [
                played.standIn.proxyURL, played.authority, PlayedPortal.whoAmI,
                "https://city.maps.arcgis.com/sharing/rest/portals/self?f=json", "https://evil.example/",
            ])
        #expect(run.code == 0, "\(run.errors)")
        let said = try #require(try JSONValue(parsing: run.output).array)
        #expect(said.map { $0["host"]?.string } == ["www.arcgis.com", "city.maps.arcgis.com", nil])
        #expect(said.last?["error"]?.string == "ProxyError")
        #expect(played.served == ["www.arcgis.com", "city.maps.arcgis.com"])
        #expect(played.refused == ["evil.example:443"])
    }

    @Test func `curl signs in there with a password`() async throws {
        let played = try PlayedPortal()
        defer { played.portal.stop() }
        let password = try #require(played.portal.accounts.first { $0.username == "alice" }).password.reveal { $0 }
        let way = ["--proxy", played.standIn.proxyURL, "--noproxy", ""]
        let issued = try await ForeignClient.curl(
            way + [
                "--data-urlencode", "username=alice", "--data-urlencode", "password=\(password)", "-d",
                "f=json&client=referer&referer=app",
            ], authority: played.authority, "https://www.arcgis.com/sharing/rest/generateToken")
        let token = try #require(try JSONValue(parsing: issued.body)["token"]?.string)
        let own = try await ForeignClient.curl(
            way + ["-e", "app", "-H", "X-Esri-Authorization: Bearer \(token)"], authority: played.authority,
            PlayedPortal.whoAmI)
        #expect(try FakePortal.user(in: own.body) == "alice")
    }

    @Test(.java) func `Java's HttpClient gets it by its system properties`() async throws {
        let played = try PlayedPortal()
        defer { played.portal.stop() }
        let file = try played.folder.write(JavaProgram.source, as: "Client.java")
        let run = try await ForeignClient.run(
            "java",
            [
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dhttps.proxyHost=127.0.0.1",
                "-Dhttps.proxyPort=\(played.proxyPort)", file, "self", "https://www.arcgis.com", "", played.authority,
            ], environment: ["LC_ALL=C.UTF-8"])
        #expect(run.output.contains("status=200"), "\(run.output) \(run.errors)")
        #expect(played.served == ["www.arcgis.com"])
    }

    @Test(.chromium) func `Chromium gets it by a configuration file, and asks the proxy for everything else`()
        async throws
    {
        let played = try PlayedPortal()
        defer { played.portal.stop() }
        let program = """
            browser.open("https://www.arcgis.com/sharing/rest/portals/self?f=json")
            text = browser.run("return document.body.innerText")
            try: browser.open("https://evil.example/")
            except RuntimeError: pass
            print(json.dumps({"text": text}))
            """
        let said = try await ChromiumPeer.run(
            program, folder: played.folder.path,
            options: [
                "args": [.string("--proxy-pac-url=\(played.standIn.pacURL)")]
            ])
        let document = try JSONValue(parsing: try #require(said["text"]?.string))
        #expect(document["portalHostname"]?.string == "www.arcgis.com")
        #expect(played.served.contains("www.arcgis.com"))
        #expect(played.refused.contains("evil.example:443"))
    }

    @Test func `the built-in client gets it by its map of hosts`() async throws {
        let played = try PlayedPortal()
        defer { played.portal.stop() }
        let map = try HostMap(["www.arcgis.com=\(played.standIn.address)"])
        let pem = try #require(played.portal.options.standIn).authorityPEM
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(pem)]
        let transport = try CurlTransport(trust: trust, proxies: .mapped(map))
        defer { transport.shutdown() }
        let answer = try await transport.send(HTTPRequest(url: PlayedPortal.whoAmI))
        #expect(answer.status == 200)
        let request = try #require(played.portal.journal().requests.first)
        #expect(request.headers.first(named: "Host") == "www.arcgis.com")
        #expect(played.served == ["www.arcgis.com"])
    }
}
