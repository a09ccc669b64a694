import ChildProcess
import HTTPSemantics
import MockPortalServer
import PortalJudge
import PortalTransport
import TestFolders
import TestRealms
import Testing

/// Sign-ins that belong to a connection, through proxies that are not ours.
@Suite(.proxies) struct `Windows sign-ins through proxies` {
    /// A proxy and what the built-in client's command line says of it.
    private struct Way: Sendable {
        let options: [String]
        /// The same for curl.
        let curl: [String]
    }

    enum Software: String, CaseIterable, Sendable { case tinyproxy, squid, squidWithPassword }

    private static func run(
        _ software: Software, _ body: @escaping @Sendable (Way) async throws -> Void
    ) async throws {
        switch software {
        case .tinyproxy: try await ProxyServer.tinyproxy { proxy, _ in try await body(way(proxy)) }
        case .squid: try await ProxyServer.squid(.nothing) { proxy, _ in try await body(way(proxy)) }
        case .squidWithPassword:
            let folder = try TemporaryFolder()
            let file = try folder.write(ProxyServer.password + "\n", as: "proxy.password")
            try await ProxyServer.squid(.basic) { proxy, _ in
                var way = way(proxy)
                way = Way(
                    options: way.options + ["--proxy-user", ProxyServer.user, "--proxy-password-file", file],
                    curl: way.curl + ["--proxy-user", "\(ProxyServer.user):\(ProxyServer.password)"])
                try await body(way)
            }
            withExtendedLifetime(folder) {}
        }
    }

    private static func way(_ proxy: Proxy) -> Way {
        Way(options: ["--proxy", proxy.description], curl: ["-x", proxy.description])
    }

    /// All legs of a sign-in came over one connection, and what the proxy was told stayed with it.
    private static func check(_ fake: FakePortal, _ verdicts: [Journal.Authorization.Verdict]) {
        let requests = fake.portal.journal().requests
        let signedIn = requests.filter { $0.authorization != nil }
        #expect(signedIn.prefix(verdicts.count).map(\.authorization?.verdict) == verdicts)
        #expect(Set(signedIn.prefix(verdicts.count).map(\.connection)).count == 1)
        #expect(requests.allSatisfy { $0.headers.first(named: "Proxy-Authorization") == nil })
    }

    @Test(arguments: Software.allCases) func `NTLM keeps its connection`(_ software: Software) async throws {
        try await Self.run(software) { way in
            let fake = try FakePortal("iwa-ntlm")
            defer { fake.portal.stop() }
            let file = try fake.folder.write(try fake.password() + "\n", as: "password", mode: 0o600)
            let done = try await ForeignClient.run(
                BuiltProgram.path("mockportal"),
                ["user", fake.portal.url, "--ca-file", fake.authority] + way.options
                    + ["--http-user", "MOCK\\alice", "--http-password-file", file])
            #expect(done.code == 0 && done.output.contains("alice"), "\(done.output)\(done.errors)")
            Self.check(fake, [.continued, .right])
            #expect(!(done.output + done.errors).contains(try fake.password()))
        }
    }

    @Test(.kerberos, arguments: Software.allCases) func `a ticket is the portal's, of curl and of the client`(
        _ software: Software
    ) async throws {
        try await Realm.run { realm in
            try await realm.getTicket("alice", cache: "alice")
            try await Self.run(software) { way in
                let fake = try FakePortal("iwa-kerberos", of: realm)
                defer { fake.portal.stop() }
                let done = try await ForeignClient.run(
                    BuiltProgram.path("mockportal"),
                    ["user", fake.portal.url, "--ca-file", fake.authority, "--negotiate", "localhost"] + way.options,
                    environment: realm.environment("alice"))
                #expect(done.code == 0 && done.output.contains("alice"), "\(done.output)\(done.errors)")
                Self.check(fake, [.right])
                let seen = fake.authorizations.count
                let curl = try await ForeignClient.run(
                    "curl",
                    ["-q", "-sS", "--max-time", "120", "--cacert", fake.authority, "--negotiate", "-u", ":"] + way.curl
                        + [fake.whoAmI], environment: realm.environment("alice"))
                #expect(try FakePortal.user(in: curl.output) == "alice", "\(curl.output)\(curl.errors)")
                #expect(fake.authorizations.dropFirst(seen).map(\.verdict) == [.right])
            }
        }
    }
}
