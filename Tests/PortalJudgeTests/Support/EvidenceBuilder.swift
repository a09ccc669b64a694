import HTTPSemantics
import PortalJudge

/// The testing library has a type of the same name.
typealias Expectation = PortalJudge.Expectation

/// Builds evidence as a portal would leave it, one line per request.
struct EvidenceBuilder {
    static let origin = "https://localhost:8443"
    static let password = "canary-password-1"
    static let token = "canary-token-0001"

    var evidence: Evidence

    init(_ client: Evidence.Client = .builtIn) {
        evidence = Evidence(client: client)
        evidence.canaries = [
            Canary(name: "password:alice", kind: .password, value: Self.password, origins: [Self.origin]),
            Canary(name: "token#1", kind: .token, value: Self.token, origins: [Self.origin]),
        ]
        connection()
    }

    @discardableResult
    mutating func connection(
        certificate: String = "good", listener: String = "portal", origin: String = origin, requestBytes: Int = 100,
        endedBy: String? = "client", identity: String? = nil, identityVerdict: String? = nil,
        asksIdentity: Bool = false,
        alert: Journal.Alert? = nil, outcome: Journal.Handshake.Outcome = .completed
    ) -> Int {
        let number = evidence.journal.connections.count + 1
        var connection = Journal.Connection(
            number: number, listener: listener, origin: origin, peer: "127.0.0.1:1", openedAt: 0)
        if origin.hasPrefix("https") {
            connection.tls = Journal.Handshake(
                certificate: certificate, fingerprint: "leaf-\(certificate)", outcome: outcome, identity: identity,
                identityVerdict: identityVerdict ?? identity.map { _ in "good" },
                acceptableIssuers: asksIdentity || identity != nil ? ["CN=mockportal client authority"] : nil,
                alert: alert)
        }
        connection.end = endedBy.map { Journal.End(at: 1, by: $0, requestBytes: requestBytes) }
        evidence.journal.connections.append(connection)
        return number
    }

    mutating func request(
        _ method: String, _ operation: String, token alias: String? = nil, code: Int? = 200, issued: String? = nil,
        body: String = "", target: String = "/portal/sharing/rest/x?f=json", headers: [HeaderField] = [],
        connection: Int = 1, listener: String = "portal", origin: String = origin, fault: String? = nil,
        authorization: Journal.Authorization? = nil, status: Int = 200, challenges: [String]? = nil
    ) {
        let number = evidence.journal.requests.count + 1
        var fields = headers
        var presented: [Journal.PresentedToken] = []
        if let alias {
            fields.append(HeaderField("X-Esri-Authorization", "Bearer \(alias == "token#1" ? Self.token : alias)"))
            presented = [Journal.PresentedToken(carrier: .esriHeader, alias: alias)]
        }
        let answer = code.map {
            Journal.Answer(
                status: status, code: $0, size: 10, issued: issued, challenges: challenges)
        }
        evidence.journal.requests.append(
            Journal.Request(
                number: number, connection: connection, ordinal: number, listener: listener, origin: origin,
                portalTime: 0,
                method: method, target: target, headers: fields, body: Array(body.utf8), operation: operation,
                presented: presented, authorization: authorization, answer: answer, fault: fault))
    }

    /// A request that its client ended in the middle: the portal read its head, if any, and took it for nothing.
    mutating func breakOff(
        _ headers: [HeaderField], method: String = "POST", target: String = "/portal/sharing/rest/x?f=json",
        body: String = "", origin: String = origin
    ) {
        request(method, "unknown", code: nil, body: body, target: target, headers: headers, origin: origin)
        evidence.journal.requests[evidence.journal.requests.count - 1].parserError =
            "the client ended the connection in the middle of its request"
    }

    /// Says why the last request was refused.
    mutating func refuse(_ gate: String, _ reason: String, _ cause: Journal.Cause?, passed: Bool = false) {
        evidence.journal.requests[evidence.journal.requests.count - 1].decisions.append(
            Journal.Decision(gate: gate, passed: passed, reason: reason, cause: cause))
    }

    mutating func login(_ password: String = password, user: String = "alice", code: Int = 200, fault: String? = nil) {
        request(
            "POST", "generateToken", code: code, issued: code == 200 ? "token#1" : nil,
            body: "username=\(user)&password=\(password)&f=json", target: "/portal/sharing/rest/generateToken",
            fault: fault)
    }
}

extension EvidenceBuilder {
    /// `alice:canary-password-1` in base64.
    static let basicPair = "Basic YWxpY2U6Y2FuYXJ5LXBhc3N3b3JkLTE="

    /// A request with Basic credentials.
    mutating func basic(
        _ header: String = basicPair, verdict: Journal.Authorization.Verdict = .right, listener: String = "portal",
        connection: Int = 1, origin: String = origin, target: String = "/portal/sharing/rest/x?f=json"
    ) {
        let status = verdict == .wrong ? 401 : 200
        request(
            "GET", "portals/self", code: status, target: target, headers: [HeaderField("Authorization", header)],
            connection: connection, listener: listener, origin: origin,
            authorization: Journal.Authorization(scheme: "basic", username: "alice", verdict: verdict), status: status,
            challenges: status == 401 ? ["Basic"] : nil)
    }

    /// A request that is answered with a nonce.
    mutating func issue(_ nonce: String) {
        request("GET", "portals/self", code: 401, status: 401, challenges: ["Digest SHA-256"])
        evidence.journal.requests[evidence.journal.requests.count - 1].answer?.nonce = nonce
    }

    /// A request with a Digest answer.
    mutating func digest(
        _ nonce: String = "nonce#1", count: Int? = 1, verdict: Journal.Authorization.Verdict = .right,
        cnonce: String? = "c0ffee", origin: String = origin
    ) {
        let status = verdict == .right ? 200 : 401
        request(
            "GET", "portals/self", code: status,
            headers: [HeaderField("Authorization", "Digest response=\"\(String(repeating: "0a", count: 16))\"")],
            origin: origin,
            authorization: Journal.Authorization(
                scheme: "digest", username: "alice", verdict: verdict, realm: "portal", nonce: nonce,
                nonceCount: count, cnonce: cnonce, qop: "auth", algorithm: "SHA-256"), status: status,
            challenges: status == 401 ? ["Digest SHA-256"] : nil)
    }
}

extension Expectation {
    static func wire(_ lines: String...) throws -> Expectation {
        var expectation = Expectation()
        expectation.wire = try lines.map { .line(try WireLine(parsing: $0), count: 1) }
        return expectation
    }
}
