internal import HTTPSemantics

/// Every request names in `Host` the authority that it is for, the port included where it is not the scheme's own (RFC 9110 §7.2).
enum HostCheck {
    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]

    /// Findings about requests of which a journal can tell: a portal may be published under other names than a listener knows.
    static func findings(_ evidence: Evidence) -> [Finding] {
        let listeners = Set(evidence.journal.connections.map(\.origin)).compactMap { Origin(ofURL: $0) }
        let published = Set(evidence.canaries.flatMap(\.origins))
        return evidence.journal.requests.compactMap { request in
            // A target in another form names its authority itself, as those for a proxy do (RFC 9112 §3.2.2, §3.2.3).
            guard request.parserError == nil, request.target.utf8.first == UInt8(ascii: "/"),
                !request.decisions.contains(where: { $0.gate == "forwarded" }),
                let own = Origin(ofURL: request.origin), let host = request.headers.first(named: "Host"),
                let named = Origin(ofURL: "\(own.scheme)://\(host)"), named != own,
                !published.contains(named.description)
            else { return nil }
            let isSameHost = named.host == own.host || loopback.isSuperset(of: [named.host, own.host])
            let lacksPort = isSameHost && named.port != own.port && named.port == (own.isSecure ? 443 : 80)
            let isAnothers = listeners.contains { $0.host == named.host && $0.port == named.port }
            guard lacksPort || isAnothers else { return nil }
            return Finding(
                "host.wrong", "a request named another host and port than those that it was sent to",
                expected: "Host: \(own.authority)",
                nearest: "request \(request.number)   \(request.method) \(request.operation)   Host: \(host)")
        }
    }
}
