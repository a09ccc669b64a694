internal import HTTPSemantics
internal import PortalJudge

/// Answers for hosts that the portal plays, over TLS: by `Host`, as servers of several names do.
struct StandInResponder: Responder {
    let portal: PortalResponder
    let hosts: [String]

    var bodies: BodyBudgets? { portal.bodies }

    func respond(to request: borrowing IncomingRequest) -> AnswerPlan {
        guard let host = request.header("Host"), let origin = Origin(ofURL: "https://\(host)"),
            origin.port == 443, hosts.contains(origin.host)
        else { return .now(Self.misdirected(hosts)) }
        let facts = ListenerFacts(name: "portal", origin: origin)
        return portal.respond(to: request.seen(at: facts, portal: origin))
    }

    func fault(ofConnection ordinal: Int, at listener: ListenerFacts) -> Blueprint.Fault.ConnectionPlay? {
        portal.fault(ofConnection: ordinal, at: listener)
    }

    /// RFC 9110 §15.5.20
    private static func misdirected(_ hosts: [String]) -> Answer {
        WordsReply.refusal(
            421, "This server plays \(hosts.joined(separator: ", ")), and no other host.\n",
            reason: "Host names none of the hosts that are played")
    }
}

/// Answers what is asked of the proxy itself, and over plain HTTP of the hosts that are played; it refuses everything else.
struct ProxyResponder: Responder {
    let portal: PortalResponder
    let hosts: [String]

    var bodies: BodyBudgets? { portal.bodies }

    func respond(to request: borrowing IncomingRequest) -> AnswerPlan {
        if request.method == "CONNECT" { return .now(refusedTunnel(request.target)) }
        let isAbsolute = request.target.utf8.first != UInt8(ascii: "/")
        let told = isAbsolute ? request.target : "http://" + (request.header("Host") ?? "")
        guard let origin = Origin(ofURL: told) else { return .now(unreadable(request.target)) }
        if origin.scheme == "http", origin.port == 80, hosts.contains(origin.host) {
            return plain(request, at: origin, isAbsolute: isAbsolute)
        }
        if isAbsolute { return .now(refused("\(origin)", "the host \(origin) is not played here")) }
        return .now(ownPage(request))
    }

    /// A request for a host that is played, over plain HTTP; where the blueprint has none, it is sent to HTTPS.
    private func plain(
        _ request: borrowing IncomingRequest, at origin: Origin, isAbsolute: Bool
    ) -> AnswerPlan {
        let blueprint = portal.current.blueprint
        guard blueprint.http != .off, let secure = Origin(scheme: "https", host: origin.host) else {
            let authority = isAbsolute ? request.target.utf8.dropFirst("http://".utf8.count) : request.target.utf8[...]
            let path = String(Substring(authority.drop { $0 != UInt8(ascii: "/") }))
            return .now(
                WordsReply.refusal(
                    301, "This host takes HTTPS only.\n", gate: "https", reason: "plain HTTP is redirected to HTTPS",
                    headers: [HeaderField("Location", "https://\(origin.host)\(path.isEmpty ? "/" : path)")]))
        }
        let seen = blueprint.http == .serve ? origin : secure
        return portal.respond(to: request.seen(at: ListenerFacts(name: "http", origin: origin), portal: seen))
    }

    /// The pages of the proxy's own address.
    private func ownPage(_ request: borrowing IncomingRequest) -> Answer {
        let path = request.target.prefix { $0 != "?" }
        guard request.method == "GET" || request.method == "HEAD", let kind = ProxyConfiguration.Kind(path: path),
            let authority = request.header("Host")
        else {
            return WordsReply.refusal(
                404,
                "This is a proxy that plays \(hosts.joined(separator: ", ")).\nIts configuration is at \(ProxyConfiguration.Kind.allCases.map(\.rawValue).joined(separator: " and ")).\n",
                reason: "the proxy itself has no such page")
        }
        let text = ProxyConfiguration(hosts: hosts, proxy: authority).text(kind)
        return Answer(
            PreparedAnswer(
                status: 200,
                headers: [
                    HeaderField("Content-Type", ProxyConfiguration.mediaType), HeaderField("Cache-Control", "no-store"),
                ], body: Array(text.utf8)), operation: "proxy")
    }

    private func refusedTunnel(_ target: String) -> Answer {
        guard let wanted = ConnectTarget(target) else {
            return WordsReply.refusal(
                400, "CONNECT needs a host and a port, like \(hosts[0]):443.\n",
                reason: "the tunnel's target is no host with a port")
        }
        if hosts.contains(wanted.host), [443, 80].contains(wanted.port) {
            // The proxy looks at no more than that before it hands a connection on.
            return refused(
                "\(wanted)",
                "a tunnel is asked for by the first request of a connection, in at most \(ConnectHead.largest) bytes that come without delay",
                headers: [HeaderField("Connection", "close")])
        }
        if hosts.contains(wanted.host) {
            return refused("\(wanted)", "\(wanted.host) is played at the ports 443 and 80 only")
        }
        return refused("\(wanted)", "the host \(wanted) is not played here")
    }

    private func refused(_ wanted: String, _ reason: String, headers: [HeaderField] = []) -> Answer {
        WordsReply.refusal(
            403,
            "mockportal's proxy does not lead to \(wanted): \(reason).\nIt plays \(hosts.joined(separator: ", ")), and lets nothing else leave this machine.\n",
            reason: reason, headers: headers)
    }

    private func unreadable(_ target: String) -> Answer {
        WordsReply.refusal(
            400, "The target is no URL of http and no path.\n", reason: "the target is no URL of http and no path")
    }
}
