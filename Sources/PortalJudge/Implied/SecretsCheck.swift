internal import HTTPSemantics
internal import JSONValues

/// No secret crosses an origin, travels over plain HTTP, stands in a URL or appears in anything that the client wrote.
struct SecretsCheck {
    private let evidence: Evidence
    private let scans: [SecretScan]
    private let index: SecretIndex
    private let search: SecretSearch
    private let basicSpaces: BasicSpaces
    /// Whether the app itself chose the query as the place of tokens.
    private let allowsTokenInQuery: Bool

    init(_ evidence: Evidence, allowing allowed: [Expectation.Allowance] = []) {
        self.evidence = evidence
        allowsTokenInQuery = allowed.contains(.tokenInQuery)
        scans = (evidence.canaries + evidence.verifiers).compactMap { SecretScan($0) }
        index = SecretIndex(scans)
        search = SecretSearch(evidence)
        basicSpaces = BasicSpaces(evidence.journal)
    }

    /// Findings, and what a foreign client may do in a documented looser way.
    ///
    /// A request that was broken off, or refused as it was read, has gone over the wire like any other. What it was for is not known,
    /// so that a secret may stand in it wherever some operation or gate takes it.
    func findings() -> (failed: [Finding], loose: [Finding]) {
        var failed: [Finding] = []
        var loose: [Finding] = []
        for request in evidence.journal.requests {
            let parts = Parts(request)
            for number in candidates(of: request, parts) { judge(scans[number], request, parts, &failed, &loose) }
        }
        for connection in evidence.journal.connections { failed += told(connection) }
        for output in evidence.output {
            for (name, isPiece) in search.names(in: Array(output.text.utf8)) {
                failed.append(output.finding(isPiece ? "a piece of \(name)" : name))
            }
        }
        let eventText = Array(eventText.utf8)
        for scan in index.candidates(in: eventText).map({ scans[$0] }) where scan.isFound(in: eventText) {
            failed.append(Finding("secret.in-events", "\(scan.canary.name) appears in the client's events"))
        }
        return (failed, loose)
    }

    /// Secrets in a handshake, whose first flight goes over the wire in plain text (RFC 8446 §4.1.2, appendix E.6).
    private func told(_ connection: Journal.Connection) -> [Finding] {
        guard let tls = connection.tls else { return [] }
        let parts = [
            ("server name", [tls.serverName].compactMap(\.self)), ("application protocols", tls.alpn),
            ("client certificate", [tls.clientCertificate].compactMap(\.self)),
        ]
        return parts.flatMap { part, texts in
            let isHost = part == "server name"
            let numbers = texts.flatMap { isHost ? candidates(inHost: $0) : index.candidates(in: Array($0.utf8)) }
            return Set(numbers).sorted().map { scans[$0] }.filter { scan in
                texts.contains { isHost ? scan.isFound(inHost: $0) : scan.isFound(in: Array($0.utf8)) }
            }.map { scan in
                Finding(
                    "secret.in-handshake", "\(scan.canary.name) stands in the \(part) of a TLS handshake",
                    nearest: "connection \(connection.number) to \(connection.origin)")
            }
        }
    }

    private var eventText: String { (evidence.events ?? []).joined(separator: "\n") + evidence.final.text() }

    /// The texts of a request as bytes, which are the same for every secret.
    private struct Parts {
        let target: [UInt8]
        let headers: [(field: HeaderField, name: [UInt8], value: [UInt8])]
        /// Of HTTP credentials: the user name and the domain, as a gate read them.
        let names: [[UInt8]]

        init(_ request: Journal.Request) {
            target = Array(request.target.utf8)
            headers = request.headers.map { ($0, Array($0.name.utf8), Array($0.value.utf8)) }
            names = [request.authorization?.username, request.authorization?.windows?.domain].compactMap { name in
                name.map { Array($0.utf8) }
            }
        }
    }

    /// The numbers of the secrets that a part of a request may hold, in order.
    private func candidates(of request: Journal.Request, _ parts: Parts) -> [Int] {
        var found = Set(index.candidates(in: parts.target) + index.candidates(in: request.body))
        for (field, name, value) in parts.headers {
            found.formUnion(index.candidates(in: name))
            found.formUnion(field.namesHosts ? candidates(inHost: field.value) : index.candidates(in: value))
        }
        for name in parts.names { found.formUnion(index.candidates(in: name)) }
        return found.sorted()
    }

    private func candidates(inHost text: String) -> [Int] {
        index.candidates(in: Array(text.utf8)) + index.foldedCandidates(in: text)
    }

    private func judge(
        _ scan: SecretScan, _ request: Journal.Request, _ parts: Parts, _ failed: inout [Finding],
        _ loose: inout [Finding]
    ) {
        let canary = scan.canary
        let place = "request \(request.number), \(request.method) \(request.operation) at \(request.origin)"
        // In NTLM's messages names are UTF-16 (MS-NLMP §2.2.1.3): the gate has read them.
        if request.authorization?.windows != nil, parts.names.contains(where: { scan.isFound(in: $0) }) {
            failed.append(
                Finding("secret.in-header", "\(canary.name) stands where a user name or a domain does", nearest: place))
        }
        let inTarget = scan.isFound(in: parts.target)
        let fields = parts.headers.filter { field, name, value in
            scan.isFound(in: name) || (field.namesHosts ? scan.isFound(inHost: field.value) : scan.isFound(in: value))
        }.map(\.field)
        let inBody = scan.isFound(in: request.body)
        guard inTarget || !fields.isEmpty || inBody else { return }
        failed += misdirected(canary, request, place)
        if inTarget, !isPagesOwn(scan, request) {
            let finding = Finding("secret.in-url", "\(canary.name) stands in a URL", nearest: place)
            // The query is a documented carrier of access tokens (developers.arcgis.com, "HTTP authorization headers").
            let isToken = canary.kind == .token || canary.kind == .apiKey
            if isToken, allowsTokenInQuery, isCarriedInQuery(request, scan) {
            } else if isToken, evidence.client == .foreign {
                loose.append(finding)
            } else {
                failed.append(finding)
            }
        }
        for field in fields where !isCarrier(field, canary, of: request) {
            failed.append(
                Finding("secret.in-header", "\(canary.name) stands in the header \(field.name)", nearest: place))
        }
        if inBody, request.isTaken, !Self.isBody(of: request, for: canary.kind) {
            failed.append(
                Finding("secret.in-body", "\(canary.name) was sent to where it is not meant for", nearest: place))
        }
    }

    /// What is wrong with where a secret was sent, the cause first: at its own host it is the missing TLS.
    ///
    /// A portal that takes a password for right is one of its hosts, too.
    private func misdirected(_ canary: Canary, _ request: Journal.Request, _ place: String) -> [Finding] {
        let origin = Origin(ofURL: request.origin)
        let foreign =
            isAllowed(canary, at: request.origin)
            ? nil : Finding("secret.foreign-origin", "\(canary.name) was sent to a foreign origin", nearest: place)
        guard let origin, origin.isSecure else {
            let plain = Finding("secret.plain-http", "\(canary.name) was sent over plain HTTP", nearest: place)
            let isTaken = canary.kind == .password && request.authorization?.verdict == .right
            let isOwnHost = isTaken || canary.origins.contains { Origin(ofURL: $0)?.host == origin?.host }
            return (isOwnHost ? [plain, foreign] : [foreign, plain]).compactMap { $0 }
        }
        return [foreign].compactMap { $0 }
    }

    /// Whether the body of a request is where a secret belongs.
    private static func isBody(of request: Journal.Request, for kind: Canary.Kind) -> Bool {
        switch kind {
        case .password: request.isTokenRequest || request.isSignInForm
        case .authorizationCode, .codeVerifier, .clientSecret: request.isTokenEndpoint
        case .refreshToken: request.isTokenEndpoint || request.isRevocation
        // Whose session is to end (OpenID Connect RP-Initiated Logout 1.0 §2).
        // What an identity provider says of a user, which the browser carries to the portal (SAML bindings §3.5.4).
        case .identityToken: request.operation.hasSuffix("/logout") || request.operation == "oauth2/saml/signin"
        case .token, .apiKey, .identityPassword, .privateKey: true
        }
    }

    /// Whether a secret stands in an address that the portal itself sent the browser to.
    private func isPagesOwn(_ scan: SecretScan, _ request: Journal.Request) -> Bool {
        // Whose session is to end, as the portal told the browser (OpenID Connect RP-Initiated Logout 1.0 §2).
        if scan.canary.kind == .identityToken {
            return request.operation == "provider/oauth2/logout" || !request.isTaken
        }
        guard scan.canary.kind == .authorizationCode else { return false }
        if !request.isTaken { return true }
        // The provider's code, on its way to the portal (OpenID Connect Core 1.0 §3.1.2.5).
        if request.operation == "oauth2/oidc/signin" { return true }
        if request.operation.hasSuffix("/approval") { return true }
        let others = request.queryFields.filter { $0.name != "code" }.map { "\($0.name)=\($0.value)" }
        let path = String(request.target.prefix { $0 != "?" })
        guard !([path] + others).contains(where: { scan.isFound(in: Array($0.utf8)) }) else { return false }
        // An application that lives on the host itself is where the answer goes (RFC 6749 §4.1.2).
        return evidence.journal.requests.contains { earlier in
            guard earlier.number < request.number, earlier.isAuthorization,
                let answer = earlier.answer, answer.code < 400,
                let uri = earlier.authorizationValue("redirect_uri"), let origin = Origin(ofURL: uri)
            else { return false }
            return origin == Origin(ofURL: request.origin) && Self.path(of: uri) == path
        }
    }

    /// The path of a web address; `/` where there is none.
    private static func path(of url: String) -> String {
        let authority = url.drop { $0 != "/" }.dropFirst(2)
        let path = authority.drop { $0 != "/" && $0 != "?" }.prefix { $0 != "?" }
        return path.isEmpty ? "/" : String(path)
    }

    /// Whether a request's token stands in the parameter of the query that is meant for it, and nowhere else.
    private func isCarriedInQuery(_ request: Journal.Request, _ scan: SecretScan) -> Bool {
        let others = request.queryFields.filter { $0.name != "token" }.map { "\($0.name)=\($0.value)" }
        let rest = [String(request.target.prefix { $0 != "?" })] + others
        let isInQueryAlone = !request.isTaken || request.presented.map(\.carrier) == [.query]
        return isInQueryAlone && !rest.contains { scan.isFound(in: Array($0.utf8)) }
    }

    private func isAllowed(_ canary: Canary, at origin: String) -> Bool {
        canary.origins.contains(origin) || (canary.kind == .password && evidence.consents.contains(origin))
    }

    private func isCarrier(_ field: HeaderField, _ canary: Canary, of request: Journal.Request) -> Bool {
        // Basic carries a password in base64 (RFC 7617 §2), but only where a gate asks for it.
        if canary.kind == .password {
            return (basicSpaces.hold(request) || !request.isTaken) && field.isNamed("Authorization")
                && field.value.lowercased().hasPrefix("basic ")
        }
        if canary.kind == .identityToken {
            return field.isNamed("Authorization") && field.value.lowercased().hasPrefix("bearer ")
        }
        guard canary.kind == .token || canary.kind == .apiKey else { return false }
        if field.isNamed("X-Esri-Authorization") || field.isNamed("Cookie") { return true }
        return field.isNamed("Authorization") && field.value.lowercased().hasPrefix("bearer ")
    }
}

extension Journal.Request {
    /// Whether the portal read it whole and took it for an operation.
    fileprivate var isTaken: Bool { parserError == nil }
}
