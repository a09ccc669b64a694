internal import HTTPSemantics
internal import PortalJudge

/// What a listener lets through at all.
enum ListenerGate {
    /// The answer of a listener that does not serve the portal, or not like this; nil where the request goes on.
    static func refusal(of handling: RequestHandling, operation: String, target: String) -> PortalReply? {
        let blueprint = handling.revision.blueprint
        switch handling.listener.name {
        case "portal": return nil
        case "http":
            switch blueprint.http {
            case .off, .serve: return nil
            case .redirect:
                // An absolute target (RFC 9112 §3.2.2) already names a host; only its path is taken over.
                let path = target.first == "/" ? target : "/"
                return PortalReply(
                    body: .redirect(status: 301, location: handling.site.addresses.portal.description + path),
                    notes: AnswerNotes(decisions: [
                        .init(
                            gate: "https", passed: false, reason: "plain HTTP is redirected to HTTPS", cause: .plainHTTP
                        )
                    ]))
            case .refuse:
                return .failure(.sslRequired, "https", "the organization takes HTTPS only", cause: .plainHTTP)
            }
        case let name:
            switch blueprint.hosts[name]?.serves {
            case .portal, .identity, .provider, .server: return nil
            case .tokens:
                switch operation {
                case "info", "generateToken", "server/info", "server/generateToken": return nil
                default: return Self.silent(name)
                }
            case .nothing, .proxy, .tunnel, nil: return Self.silent(name)
            }
        }
    }

    private static func silent(_ name: String) -> PortalReply {
        var reply = PortalReply.notFound
        reply.notes.decisions = [
            .init(gate: "host", passed: false, reason: "the host \(name) does not serve this", cause: .host)
        ]
        return reply
    }
}
