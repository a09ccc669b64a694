internal import CCurl
internal import HTTPSemantics

extension EasyHandle {
    /// Has all transfers go through a proxy, or through none whatever the environment names.
    func set(proxy: Proxy?) throws(CurlFailure) {
        // An empty name keeps libcurl from reading http_proxy and its kin (CURLOPT_PROXY).
        guard let proxy else { return try set(.proxy, to: "") }
        try set(.proxy, to: proxy.description)
        // An empty list keeps libcurl from reading no_proxy (CURLOPT_NOPROXY).
        try set(.directHosts, to: "")
        if let username = proxy.username {
            try set(.proxyUserName, to: username)
            try (proxy.password ?? Secret("")).reveal { password throws(CurlFailure) in
                try set(.proxyPassword, to: password)
            }
            // What it asks for, the stronger first.
            try set(.proxyAuthentication, to: ProxySchemes.answered.rawValue)
        }
        guard proxy.kind == .https else { return }
        // As with a server: TLSIdentity's verify callback looks at names and authorities.
        try set(.verifiesProxy, to: true)
        try set(.verifyProxyHost, to: 0)
        try set(.proxySSLVersion, to: Int(CURL_SSLVERSION_TLSv1_2))
        try set(.proxyAuthorityFile, to: nil)
        try set(.proxyAuthorityFolder, to: nil)
    }
}
