import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `What leaves the client` {
    private static let plainServer = "http://h.test/server/rest/services/Traffic/MapServer"
    private static let foreign = "https://evil.test/generateToken"

    /// A server that names another host as its owner and as its token service.
    private func strangerDescription() -> HTTPResponse {
        .json([
            "owningSystemUrl": "https://evil.test", "authInfo": ["tokenServicesUrl": .string(Self.foreign)],
        ])
    }

    @Test(arguments: [307, 308]) func `is no form with a token for another origin, whatever the carrier`(_ status: Int)
        async throws
    {
        let stage = Stage(policy: { $0.carriers = [.query] })
        stage.environment.credentials.add(try stage.alice(Traffic.server, tokenURL: Traffic.token))
        stage.portal.can("/MapServer", .redirect(status, "https://evil.test/x"))
        let error = await failure { () throws(PortalError) in
            try await stage.ask(Traffic.server, method: .post, [("adds", "[1]")])
        }
        #expect(error?.code == .redirectRefused)
        #expect(stage.transport.sent.last?.form["token"] == "tok1")
        #expect(!stage.transport.sent.contains { $0.url.contains("evil") })
    }

    @Test func `is no password for the owner that an answer over plain HTTP names`() async throws {
        let description = strangerDescription()
        let stage = Stage(script: { sent throws(TransportError) in
            if sent.url.hasPrefix("https://h.test") {
                throw TransportError(.cannotConnect, url: sent.path, detail: "no server listens")
            }
            return description
        })
        stage.environment.credentials.add(try stage.alice(Self.plainServer))
        let error = await failure { () throws(PortalError) in try await stage.ask(Self.plainServer) }
        #expect(error?.code == .tokenServiceNotConsented)
        #expect(!stage.transport.sent.contains { $0.method == "POST" })
    }

    @Test func `is no password for the owner that another host names`() async throws {
        let stage = Stage()
        stage.portal.can("h.test/server/rest/info", .redirect(302, "https://other.test/info"))
        stage.portal.can("other.test/info", strangerDescription())
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .tokenServiceNotConsented)
        #expect(!stage.transport.sent.contains { $0.method == "POST" })
    }

    @Test func `is a password for the owner that the server itself names`() async throws {
        let stage = Stage()
        stage.portal.can("/rest/info", strangerDescription())
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.lines[1] == "POST \(Self.foreign)")
    }

    @Test func `is no question in the name of a place that only redirects`() async throws {
        let stage = Stage()
        stage.handle { _ in .credential(try stage.alice(Traffic.server, tokenURL: Traffic.token)) }
        let stored = try stage.alice(Traffic.server, tokenURL: Traffic.token)
        stage.environment.credentials.add(stored)
        stage.portal.can("h.test/server/rest/services/Traffic/MapServer", .redirect(302, "https://evil.test/x"))
        stage.portal.can("evil.test/x", .tokenRequired, forEver: true)
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .tokenRequired && error?.url == "https://evil.test/x")
        #expect(stage.challenges.isEmpty && stage.environment.credentials.credentials.first === stored)
    }

    @Test func `is no password once the user has signed out`() async throws {
        let door = Latch()
        let stage = Stage(wrap: { sent in if sent.path.hasSuffix("/late") { await door.wait() } })
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        stage.portal.change { $0.live = [] }
        let late = Task { await failure { () throws(PortalError) in try await stage.ask(Traffic.server + "/late") } }
        await stage.transport.waitForRequests(4)
        await stage.environment.authentication.signOut()
        door.open()
        #expect(await late.value?.code == .signedOut)
        #expect(stage.transport.sent.filter { $0.method == "POST" }.count == 1)
    }

    @Test func `stands in no mirror of a portal, an item or the trust`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice())
        let portal = Portal(url: try PortalURL(Traffic.portal), connection: .authenticated, in: stage.environment)
        try await portal.load()
        let item = PortalItem(portal: portal, id: Traffic.privateItem)
        try await item.load()
        var dumped = ""
        dump(portal, to: &dumped, maxDepth: 12)
        dump(item, to: &dumped, maxDepth: 12)
        dump(stage.environment.trust, to: &dumped, maxDepth: 12)
        #expect(stage.transport.sent.last?.token == "tok1")
        #expect(!dumped.contains("tok1"))
    }

    @Test func `is taken out of what a server says in any spelling`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        let (encoded, accented) = ("p%2B%26%3D%2520%C3%A9%22", Stage.password + "\u{301}")
        stage.portal.can(
            "/generateToken",
            .json([
                "error": [
                    "code": 400, "messageCode": .string(Stage.password), "message": .string("read password=\(encoded)"),
                    "details": [.string(accented)],
                ]
            ]))
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.serverMessage == "read password=***" && error?.messageCode == "***")
        #expect(error?.serverDetails.first?.unicodeScalars.starts(with: "***".unicodeScalars) == true)
    }

    @Test func `writes no commands of a server to a terminal`() async throws {
        let stage = Stage()
        stage.portal.can("/search", .json(["error": ["code": 500, "message": "a\u{1B}]0;b\u{7}\r\nc\u{9B}d"]]))
        let error = await failure { () throws(PortalError) in
            try await stage.ask("https://h.test/portal/sharing/rest/search")
        }
        #expect(
            error?.description.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } == false)
        #expect(error?.serverMessage == "a\u{1B}]0;b\u{7}\r\nc\u{9B}d")
    }

    @Test(arguments: [
        "https://h.test/a?\u{301}token=s3cr3t", "https://h.test?\u{301}s3cr3t", "https://h.test/a#\u{301}s3cr3t",
    ])
    func `names no query behind an accent`(_ text: String) throws {
        #expect(!(try HTTPURL(text).withoutQuery.contains("s3cr3t")))
        #expect(try HTTPURL("https://h.test/").resolving(text)?.withoutQuery.contains("s3cr3t") == false)
    }

    @Test(arguments: [
        "https://h.test/\u{301}@evil.test/", "https://h.test%2f@x/", "https://h%2etest/", "https://h test/",
        "https://h\\x/",
    ])
    func `goes to no host that could be read in two ways`(_ text: String) throws {
        #expect(HTTPURL(parsing: text).map { $0.origin.host == "h.test" } ?? true)
    }
}
