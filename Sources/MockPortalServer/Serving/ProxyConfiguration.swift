/// The file by which browsers and systems find a proxy (developer.mozilla.org › Proxy Auto-Configuration (PAC) file).
struct ProxyConfiguration {
    /// The hosts that are played.
    let hosts: [String]
    /// Host and port of the proxy, as the client that asks for the file has them.
    let proxy: String

    static let mediaType = "application/x-ns-proxy-autoconfig"

    /// What goes through the proxy.
    enum Kind: String, CaseIterable {
        /// Everything but this machine's own names, so that nothing leaves the machine unseen.
        case everything = "/proxy.pac"
        /// The hosts that are played, and nothing else.
        case hosts = "/hosts.pac"

        init?(path: some StringProtocol) { self.init(rawValue: String(path)) }
    }

    /// The file. Names are compared in lower case and without a trailing dot; no name is looked up.
    func text(_ kind: Kind) -> String {
        let names = hosts.map { "\"\($0)\"" }.joined(separator: ", ")
        let way = "PROXY \(Self.safe(proxy))"
        let rest =
            switch kind {
            case .hosts: #""DIRECT""#
            case .everything: "isLocal(name) ? \"DIRECT\" : \"\(way)\""
            }
        return """
            // mockportal plays these hosts; see mockportal serve --stand-in.
            var played = [\(names)];
            function isLocal(name) {
                return name === "localhost" || name.slice(-10) === ".localhost" || name === "::1" || name === "[::1]"
                    || /^127\\.[0-9.]+$/.test(name);
            }
            function FindProxyForURL(url, host) {
                var name = host.toLowerCase().replace(/\\.+$/, "");
                if (played.indexOf(name) >= 0) return "\(way)";
                return \(rest);
            }

            """
    }

    /// What may stand in a script's text: the characters of a host and a port.
    private static func safe(_ authority: String) -> String {
        String(
            String.UnicodeScalarView(
                authority.unicodeScalars.filter { scalar in
                    scalar.isASCII
                        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                            || "-.:[]_".unicodeScalars.contains(scalar))
                }))
    }
}
