import HTTPAuthentication
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
        endedBy: String? = "client"
    ) -> Int {
        let number = evidence.journal.connections.count + 1
        var connection = Journal.Connection(
            number: number, listener: listener, origin: origin, peer: "127.0.0.1:1", openedAt: 0)
        if origin.hasPrefix("https") {
            connection.tls = Journal.Handshake(
                certificate: certificate, fingerprint: "leaf-\(certificate)", outcome: .completed)
        }
        connection.end = endedBy.map { Journal.End(at: 1, by: $0, requestBytes: requestBytes) }
        evidence.journal.connections.append(connection)
        return number
    }

    mutating func request(
        _ method: String, _ operation: String, token alias: String? = nil, code: Int? = 200, issued: String? = nil,
        body: String = "", target: String = "/portal/sharing/rest/x?f=json", headers: [HeaderField] = [],
        connection: Int = 1, listener: String = "portal", origin: String = origin, fault: String? = nil
    ) {
        let number = evidence.journal.requests.count + 1
        var fields = headers
        var presented: [Journal.PresentedToken] = []
        if let alias {
            fields.append(HeaderField("X-Esri-Authorization", "Bearer \(alias == "token#1" ? Self.token : alias)"))
            presented = [Journal.PresentedToken(carrier: .esriHeader, alias: alias)]
        }
        let answer = code.map { Journal.Answer(status: 200, code: $0, size: 10, issued: issued, fault: fault) }
        evidence.journal.requests.append(
            Journal.Request(
                number: number, connection: connection, ordinal: number, listener: listener, origin: origin,
                portalTime: 0,
                method: method, target: target, headers: fields, body: Array(body.utf8), operation: operation,
                presented: presented, answer: answer))
    }

    mutating func login(_ password: String = password, user: String = "alice", code: Int = 200, fault: String? = nil) {
        request(
            "POST", "generateToken", code: code, issued: code == 200 ? "token#1" : nil,
            body: "username=\(user)&password=\(password)&f=json", target: "/portal/sharing/rest/generateToken",
            fault: fault)
    }
}

extension Expectation {
    static func wire(_ lines: String...) throws -> Expectation {
        var expectation = Expectation()
        expectation.wire = try lines.map { .line(try WireLine(parsing: $0), count: 1) }
        return expectation
    }
}
