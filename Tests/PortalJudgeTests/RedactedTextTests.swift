import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Every text of stored evidence, each with a secret in its place.
@Suite struct `Texts of stored evidence` {
    private static let secret = EvidenceBuilder.password

    /// What the portal, the runner and the scenario say in their own words: a client chooses nothing of it.
    private static let own: Set<String> = [
        "journal.connections.listener", "journal.connections.origin", "journal.connections.peer",
        "journal.connections.fault", "journal.connections.end.by", "journal.connections.tls.offeredVersions",
        "journal.connections.tls.certificate", "journal.connections.tls.fingerprint", "journal.connections.tls.version",
        "journal.connections.tls.identity", "journal.connections.tls.identityVerdict",
        "journal.connections.tls.acceptableIssuers", "journal.connections.tls.alert.name",
        "journal.connections.tls.alert.sentBy", "journal.requests.listener", "journal.requests.origin",
        "journal.requests.fault", "journal.requests.presented.alias", "journal.requests.authorization.nonce",
        "journal.requests.authorization.windows.message", "journal.requests.authorization.windows.response",
        "journal.requests.authorization.windows.channelBinding", "journal.requests.decisions.gate",
        "journal.requests.answer.issued", "journal.requests.answer.alsoIssued", "journal.requests.answer.challenges",
        "journal.requests.answer.nonce", "journal.requests.answer.retryAfter", "journal.requests.grant.presented",
        "canaries.name", "canaries.origins", "grants.origin", "grants.fingerprint", "identityGrants.origin",
        "identityGrants.identity", "consents", "abilities.did", "abilities.declined", "departures.code",
        "reused.other",
    ]

    /// Evidence in which nothing is absent or empty.
    private static var whole: Evidence {
        var evidence = Evidence(client: .foreign, journal: journal)
        evidence.events = ["loaded"]
        evidence.final = ["status": "loaded", "layers": ["one"]]
        evidence.outcome = ClientOutcome(kind: .refused, reason: .tokenInvalid, ownReason: "own", written: .refused)
        evidence.output = [ClientOutput(place: "standard output", text: "text")]
        evidence.unsearched = "not everything was searched"
        evidence.canaries = [
            Canary(name: "password:alice", kind: .password, value: secret, origins: [EvidenceBuilder.origin])
        ]
        evidence.certificates = ["good": [.certificateExpired]]
        evidence.grants = [
            Grant(origin: EvidenceBuilder.origin, fingerprint: "leaf", tolerating: [.hostMismatch], after: 0, until: 1)
        ]
        evidence.identityGrants = [
            IdentityGrant(origin: EvidenceBuilder.origin, identity: "alice", after: 0, until: 1)
        ]
        evidence.asks = [0]
        evidence.consents = [EvidenceBuilder.origin]
        evidence.complaints = ["complaint"]
        evidence.breach = .exitCode(3)
        evidence.abilities = ClientAbilities(did: ["connect"], declined: "item")
        evidence.obstacle = "obstacle"
        evidence.inapplicable = "inapplicable"
        evidence.departures = [
            Finding("wire.order", "problem", expected: "expected", nearest: "nearest", difference: "difference")
        ]
        evidence.reused = [Evidence.Reuse(kind: .state, request: 1, other: "run")]
        return evidence
    }

    private static var journal: Journal {
        let tls = Journal.Handshake(
            serverName: "localhost", offeredVersions: ["TLS1.3"], alpn: ["h2"], certificate: "good",
            fingerprint: "leaf", outcome: .completed, version: "TLS1.3", clientCertificate: "CN=alice",
            identity: "alice", identityVerdict: "good", acceptableIssuers: ["CN=authority"],
            alert: Journal.Alert(number: 48, name: "unknown_ca", sentBy: "client"))
        let connection = Journal.Connection(
            number: 1, listener: "portal", origin: EvidenceBuilder.origin, peer: "127.0.0.1:1", openedAt: 0, tls: tls,
            end: Journal.End(at: 1, by: "client", requestBytes: 1), fault: "reset")
        let windows = Journal.WindowsCredentials(
            message: "authenticate", mechanism: "NTLM", response: "NTLMv2", domain: "PORTAL", channelBinding: "none",
            delegated: false)
        let authorization = Journal.Authorization(
            scheme: "ntlm", username: "alice", verdict: .right, realm: "realm", nonce: "nonce#1", nonceCount: 1,
            cnonce: "c0ffee", qop: "auth", algorithm: "MD5", windows: windows)
        let answer = Journal.Answer(
            status: 200, code: 200, size: 1, issued: "token#1", challenges: ["Basic"], nonce: "nonce#1",
            retryAfter: "1", alsoIssued: ["refresh#1"])
        let request = Journal.Request(
            number: 1, connection: 1, ordinal: 1, listener: "portal", origin: EvidenceBuilder.origin, portalTime: 0,
            method: "POST", target: "/x", headers: [HeaderField("Accept", "text/plain")], body: [0x78],
            operation: "info", presented: [Journal.PresentedToken(carrier: .form, alias: "token#1")],
            authorization: authorization,
            decisions: [Journal.Decision(gate: "token", passed: false, reason: "reason", cause: .tokenMissing)],
            answer: answer, fault: "reset", parserError: "parser", advanced: 0,
            grant: Journal.Grant(type: "refresh_token", client: "app", presented: "refresh#1"))
        return Journal(connections: [connection], requests: [request], dropped: 0, droppedBytes: 0)
    }

    /// The members of a value that are absent or empty, by their names.
    private func lacking(_ value: Any, _ place: String = "evidence") -> [String] {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional, .collection, .dictionary, .set:
            if mirror.children.isEmpty { return [place] }
        default: break
        }
        return mirror.children.flatMap { lacking($0.value, $0.label.map { "\(place).\($0)" } ?? place) }
    }

    @Test func `hold no secret wherever a client or a user could put one`() throws {
        #expect(lacking(Self.whole) == [], "a text that is not there is not looked at")
        let stored = try JSONValue(parsing: Array(try JSONEncoder().encode(Self.whole)))
        var looked: Set<String> = []
        for place in stored.textPlaces {
            let name = place.filter { Int($0) == nil }.joined(separator: ".")
            guard !Self.own.contains(name) else { continue }
            let planted = Data(stored.replacing(place[...], by: "x \(Self.secret) y").bytes())
            // What is a word of a closed list can be nothing else.
            guard let evidence = try? JSONDecoder().decode(Evidence.self, from: planted) else { continue }
            looked.insert(name)
            let shown = String(decoding: try JSONEncoder().encode(evidence.redacted()), as: UTF8.self)
            #expect(!shown.contains(Self.secret), "\(name)")
        }
        #expect(looked.isSuperset(of: ["unsearched", "inapplicable", "output.place", "journal.requests.operation"]))
        #expect(looked.count > 30, "\(looked.sorted())")
    }

    @Test func `hold no secret among the names and numbers of how things stand at the end`() throws {
        var evidence = Evidence(client: .foreign)
        evidence.canaries = [Canary(name: "password:alice", kind: .password, value: "481516", origins: [])]
        evidence.final = ["481516": "x", "count": 481516, "list": [["a": 14815160]], "rest": true]
        let final = evidence.redacted().final
        #expect(final["count"] == "redacted-password-alice" && final["redacted-password-alice"] == "x")
        #expect(!final.text().contains("481516") && final["rest"] == true)
    }
}

extension JSONValue {
    /// The places of the texts in it, each as the names and numbers on the way.
    fileprivate var textPlaces: [[String]] {
        switch self {
        case .string: [[]]
        case .array(let elements):
            elements.indices.flatMap { index in elements[index].textPlaces.map { ["\(index)"] + $0 } }
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { member in member.value.textPlaces.map { [member.key] + $0 } }
        default: []
        }
    }

    /// The value with another text at a place.
    fileprivate func replacing(_ place: ArraySlice<String>, by text: String) -> JSONValue {
        guard let first = place.first else { return .string(text) }
        switch self {
        case .array(var elements):
            if let index = Int(first) { elements[index] = elements[index].replacing(place.dropFirst(), by: text) }
            return .array(elements)
        case .object(var members):
            members[first] = members[first]?.replacing(place.dropFirst(), by: text)
            return .object(members)
        default: return self
        }
    }
}
