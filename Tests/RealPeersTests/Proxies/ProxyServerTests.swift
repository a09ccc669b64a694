import Foundation
import HTTPSemantics
import MockPortalServer
import PortalAuthentication
import PortalClient
import PortalJudge
import PortalTransport
import TLSIdentity
import TestFolders
import Testing

/// tinyproxy, squid and microsocks between the built-in client and the fake.
@Suite(.proxies) struct `Proxies of other makers` {
    /// Signs alice in through a proxy and loads the portal; gives the error, if any.
    private static func load(
        _ fake: FakePortal, through proxy: Proxy, trusting more: [String] = []
    ) async throws -> PortalError? {
        let trust = try trust(fake, more)
        let transport = try CurlTransport(trust: trust, proxies: .fixed(proxy))
        defer { transport.shutdown() }
        let environment = PortalEnvironment(transport: transport, trust: trust)
        let url = try PortalURL(fake.portal.url)
        environment.credentials.add(
            TokenCredential(
                for: url.root, username: "alice", password: Secret(try fake.password()), in: environment))
        let portal = Portal(url: url, connection: .authenticated, in: environment)
        do throws(PortalError) { try await portal.load() } catch { return error }
        #expect(portal.user?.username == "alice")
        return nil
    }

    private static func trust(_ fake: FakePortal, _ more: [String] = []) throws -> TrustDecisions {
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(try TestAuthority.pki.authorityPEM)] + more.map { PEMCertificates($0) }
        return trust
    }

    /// The port of an URL of the fake's.
    private static func port(_ url: String) -> Int { Origin(ofURL: url)?.port ?? 0 }

    @Test(arguments: [false, true]) func `tinyproxy sees the portal's host and port, and nothing of what is said`(
        asks: Bool
    ) async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let password = try fake.password()
        let server = try await ProxyServer.tinyproxy(asks: asks) { proxy, server in
            let error = try await Self.load(fake, through: proxy)
            #expect(error == nil)
            let journal = fake.portal.journal()
            #expect(journal.requests.map(\.operation).contains("generateToken"))
            #expect(journal.requests.allSatisfy { $0.headers.first(named: "Proxy-Authorization") == nil })
            return server
        }
        // It has ended, and its log is whole.
        #expect(server.log.contains("CONNECT localhost:\(Self.port(fake.portal.url)) HTTP/1.1"), "\(server.log)")
        #expect(!server.log.contains(password) && !server.log.contains("sharing/rest"))
    }

    struct Demand: CustomTestStringConvertible, Sendable {
        let habit: ProxyServer.Habit
        let username: String?
        let code: PortalError.Code?
        var word = ""
        var testDescription: String { "\(habit.rawValue), \(username ?? "no user name")" }
    }

    @Test(arguments: [
        Demand(habit: .nothing, username: nil, code: nil),
        Demand(habit: .basic, username: ProxyServer.user, code: nil),
        Demand(habit: .digest, username: ProxyServer.user, code: nil),
        Demand(habit: .basic, username: nil, code: .proxyAuthenticationRequired, word: "asks for a user name"),
        Demand(habit: .digest, username: nil, code: .proxyAuthenticationRequired, word: "asks for a user name"),
        Demand(habit: .basic, username: "mallory", code: .proxyAuthenticationRejected, word: "did not accept"),
        Demand(habit: .digest, username: "mallory", code: .proxyAuthenticationRejected, word: "did not accept"),
        Demand(
            habit: .ntlm, username: "mallory", code: .proxyAuthenticationRejected, word: "NTLM, which is not spoken"),
    ])
    func `squid is told who asks, once, and its refusal is told as the proxy's`(row: Demand) async throws {
        let fake = try FakePortal("token", servesHTTP: true)
        defer { fake.portal.stop() }
        try await ProxyServer.squid(row.habit) { known, _ in
            let proxy =
                row.username == ProxyServer.user || row.username == nil && row.code == nil
                ? known
                : try Proxy(
                    known.description, username: row.username, password: row.username.map { _ in Secret("wrong") })
            let error = try await Self.load(fake, through: proxy)
            #expect(error?.code == row.code, "\(error.map { "\($0)" } ?? "none")")
            if let error {
                #expect(error.detail.contains(known.description) && error.detail.contains(row.word), "\(error)")
            }
            // A request without TLS is the proxy's to answer.
            let transport = try CurlTransport(proxies: .fixed(proxy))
            defer { transport.shutdown() }
            let plain = try #require(fake.portal.httpURL) + "/sharing/rest?f=json"
            do throws(TransportError) {
                let request = HTTPRequest(method: "POST", url: plain, body: Array("f=json".utf8))
                let answer = try await transport.send(request)
                #expect(answer.status == 200 && row.code == nil)
            } catch {
                #expect(row.code != nil && error.code.description == row.code?.description, "\(error)")
                #expect(!error.mayHaveBeenSent)
            }
            let journal = fake.portal.journal()
            #expect(journal.requests.isEmpty == (row.code != nil))
            #expect(journal.requests.allSatisfy { $0.headers.first(named: "Proxy-Authorization") == nil })
        }
    }

    @Test func `a proxy that speaks TLS is looked at as a server is`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        try await ProxyServer.squid(.speaksTLS) { proxy, _ in
            #expect(try await Self.load(fake, through: proxy) == nil)
            let untrusting = try CurlTransport(proxies: .fixed(proxy))
            defer { untrusting.shutdown() }
            do throws(TransportError) {
                _ = try await untrusting.send(HTTPRequest(url: fake.whoAmI))
                Issue.record("was let through")
            } catch {
                #expect(error.code == .cannotConnect, "\(error)")
                #expect(error.detail.contains("certificate of the proxy \(proxy)"), "\(error)")
            }
        }
    }

    @Test func `a proxy that opens TLS is refused, unless its authority is trusted`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        try await ProxyServer.squid(.intercepts) { proxy, folder in
            let error = try #require(await Self.load(fake, through: proxy))
            #expect(error.code == .serverCertificateUntrusted, "\(error)")
            #expect(fake.portal.journal().requests.isEmpty)
            let authority = try String(contentsOfFile: "\(folder.path)/authority.pem", encoding: .utf8)
            #expect(try await Self.load(fake, through: proxy, trusting: [authority]) == nil)
        }
    }

    @Test(arguments: ["socks5", "socks5h"]) func `microsocks leads to the portal, and asks who comes`(scheme: String)
        async throws
    {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        try await ProxyServer.microsocks(scheme) { proxy in
            let error = try await Self.load(fake, through: proxy)
            #expect(error == nil)
        }
        try await ProxyServer.microsocks(scheme, asks: true) { proxy in
            #expect(try await Self.load(fake, through: proxy) == nil)
            let asked = fake.portal.journal().requests.count
            for (username, code) in [
                (nil, PortalError.Code.proxyAuthenticationRequired), ("mallory", .proxyAuthenticationRejected),
            ] {
                let other = try Proxy(
                    proxy.description, username: username, password: username.map { _ in Secret("wrong") })
                let error = try #require(await Self.load(fake, through: other))
                #expect(error.code == code && error.detail.contains(proxy.description), "\(error)")
            }
            #expect(fake.portal.journal().requests.count == asked)
        }
    }
}
