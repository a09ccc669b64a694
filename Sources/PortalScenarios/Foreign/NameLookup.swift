internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication

/// Whether this machine finds the names below `localhost` that a scenario has its client ask.
///
/// RFC 6761 §6.3 has programs and resolvers answer them with the loopback address. libcurl does so itself (curl/curl, lib/hostip.c),
/// and so does nss-myhostname (systemd/systemd, man/nss-myhostname.xml); glibc alone finds `localhost` and no other of them.
enum NameLookup {
    private static let known = Locked<[String: String]>([:])

    /// Why a client that asks this machine's resolver reaches none of the URLs of some steps; nil where it finds them all.
    static func obstacle(of steps: JSONValue) async -> String? {
        for name in names(in: steps) {
            guard let problem = await problem(of: name) else { continue }
            return "this machine finds no address for \(name) (\(problem)), and the client asks it: "
                + "nss-myhostname finds every name below localhost, as RFC 6761 §6.3 has it"
        }
        return nil
    }

    /// The hosts below `localhost` of all URLs that are asked, as DNS writes them; a dot at the end stays.
    static func names(in steps: JSONValue) -> [String] {
        var found: Set<String> = []
        func look(_ value: JSONValue, under key: String? = nil) {
            for (key, inner) in value.object ?? [:] { look(inner, under: key) }
            for inner in value.array ?? [] { look(inner) }
            guard key == "url", let text = value.string, let start = text.firstRange(of: "://") else { return }
            let written = text[start.upperBound...].prefix { !":/?#".contains($0) }
            guard let host = try? HTTPURL("https://\(written)/").origin.host else { return }
            let name = host + (written.unicodeScalars.last.map(Self.dots.contains) == true ? "." : "")
            if name != "localhost", host == "localhost" || host.hasSuffix(".localhost") { found.insert(name) }
        }
        look(steps)
        return found.sorted()
    }

    /// What ends a label (RFC 3490 §3.1).
    private static let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]

    /// What the resolver says of a name that it does not find; nil where it finds it. Each is asked for once.
    private static func problem(of name: String) async -> String? {
        if let told = known.withLock({ $0[name] }) { return told.isEmpty ? nil : told }
        let told = await NativeThread.value { resolve(name) } ?? ""
        known.withLock { $0[name] = told }
        return told.isEmpty ? nil : told
    }

    private static func resolve(_ name: String) -> String {
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, nil, nil, &list)
        if let list { freeaddrinfo(list) }
        return code == 0 ? "" : String(cString: gai_strerror(code))
    }
}
