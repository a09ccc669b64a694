import FixtureFiles
import HTTPSemantics
import JSONValues
import PortalJudge

@testable import PortalSimulator

/// A portal without sockets: requests go in as values, and what comes out is looked at.
struct SiteProbe {
    let site: PortalSite
    var time: Int64 = 1_700_000_000_000
    var listener = ListenerFacts(name: "portal", origin: SiteProbe.origin("https://localhost:8443"))
    var peer = "127.0.0.1"
    /// The connection that requests come over; nil where nothing is bound to one.
    var connection: TestConnection?
    /// The hash of the certificate that it has shown, in hex.
    var endPointHash: String?

    /// Builds a portal from a preset and what a test changes in it.
    init(_ preset: String, _ overlay: JSONValue = [:], limits: ResourceLimits = ResourceLimits()) throws {
        let blueprint = try Blueprint.preset(preset, fixtures: .embedded).overlaid(with: overlay, source: "test")
        try self.init(blueprint, limits: limits)
    }

    init(_ blueprint: Blueprint, limits: ResourceLimits = ResourceLimits()) throws {
        let addresses = SiteAddresses(
            portal: Self.origin("https://localhost:8443"), http: Self.origin("http://localhost:8080"),
            hosts: ["other": Self.origin("https://127.0.0.2:9443")])
        site = try PortalSite(blueprint, addresses: addresses, limits: limits)
    }

    /// A portal of users, and the tokens of a publisher, a user and an administrator.
    static func signedIn() throws -> (probe: SiteProbe, alice: String, carol: String, dana: String) {
        let probe = try SiteProbe("token")
        return (
            probe, try probe.token(for: "alice"), try probe.token(for: "carol"), try probe.token(for: "dana")
        )
    }

    static func origin(_ text: String) -> Origin {
        guard let origin = Origin(ofURL: text) else { preconditionFailure("\(text) is no URL") }
        return origin
    }

    /// An answer with its parts at hand.
    struct Outcome {
        let answer: Answer
        var status: Int { answer.prepared.status }
        var code: Int { answer.code }
        var body: [UInt8] { answer.prepared.body }
        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
        var error: JSONValue? { json["error"] }
        func header(_ name: String) -> String? { answer.prepared.headers.first(named: name) }
        var reasons: String { answer.notes.decisions.map { "\($0.gate):\($0.passed)" }.joined(separator: " ") }
    }

    struct NoToken: Error {
        let answer: String
    }

    func send(
        _ method: String, _ target: String, headers: [(String, String)] = [], form: String? = nil,
        certificate: ClientCertificateFacts? = nil
    ) -> Outcome {
        var fields = headers.map { HeaderField($0.0, $0.1) }
        if form != nil { fields.append(HeaderField("Content-Type", "application/x-www-form-urlencoded")) }
        var request = IncomingRequest(
            listener: listener, connection: 1, peerAddress: peer, method: method, target: target, headers: fields,
            body: Array((form ?? "").utf8), portalTime: time, clientCertificate: certificate,
            wasAskedForCertificate: certificate != nil)
        request.memory = connection
        request.endPointHash = endPointHash
        return Outcome(answer: site.answer(request))
    }

    /// A GET below `{portal}/sharing/rest`, as JSON.
    func get(_ path: String, token: String? = nil, headers: [(String, String)] = []) -> Outcome {
        let separator = path.contains("?") ? "&" : "?"
        return send(
            "GET", "/portal/sharing/rest/\(path)\(separator)f=json",
            headers: headers + (token.map { [("X-Esri-Authorization", "Bearer \($0)")] } ?? []))
    }

    /// A GET below the server, as JSON.
    func server(_ path: String, token: String? = nil, headers: [(String, String)] = []) -> Outcome {
        let separator = path.contains("?") ? "&" : "?"
        return send(
            "GET", "/server/\(path)\(separator)f=json",
            headers: headers + (token.map { [("X-Esri-Authorization", "Bearer \($0)")] } ?? []))
    }

    func password(of user: String) -> String {
        site.accounts.first { $0.username == user }?.password.reveal { $0 } ?? ""
    }

    /// Asks for a token with a form of its own.
    func generate(_ form: String, path: String = "/portal/sharing/rest/generateToken") -> Outcome {
        send("POST", path, form: form)
    }

    /// Signs in without binding the token to anything.
    func token(for user: String) throws -> String {
        let outcome = generate("username=\(user)&password=\(password(of: user))&f=json")
        guard let token = outcome.json["token"]?.string else { throw NoToken(answer: outcome.text) }
        return token
    }
}

/// What one connection of a test remembers; a test sends its requests one after the other.
final class TestConnection: ConnectionMemory, @unchecked Sendable {
    var signIn: (any ConnectionSignIn)?
}
