internal import HTTPSemantics
internal import Platform

/// Which proxy a request goes through.
public enum ProxySelection: Sendable {
    /// None, whatever the environment says.
    case none
    /// One for every request but those to some hosts, whatever the environment says.
    case fixed(Proxy, except: DirectHosts = DirectHosts(""))
    /// Those that the environment names.
    case environment(EnvironmentProxies)
    /// None for the hosts of a map, which are connected to at the addresses that it says; the rest as `others` says.
    indirect case mapped(HostMap, others: ProxySelection = .none)

    /// The place of the host of an origin in a map, as libcurl is told it; nil where there is none.
    func connectTo(for origin: Origin) -> String? {
        switch self {
        case .none, .fixed, .environment: nil
        case .mapped(let map, let others): map.entry(for: origin) ?? others.connectTo(for: origin)
        }
    }

    func proxy(for origin: Origin) -> Proxy? {
        switch self {
        case .mapped(let map, let others): map.entry(for: origin) == nil ? others.proxy(for: origin) : nil
        case .none: nil
        case .fixed(let proxy, let direct): direct.contains(origin.host) ? nil : proxy
        case .environment(let proxies): proxies.proxy(for: origin)
        }
    }
}

/// The proxies that an environment names, as curl reads it (curl(1), "Environment"; libcurl-env(3)).
///
/// `http_proxy` counts in lower case only: a request could set the other through CGI. `https_proxy`, `all_proxy` and `no_proxy` count in
/// both, the lower case first; `all_proxy` is for what the other two leave out.
public struct EnvironmentProxies: Sendable {
    private let plain: Proxy?
    private let secure: Proxy?
    private let direct: DirectHosts

    /// Reads variables; what is empty counts as absent.
    ///
    /// - Parameter direct: What counts in place of `no_proxy`; nil for nothing.
    /// - Throws: `malformedRequest`, which names the variable and not its value, where one of them is no proxy.
    public init(_ variables: [String: String], direct: String? = nil) throws(TransportError) {
        func proxy(_ names: [String]) throws(TransportError) -> Proxy? {
            for name in names {
                guard let text = variables[name], !text.isEmpty else { continue }
                do throws(TransportError) { return try Proxy(variable: text) } catch {
                    throw TransportError(.malformedRequest, url: error.url, detail: "\(name): \(error.detail)")
                }
            }
            return nil
        }
        let rest = ["all_proxy", "ALL_PROXY"]
        plain = try proxy(["http_proxy"] + rest)
        secure = try proxy(["https_proxy", "HTTPS_PROXY"] + rest)
        let listed = ["no_proxy", "NO_PROXY"].compactMap { variables[$0] }.first { !$0.isEmpty }
        self.direct = DirectHosts(direct ?? listed ?? "")
    }

    /// Reads the variables of this process.
    ///
    /// - Parameter direct: What counts in place of `no_proxy`; nil for nothing.
    /// - Throws: `malformedRequest`, which names the variable and not its value, where one of them is no proxy.
    public init(direct: String? = nil) throws(TransportError) {
        let names = [
            "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
        ]
        var variables: [String: String] = [:]
        for name in names { variables[name] = getenv(name).map { String(cString: $0) } }
        try self.init(variables, direct: direct)
    }

    func proxy(for origin: Origin) -> Proxy? {
        direct.contains(origin.host) ? nil : origin.isSecure ? secure : plain
    }
}
