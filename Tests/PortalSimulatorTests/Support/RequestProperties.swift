import FixtureFiles
import HTTPSemantics
import JSONValues
import PortalJudge

@testable import PortalSimulator

/// What holds for a portal, whatever request it is given; the fuzzer and the tests ask the same.
enum RequestProperties {
    /// The first property that a request breaks, in words; nil where all hold. It reads as on the wire, ends of line as LF or CRLF.
    static func violation(by bytes: [UInt8]) -> String? {
        guard let portal = try? Portal.fresh.get(), let request = request(bytes, to: portal.probe) else { return nil }
        let answer = portal.probe.site.answer(request)
        guard (100...599).contains(answer.prepared.status) else { return "a status of \(answer.prepared.status)" }
        for field in answer.prepared.headers {
            guard !(field.name + field.value).utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
                return "a control character in \(field.name)"
            }
        }
        let sent = String(decoding: bytes, as: UTF8.self)
        let shown =
            String(decoding: answer.prepared.body, as: UTF8.self)
            + answer.prepared.headers.map(\.value).joined(separator: "\n")
            + answer.notes.decisions.map(\.reason).joined(separator: "\n")
        for secret in portal.secrets where shown.contains(secret) && !sent.contains(secret) {
            return "another user's password or token is shown"
        }
        let type = answer.prepared.headers.first(named: "Content-Type") ?? ""
        if type.hasPrefix("application/json"), request.method != "HEAD" {
            guard (try? JSONValue(parsing: answer.prepared.body)) != nil else {
                return "an answer that is no JSON text"
            }
        }
        return nil
    }

    /// The same portal for every request, as long as a portal stands; no request was given its tokens.
    private struct Portal {
        let probe: SiteProbe
        let secrets: [String]

        static let fresh = Result { try Portal() }

        init() throws {
            let probe = try SiteProbe("token")
            let tokens = try ["alice", "bob"].map { name in
                try probe.site.issueToken(for: name, lifetime: nil, referer: nil, at: probe.time).token.reveal { $0 }
            }
            self.probe = probe
            secrets = tokens + probe.site.accounts.map { $0.password.reveal { $0 } }
        }
    }

    private static func request(_ bytes: [UInt8], to probe: SiteProbe) -> IncomingRequest? {
        var rest = bytes[...]
        func line() -> String? {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        }
        guard let words = line()?.split(separator: " "), words.count >= 2 else { return nil }
        var fields: [HeaderField] = []
        while let field = line(), !field.isEmpty {
            let parts = field.split(separator: ":", maxSplits: 1).map(String.init)
            if parts.count == 2 { fields.append(HeaderField(parts[0], String(parts[1].drop { $0 == " " }))) }
        }
        return IncomingRequest(
            listener: probe.listener, connection: 1, peerAddress: probe.peer, method: String(words[0]),
            target: String(words[1]), headers: fields, body: Array(rest), portalTime: probe.time)
    }
}
