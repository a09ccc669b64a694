internal import HTTPSemantics
internal import Platform

/// Which plain addresses are to be asked over TLS, and at which port (rule R20).
package final class SecureOrigins: Sendable {
    private struct State {
        var pinnedHosts: Set<String> = []
        var twins: [Origin: Origin] = [:]
        var withoutTLS: Set<Origin> = []
    }
    private let state = Locked(State())
    private let ports: [Int: Int]

    package init(ports: [Int: Int]) { self.ports = ports }

    /// Asks a host over TLS only, from now on.
    package func pin(_ host: String) { state.withLock { _ = $0.pinnedHosts.insert(host) } }

    /// Whether a plain URL must not be asked as it stands.
    package func isPinned(_ url: HTTPURL) -> Bool {
        !url.origin.isSecure && state.withLock { $0.pinnedHosts.contains(url.origin.host) }
    }

    /// Whether a plain URL is asked over TLS first, although no secret demands it: nothing is known against it yet.
    package func prefersTLS(_ url: HTTPURL) -> Bool { !url.origin.isSecure && !hasNoTLS(url) }

    /// Remembers that nothing spoke TLS where the twin of a plain address would be.
    package func noteNoTLS(of plain: HTTPURL) { state.withLock { _ = $0.withoutTLS.insert(plain.origin) } }

    /// Whether nothing spoke TLS there when it was tried.
    package func hasNoTLS(_ plain: HTTPURL) -> Bool { state.withLock { $0.withoutTLS.contains(plain.origin) } }

    /// The URL over TLS: where a redirect has led before, else at the port that usually goes with it.
    package func secured(_ url: HTTPURL) -> HTTPURL {
        guard !url.origin.isSecure else { return url }
        if let twin = state.withLock({ $0.twins[url.origin] }) { return url.at(twin) }
        let port = ports[url.origin.port] ?? url.origin.port
        return Origin(scheme: "https", host: url.origin.host, port: port).map { url.at($0) } ?? url
    }

    /// Remembers where a plain address redirects to, if that is the same host over TLS and the same path.
    package func learn(from plain: HTTPURL, to answered: HTTPURL) {
        guard !plain.origin.isSecure, answered.origin.isSecure, plain.origin.host == answered.origin.host,
            plain.path == answered.path
        else { return }
        state.withLock { $0.twins[plain.origin] = answered.origin }
    }
}
