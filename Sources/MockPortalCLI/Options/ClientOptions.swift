import ArgumentParser
import HTTPSemantics

/// Who signs in; what is missing is asked for on the terminal.
struct SignInOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Sign in as this user.", valueName: "name"))
    var user: String?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @Option(
        help: ArgumentHelp("Read the password from the first line of this file.", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "Use this token; other users of the machine can see it, a file is safer.", valueName: "token"))
    var token: String?

    @Option(help: ArgumentHelp("Read the token from this file.", valueName: "file"), completion: .file())
    var tokenFile: String?

    @Option(help: ArgumentHelp("Send this referer, the one that the token was made for.", valueName: "url"))
    var referer: String?

    @Option(
        name: .customLong("consent"),
        help: ArgumentHelp(
            "Let the password go to a token service on this host, <host> or <host>:<port>, although the portal is on another. May be repeated.",
            valueName: "host"))
    var consents: [String] = []

    @OptionGroup var oauth: OAuthOptions

    @OptionGroup var webTier: WebTierOptions

    @OptionGroup var store: CredentialStoreOptions

    func validate() throws {
        if passwordStdin, user == nil { throw ValidationError("--password-stdin needs --user <name>") }
        if passwordFile != nil, user == nil { throw ValidationError("--password-file needs --user <name>") }
        if passwordStdin, passwordFile != nil {
            throw ValidationError("--password-stdin and --password-file exclude each other")
        }
        if token != nil, tokenFile != nil { throw ValidationError("--token and --token-file exclude each other") }
        if token != nil || tokenFile != nil, user != nil {
            throw ValidationError("--token and --user exclude each other")
        }
        if oauth.clientID != nil, user != nil || token != nil || tokenFile != nil {
            throw ValidationError("--client-id lets the portal's page ask who you are; leave --user and --token out")
        }
        for host in consents where TrustOptions.origin(host) == nil {
            throw ValidationError(
                "--consent \(host): that is no host; write tokens.example.com or tokens.example.com:6443")
        }
    }
}

/// Who answers the web tier in front of a portal.
struct WebTierOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Answer Basic, Digest and NTLM as this user (NTLM: DOMAIN\\name), where that is another one than the portal's.",
            valueName: "name"))
    var httpUser: String?

    @Option(
        help: ArgumentHelp(
            "Read the password for Basic, Digest and NTLM from the first line of this file.", valueName: "file"),
        completion: .file())
    var httpPasswordFile: String?

    @OptionGroup var kerberos: KerberosOptions

    func validate() throws {
        if httpPasswordFile != nil, httpUser == nil {
            throw ValidationError("--http-password-file needs --http-user <name>")
        }
    }
}

/// Which servers are trusted.
struct TrustOptions: ParsableArguments {
    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp(
            "Trust the authorities of this file (PEM or DER) besides the system's; may be repeated.", valueName: "file"),
        completion: .file())
    var authorityFiles: [String] = []

    @Option(
        name: .customLong("trust"),
        help: ArgumentHelp(
            "Trust the one certificate with this SHA-256 fingerprint in spite of its issuer, at the portal; <host>=<fingerprint> or <host>:<port>=<fingerprint> at another host, as that of a layer. May be repeated.",
            valueName: "fingerprint"))
    var exceptions: [String] = []

    func validate() throws {
        for exception in exceptions {
            let parts = Self.parts(of: exception)
            guard Self.normalised(parts.fingerprint) != nil else {
                throw ValidationError("--trust \(exception): a SHA-256 fingerprint is 64 hexadecimal digits")
            }
            if let place = parts.place, Self.origin(place) == nil {
                throw ValidationError(
                    "--trust \(exception): \"\(place)\" is no host; write gis.example.com or gis.example.com:6443")
            }
        }
    }

    /// The host of an exception, nil for the portal, and the fingerprint.
    static func parts(of exception: String) -> (place: String?, fingerprint: String) {
        guard let sign = exception.lastIndex(of: "=") else { return (nil, exception) }
        return (String(exception[..<sign]), String(exception[exception.index(after: sign)...]))
    }

    /// The origin of a host, with or without a port.
    static func origin(_ place: String) -> Origin? {
        guard !place.isEmpty, !place.contains(where: { "/?#@ ".contains($0) }) else { return nil }
        return Origin(ofURL: "https://\(place)/")
    }

    /// A fingerprint in lower-case hex without separators; nil where it is none.
    static func normalised(_ text: String) -> String? {
        let digits = text.lowercased().filter { $0 != ":" && $0 != " " }
        return digits.count == 64 && digits.allSatisfy(\.isHexDigit) ? digits : nil
    }
}
