import ComparisonPortals
import FixtureFiles
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalAuthentication
import PortalJudge
import PortalTransport
import ScenarioFormat
import TLSIdentity
import Testing

@testable import PortalConformance
@testable import PortalScenarios

/// A conformance run against a fake portal in this process.
struct ConformanceBench {
    let portal: MockPortal
    private let pki: TestPKI
    /// What stands before a user's name where Windows asks for it: the fake's domain.
    private let domain: String

    /// Starts a portal of a preset with some keys of its own.
    init(_ preset: String = "token", _ overlay: JSONValue = [:]) throws {
        pki = try TestPKI(fixtures: .embedded)
        domain = preset.hasPrefix("iwa") ? #"MOCK\"# : ""
        let blueprint = try Blueprint.preset(preset, fixtures: .embedded).overlaid(with: overlay, source: "test")
        portal = try MockPortal.start(blueprint, options: .unhurried, pki: pki)
    }

    /// The verdict of each row; alice is the member. `{server}` and `{plain}` in a profile are the portal's own addresses.
    func run(
        _ rows: [String], more: String = "", refreshToken: Secret<String>? = nil, identity: String? = nil,
        _ change: (inout ConformanceOptions) -> Void = { _ in }
    ) async throws -> [String: Verdict] {
        let done = try await report(rows, more: more, refreshToken: refreshToken, identity: identity, change)
        return Dictionary(
            uniqueKeysWithValues: done.report.results.map { (String($0.scenario.split(separator: "/")[1]), $0.verdict) }
        )
    }

    /// Everything that comes of some rows; `asWebTier` has alice answer in front of the portal too.
    func report(
        _ rows: [String], more: String = "", refreshToken: Secret<String>? = nil, identity: String? = nil,
        asWebTier: Bool = false, _ change: (inout ConformanceOptions) -> Void = { _ in }
    ) async throws -> ConformanceReport {
        let plan = try plan(
            rows, more: more, refreshToken: refreshToken, identity: identity, asWebTier: asWebTier, change)
        return try await ConformanceRun(plan, fixtures: .embedded) {
            try ComparisonPortal.started($0, fixtures: .embedded)
        }.run()
    }

    /// What a recording of the portal holds.
    func record(_ change: (inout ConformanceOptions) -> Void) async throws -> RecordedPortal {
        try await RecordingRun(try plan([], change)).run()
    }

    private func plan(
        _ rows: [String], more: String = "", refreshToken: Secret<String>? = nil, identity: String? = nil,
        asWebTier: Bool = false, _ change: (inout ConformanceOptions) -> Void
    ) throws -> ConformancePlan {
        let more = more.replacing("{server}", with: portal.serverURL).replacing("{plain}", with: portal.httpURL ?? "")
        var profile = try ConformanceProfile(
            parsing: "rows: [\(rows.joined(separator: ", "))]\n\(more)", source: "profile.yaml", folder: "/")
        let alice = try #require(portal.accounts.first { $0.username == "alice" })
        profile.member = ConformanceProfile.Account(username: "alice", password: alice.password)
        if asWebTier {
            profile.webTier = ConformanceProfile.Account(username: domain + "alice", password: alice.password)
        }
        profile.authorities = [pki.authorityPEM]
        if let refreshToken {
            profile.application = ConformanceProfile.Application(
                clientID: "mockportal-app", clientSecret: nil, refreshToken: refreshToken,
                redirectURI: Self.redirect, mayRevoke: true)
        }
        if let identity {
            profile.identity = ConformanceProfile.Identity(
                bytes: try portal.pkcs12(named: identity), password: portal.identityPassword)
        }
        var options = ConformanceOptions()
        change(&options)
        return try ConformancePlan(portal: portal.url, profile: profile, options: options)
    }

    private static let redirect = "https://app.test/auth"

    /// The refresh token that alice's sign-in on the portal's page gives.
    func refreshToken() async throws -> Secret<String> {
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(pki.authorityPEM)]
        let wire = try CurlTransport(trust: trust)
        let rest = portal.url + "/sharing/rest/oauth2/"
        let page = try await wire.send(
            HTTPRequest(
                url: "\(rest)authorize?client_id=mockportal-app&response_type=code&redirect_uri=\(Self.redirect)"))
        let form = try #require(PageForm(page: String(decoding: page.body, as: UTF8.self)))
        let alice = try #require(portal.accounts.first { $0.username == "alice" })
        let fields = alice.password.reveal { form.signingIn(username: "alice", password: $0) }
        let signedIn = try await wire.send(Self.post(rest + "signin", fields))
        let location = try #require(signedIn.headers.first(named: "Location"))
        let code = try #require(AddressQuery.member("code", of: location))
        let tokens = try await wire.send(
            Self.post(
                rest + "token",
                [
                    ("grant_type", "authorization_code"), ("code", code), ("client_id", "mockportal-app"),
                    ("redirect_uri", Self.redirect),
                ]))
        return Secret(try #require(try JSONValue(parsing: tokens.body)["refresh_token"]?.string))
    }

    private static func post(_ url: String, _ fields: [(String, String)]) -> HTTPRequest {
        var request = HTTPRequest(url: url)
        request.method = "POST"
        request.headers = [HeaderField("Content-Type", "application/x-www-form-urlencoded")]
        request.body = Array(FormURLEncoded.encode(fields).utf8)
        return request
    }
}

/// A client's wire with one mistake in it.
struct ChangedTransport: HTTPTransport {
    let transport: any HTTPTransport
    var reading: @Sendable (HTTPRequest, inout HTTPResponse) -> Void = { _, _ in }
    /// Whether a request is sent again at once.
    var doubles: @Sendable (HTTPRequest) -> Bool = { _ in false }
    let change: @Sendable (inout HTTPRequest) -> Void

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var request = request
        change(&request)
        if doubles(request) { _ = try await transport.send(request) }
        var response = try await transport.send(request)
        reading(request, &response)
        return response
    }

    func retireConnections(to origin: Origin?) async { await transport.retireConnections(to: origin) }
    func setTrust(_ trust: TrustDecisions) async { await transport.setTrust(trust) }
}
