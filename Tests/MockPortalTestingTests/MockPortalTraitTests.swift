import ChildProcess
import HTTPSemantics
import MockPortalTesting
import Platform
import Testing

@Suite(.mockPortal("token")) struct `A portal of a test` {
    @Test(arguments: 1...4) func `is its own`(_ number: Int) async throws {
        let portal = try #require(MockPortal.current)
        #expect(portal.journal().requests.isEmpty)
        for _ in 0..<number { try await Curl.get(portal) }
        #expect(portal.journal().requests.count == number)
    }

    @Test(.mockPortal("organization")) func `is that of the test where the suite has another`() throws {
        #expect(MockPortal.current?.blueprint.preset == "organization")
    }

    @Test func `has accounts, an authority and a clock`() throws {
        let portal = try #require(MockPortal.current)
        #expect(portal.accounts.map(\.username).contains("alice"))
        #expect(portal.authorityPEM.hasPrefix("-----BEGIN CERTIFICATE-----"))
        let before = portal.portalTime
        try portal.advance(by: .seconds(3600))
        #expect(portal.portalTime >= before + 3_600_000)
    }

    @Test func `shows its journal so that nothing in it acts on a terminal`() async throws {
        let portal = try #require(MockPortal.current)
        try await Curl.get(portal)
        var journal = portal.journal()
        journal.requests[0].method = "G\u{1b}[2K\rE\u{202e}T\nrequest 2"
        let text = JournalText.describe(journal, hiding: portal.canaries())
        #expect(text.contains(#": G\u{1b}[2K\u{d}E\u{202e}T\u{a}request 2 "#), "\(text)")
        #expect(!text.contains("\u{1b}") && !text.contains("\nrequest 2"))
    }

    @Test func `shows its journal without a secret that a client sent where none belongs`() async throws {
        let portal = try #require(MockPortal.current)
        let password = try portal.password(of: "alice").reveal { $0 }
        let url = portal.url + "/sharing/rest/portals/self?f=json"
        let file = try portal.authorityFile
        let sent = try await ChildProcess.run("curl", ["-sS", "--cacert", file, "-X", password, url])
        #expect(portal.journal().requests.map(\.method) == [password], "\(sent.output)")
        let text = JournalText.describe(portal.journal(), hiding: portal.canaries())
        #expect(text.contains("request 1 on 1: redacted-") && !text.contains(password), "\(text)")
    }

    @Test func `does not know an identity that certs does not have`() throws {
        let portal = try #require(MockPortal.current)
        #expect { try portal.identityFiles(of: "alicia") } throws: { "\($0)".contains("alice") }
    }
}

@Suite struct `Differences from a preset` {
    @Test(.mockPortal("token", #"{"access": "private", "context": "/gis"}"#)) func `change the portal`() throws {
        let portal = try #require(MockPortal.current)
        #expect(portal.url.hasSuffix("/gis"))
    }

    @Test(
        arguments: [
            ("nosuch", "", "nosuch"), ("token", "{", "JSON"), ("token", #"{"acess": "private"}"#, "access"),
            ("token", #"{"access": "maybe"}"#, "maybe"),
        ])
    func `that are wrong fail the test with what is wrong`(
        _ preset: String, _ differences: String, _ word: String
    ) async throws {
        let test = try #require(Test.current)
        await #expect {
            try await MockPortalTrait.mockPortal(preset, differences).provideScope(for: test, testCase: nil) {}
        } throws: {
            "\($0)".contains(word)
        }
    }
}

@Suite struct `Ways to a portal` {
    private func form(_ portal: MockPortal) throws -> [String] {
        let password = try portal.password(of: "alice").reveal { $0 }
        return [
            "-d", "f=json", "-d", "client=requestip", "-d", "username=alice", "--data-urlencode",
            "password=\(password)",
        ]
    }

    @Test(.mockPortal("organization", transport: .plainHTTP)) func `issue and take tokens over plain HTTP on request`()
        async throws
    {
        let portal = try #require(MockPortal.current)
        let url = try #require(portal.httpURL) + "/sharing/rest/"
        let issued = try await ChildProcess.run("curl", ["-sS", url + "generateToken"] + form(portal))
        let token = try #require(
            issued.output.split(separator: "\"" as Character).first { $0.count > 20 }.map(String.init))
        let own = try await ChildProcess.run("curl", ["-sS", url + "community/self?f=json&token=\(token)"])
        #expect(own.output.contains("\"username\":\"alice\""), "\(issued.output) \(own.output)")
    }

    @Test(.mockPortal("organization", #"{"http": "serve"}"#)) func `refuse a password over plain HTTP otherwise`()
        async throws
    {
        let portal = try #require(MockPortal.current)
        let url = try #require(portal.httpURL) + "/sharing/rest/generateToken"
        let answer = try await ChildProcess.run("curl", ["-sS", url] + form(portal))
        #expect(answer.output.contains("SSL required"), "\(answer.output)")
    }

    @Test(.mockPortal(), arguments: 1...2) func `come from one authority in all of a process`(_ number: Int)
        async throws
    {
        let portal = try #require(MockPortal.current)
        let file = try MockPortal.processAuthorityFile
        let answer = try await ChildProcess.run(
            "curl", ["-sS", "--fail", "--cacert", file, portal.url + "/sharing/rest/info?f=json"])
        #expect(answer.status == 0 && portal.journal().requests.count == 1, "\(answer.output)")
    }

    @Test(.mockPortal()) func `know each user's password`() throws {
        let portal = try #require(MockPortal.current)
        #expect(
            try portal.password(of: "alice").reveal { $0 }
                == portal.accounts.first { $0.username == "alice" }?.password.reveal { $0 })
        #expect(portal.passwords.count == portal.accounts.count)
        #expect { try portal.password(of: "alicia") } throws: { "\($0)".contains("alicia; it has alice") }
    }
}

@Suite struct `Files for clients` {
    @Test(.mockPortal("pki")) func `let curl in with a certificate`() async throws {
        let portal = try #require(MockPortal.current)
        let files = try portal.identityFiles(of: "alice")
        try await Curl.get(portal, "--cert", files.certificate, "--key", files.key)
        #expect(portal.journal().connections.first?.tls?.identity == "alice")
    }

    @Test func `are gone with the test`() async throws {
        let test = try #require(Test.current)
        let kept = Locked("")
        try await MockPortalTrait.mockPortal("pki").provideScope(for: test, testCase: nil) {
            let file = try #require(MockPortal.current).authorityFile
            kept.withLock { $0 = file }
            #expect(access(file, R_OK) == 0)
        }
        #expect(access(kept.withLock { $0 }, F_OK) != 0)
    }

    @Test func `are not written for a task that outlives its test`() async throws {
        let test = try #require(Test.current)
        let late = Locked<Task<String, any Error>?>(nil)
        let (isOver, over) = AsyncStream.makeStream(of: Void.self)
        try await MockPortalTrait.mockPortal("token").provideScope(for: test, testCase: nil) {
            let portal = try #require(MockPortal.current)
            let task = Task {
                for await _ in isOver {}
                return try portal.authorityFile
            }
            late.withLock { $0 = task }
        }
        over.finish()
        let kept = late.withLock { $0 }
        let task = try #require(kept)
        await #expect { try await task.value } throws: { "\($0)".contains("the test case is over") }
    }

    @Test func `belong to a test with a portal`() async throws {
        let test = try #require(Test.current)
        let portal = Locked<MockPortal?>(nil)
        try await MockPortalTrait.mockPortal("token").provideScope(for: test, testCase: nil) {
            portal.withLock { $0 = MockPortal.current }
        }
        #expect { try portal.withLock { $0 }?.authorityFile } throws: { "\($0)".contains(".mockPortal") }
    }
}
