import Foundation
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// The gate before clients that are not ours; which of them can answer what was measured with curl 7.88 and requests 2.34.
@Suite("The web tier before curl and requests", .serialized) struct WebTierClientsTests {
    struct Challenge: CustomTestStringConvertible, Sendable {
        let name: String
        let challenges: JSONValue
        var requests = true
        /// The algorithm and qop that curl answers with.
        var algorithm: String?
        var qop: String?
        var testDescription: String { name }

        static func digest(_ algorithm: String, _ qop: [String], requests: Bool = true) -> Challenge {
            Challenge(
                name: "\(algorithm) \(qop.joined(separator: ","))",
                challenges: [
                    [
                        "scheme": "Digest", "algorithm": .string(algorithm), "qop": .array(qop.map { .string($0) }),
                        "opaque": true, "realm": "portal, inner",
                    ]
                ], requests: requests, algorithm: algorithm, qop: qop.contains("auth") ? "auth" : qop.first)
        }
    }

    static let digests = [
        Challenge(name: "no algorithm", challenges: [["scheme": "Digest"]], qop: "auth"),
        .digest("MD5", ["auth"]), .digest("MD5", []), .digest("MD5-sess", ["auth"]), .digest("SHA-256", ["auth"]),
        .digest("SHA-256", []), .digest("SHA-256-sess", ["auth"], requests: false),
        .digest("MD5", ["auth-int"], requests: false), .digest("SHA-256", ["auth-int"], requests: false),
        .digest("MD5", ["auth", "auth-int"]), .digest("SHA-256", ["auth-int", "auth"], requests: false),
    ]

    func start(_ challenges: JSONValue, _ more: [String: JSONValue] = [:]) throws -> MockPortal {
        var web = more
        web["challenges"] = challenges
        return try TestPortal.start(["httpAuthentication": .object(web)], preset: "organization")
    }

    func password(_ portal: MockPortal) -> String {
        portal.accounts.first { $0.username == "alice" }?.password.reveal { $0 } ?? ""
    }

    func curl(_ portal: MockPortal, _ arguments: [String]) async throws -> String {
        let authority = try TestPortal.authorityFile()
        let user = "alice:\(password(portal))"
        return try await Child.curl(
            ["--cacert", authority.path, "-u", user] + arguments + ["\(portal.url)/sharing/rest/portals/self?f=json"]
        ).output
    }

    @Test(arguments: digests) func `curl gets in by Digest`(_ row: Challenge) async throws {
        let portal = try start(row.challenges)
        defer { portal.stop() }
        #expect(try await curl(portal, ["--digest"]).contains("\"username\":\"alice\""))
        let requests = portal.journal().requests
        #expect(requests.map(\.answer?.status) == [401, 200])
        let authorization = try #require(requests.last?.authorization)
        #expect(authorization.verdict == .right)
        #expect(authorization.algorithm == row.algorithm)
        #expect(authorization.qop == row.qop)
        #expect(authorization.nonce == "nonce#1")
    }

    @Test(arguments: ["--digest", "--anyauth", "--basic"]) func `curl with a wrong password stays out`(
        _ option: String
    ) async throws {
        let portal = try TestPortal.start(preset: "basic-digest")
        defer { portal.stop() }
        let authority = try TestPortal.authorityFile()
        let outcome = try await Child.curl([
            "--cacert", authority.path, option, "-u", "alice:wrong", "-o", "/dev/null", "-w", "%{http_code}",
            "\(portal.url)/sharing/rest/portals/self?f=json",
        ])
        #expect(outcome.output == "401")
        #expect(portal.journal().requests.last?.authorization?.verdict == .wrong)
    }

    @Test func `curl chooses Digest among what is offered`() async throws {
        let portal = try TestPortal.start(preset: "basic-digest")
        defer { portal.stop() }
        #expect(try await curl(portal, ["--anyauth"]).contains("\"username\":\"alice\""))
        #expect(portal.journal().requests.last?.authorization?.scheme == "digest")
        #expect(try await curl(portal, ["--basic"]).contains("\"username\":\"alice\""))
        #expect(portal.journal().requests.last?.authorization?.scheme == "basic")
    }

    static let python = """
        import sys, requests
        from requests.auth import HTTPBasicAuth, HTTPDigestAuth
        kind, url, password, ca, times = sys.argv[1:]
        session = requests.Session()
        session.trust_env = False
        session.verify = ca
        session.auth = (HTTPDigestAuth if kind == "digest" else HTTPBasicAuth)("alice", password)
        for _ in range(int(times)):
            answer = session.get(url)
            print(answer.status_code, answer.json().get("user", {}).get("username"))
        """

    static let hasRequests = Task.detached {
        (try? await Child.run("python3", ["-c", "import requests"]).status) == 0
    }

    func requests(_ portal: MockPortal, _ kind: String, times: Int = 1) async throws -> String {
        let authority = try TestPortal.authorityFile()
        let script = try TemporaryFile(Self.python)
        let url = "\(portal.url)/sharing/rest/portals/self?f=json"
        return try await Child.run(
            "python3", [script.path, kind, url, password(portal), authority.path, String(times)]
        ).output
    }

    @Test(
        .enabled("needs Python's requests: apt install python3-requests") { await hasRequests.value },
        arguments: digests.filter(\.requests))
    func `requests gets in by Digest`(_ row: Challenge) async throws {
        let portal = try start(row.challenges)
        defer { portal.stop() }
        #expect(try await requests(portal, "digest", times: 2) == "200 alice\n200 alice\n")
        let seen = portal.journal().requests
        #expect(seen.compactMap(\.authorization).allSatisfy { $0.verdict == .right })
    }

    @Test(.enabled("needs Python's requests: apt install python3-requests") { await hasRequests.value })
    func `requests counts on one nonce and follows a stale one`() async throws {
        let portal = try start([["scheme": "Digest", "qop": ["auth"]]], ["nonce": ["uses": 2]])
        defer { portal.stop() }
        #expect(try await requests(portal, "digest", times: 3) == "200 alice\n200 alice\n200 alice\n")
        let seen = portal.journal().requests
        #expect(seen.map(\.authorization?.verdict) == [nil, .right, .right, .stale, .right])
        #expect(seen.map(\.authorization?.nonceCount) == [nil, 1, 2, 3, 1])
        #expect(seen.map(\.authorization?.nonce) == [nil, "nonce#1", "nonce#1", "nonce#1", "nonce#2"])
    }

    @Test(.enabled("needs Python's requests: apt install python3-requests") { await hasRequests.value })
    func `requests gets in by Basic`() async throws {
        let portal = try TestPortal.start(preset: "basic")
        defer { portal.stop() }
        #expect(try await requests(portal, "basic") == "200 alice\n")
    }
}
