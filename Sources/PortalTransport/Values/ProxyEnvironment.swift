internal import Platform

/// The proxies that the environment names.
enum ProxyEnvironment {
    /// Whether libcurl takes one from it for `http` (libcurl-env(3)); the upper-case `HTTP_PROXY` is none: a request could set it through CGI.
    static var namesOneForHTTP: Bool {
        let names: [String] = ["http_proxy", "all_proxy", "ALL_PROXY"]
        return names.contains { name in getenv(name).map { $0.pointee != 0 } ?? false }
    }
}
