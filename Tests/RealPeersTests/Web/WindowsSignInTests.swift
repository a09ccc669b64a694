import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// NTLM of clients that are not ours.
@Suite struct `curl with NTLM at the fake` {
    struct Row: CustomTestStringConvertible, Sendable {
        let preset: String
        let user: String
        var option = "--ntlm"
        var testDescription: String { "\(option) as \(user) at \(preset)" }
    }

    static let rows =
        ["iwa", "iwa-ntlm", "iwa-basic"].flatMap { preset in
            ["MOCK\\alice", "alice", "alice@mock.test"].map { Row(preset: preset, user: $0) }
        } + [Row(preset: "iwa-ntlm", user: "alice", option: "--anyauth")]

    @Test(arguments: rows) func `signs in over one connection with NTLMv2`(_ row: Row) async throws {
        let fake = try FakePortal(row.preset)
        defer { fake.portal.stop() }
        let credentials = "\(row.user):\(try fake.password())"
        let answer = try await ForeignClient.curl(
            [row.option, "-u", credentials], authority: fake.authority, fake.whoAmI)
        #expect(answer.status == 200, "\(answer.errors)")
        #expect(try FakePortal.user(in: answer.body) == "alice")
        let requests = fake.portal.journal().requests.filter { $0.authorization != nil }
        #expect(requests.map(\.authorization?.verdict) == [.continued, .right])
        #expect(Set(requests.map(\.connection)).count == 1)
        #expect(requests.last?.authorization?.windows?.response == "NTLMv2")
        #expect(requests.last?.authorization?.username == "alice")
    }

    @Test func `is refused with a wrong password, and where channel bindings are required`() async throws {
        let fake = try FakePortal("iwa-ntlm")
        defer { fake.portal.stop() }
        let wrong = try await ForeignClient.curl(
            ["--ntlm", "-u", "alice:wrong"], authority: fake.authority, fake.whoAmI)
        #expect(wrong.status == 401)
        #expect(fake.portal.journal().requests.last?.authorization?.verdict == .wrong)
        let bound = try FakePortal("iwa-ntlm", ["httpAuthentication": ["windows": ["channelBinding": "require"]]])
        defer { bound.portal.stop() }
        let credentials = "alice:\(try bound.password())"
        let unbound = try await ForeignClient.curl(
            ["--ntlm", "-u", credentials], authority: bound.authority, bound.whoAmI)
        #expect(unbound.status == 401)
        #expect(bound.portal.journal().requests.last?.authorization?.windows?.channelBinding == "none")
        #expect(bound.portal.journal().requests.last?.decisions.last?.reason.contains("channel binding") == true)
    }

    @Test func `asks once for several requests over one connection, or each time where nothing lasts`() async throws {
        for (persists, signIns) in [("ntlm", 1), ("request", 2)] {
            let fake = try FakePortal(
                "iwa-ntlm", ["httpAuthentication": ["windows": ["persists": .string(persists)]]])
            defer { fake.portal.stop() }
            let answer = try await ForeignClient.curl(
                ["--ntlm", "-u", "alice:\(try fake.password())", fake.whoAmI, "-o", "/dev/null"],
                authority: fake.authority, fake.whoAmI)
            #expect(answer.status == 200, "\(answer.errors)")
            let requests = fake.portal.journal().requests
            #expect(Set(requests.map(\.connection)).count == 1)
            #expect(requests.filter { $0.authorization?.verdict == .right }.count == signIns)
            #expect(requests.filter { $0.answer?.status == 200 }.count == 2)
        }
    }
}

/// requests-ntlm, and pyspnego, on which it stands (github.com/requests, github.com/jborean93/pyspnego).
@Suite(.requestsNTLM) struct `requests-ntlm at the fake` {
    private static let program = """
        import json, sys
        import requests
        from requests_ntlm import HttpNtlmAuth
        url, authority, user, password = sys.argv[1:]
        session = requests.Session()
        session.trust_env = False
        session.verify = authority
        session.auth = HttpNtlmAuth(user, password)
        seen = []
        for _ in range(2):
            answer = session.get(url, timeout=120)
            seen.append({"status": answer.status_code, "user": answer.json().get("user", {}).get("username") if answer.ok else None})
        print(json.dumps(seen))
        """

    /// Negotiate with NTLM inside SPNEGO, as Windows may send it.
    private static let wrapped = """
        import base64, json, sys
        import requests, spnego
        url, authority, user, password = sys.argv[1:]
        session = requests.Session()
        session.trust_env = False
        session.verify = authority
        context = spnego.client(user, password, hostname="localhost", service="HTTP", protocol="negotiate",
                                options=spnego.NegotiateOptions.use_negotiate)
        token, status = context.step(), 0
        while token is not None:
            answer = session.get(url, headers={"Authorization": "Negotiate " + base64.b64encode(token).decode()}, timeout=120)
            status = answer.status_code
            field = answer.headers.get("WWW-Authenticate", "")
            words = field.split(" ")
            token = context.step(base64.b64decode(words[1])) if len(words) == 2 and not context.complete else None
        print(json.dumps([{"status": status, "complete": context.complete}]))
        """

    private func run(_ program: String, _ fake: FakePortal, password: String? = nil) async throws -> [JSONValue] {
        let folder = try #require(Peers.folder(fromPyPI: "requests-ntlm", module: "requests_ntlm"))
        let password = try password ?? fake.password()
        let run = try await ForeignClient.run(
            "python3", ["-c", program, fake.whoAmI, fake.authority, "MOCK\\alice", password],
            environment: ["PYTHONPATH=\(folder)"])
        #expect(run.code == 0, "\(run.errors)")
        return try #require(try JSONValue(parsing: run.output).array)
    }

    @Test(arguments: ["none", "allow", "require"]) func `signs in, bound to its channel`(_ rule: String) async throws {
        let fake = try FakePortal("iwa-ntlm", ["httpAuthentication": ["windows": ["channelBinding": .string(rule)]]])
        defer { fake.portal.stop() }
        let seen = try await run(Self.program, fake)
        #expect(seen.map { $0["user"]?.string } == ["alice", "alice"])
        let right = fake.portal.journal().requests.compactMap(\.authorization).filter { $0.verdict == .right }
        #expect(right.first?.windows?.channelBinding == "right")
    }

    @Test func `is refused with a wrong password`() async throws {
        let fake = try FakePortal("iwa-ntlm")
        defer { fake.portal.stop() }
        #expect(try await run(Self.program, fake, password: "wrong").first?["status"] == 401)
    }

    @Test func `signs in by NTLM inside SPNEGO`() async throws {
        let fake = try FakePortal("iwa")
        defer { fake.portal.stop() }
        let seen = try await run(Self.wrapped, fake)
        #expect(seen.first?["status"] == 200, "\(fake.portal.journal().requests.map(\.decisions))")
        #expect(seen.first?["complete"] == true)
    }
}
