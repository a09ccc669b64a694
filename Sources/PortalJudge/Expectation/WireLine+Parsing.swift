internal import HTTPSemantics
internal import JSONValues

/// A wire line that cannot be read; the loader adds file and key path.
package struct WireLineError: Error, Sendable, Equatable {
    /// What is wrong.
    package let problem: String
    /// The words that would have been allowed.
    package let allowed: [String]
    /// What was written instead.
    package let written: String?

    init(_ problem: String, allowed: [String] = [], written: String? = nil) {
        self.problem = problem
        self.allowed = allowed
        self.written = written
    }
}

extension WireLine {
    static let methods = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "*"]
    static let attributeNames = [
        "carrier", "referer", "conn", "path", "user", "password", "form.<name>", "query.<name>", "header.<name>",
        "basic", "digest", "negotiate", "ntlm", "identity", "realm", "nonce", "nc", "qop", "algorithm", "cnonce", "gap",
        "message", "mechanism", "response", "domain", "binding", "delegated", "fault", "code", "refresh", "revokes",
        "secret",
        "verifier", "challenge", "state",
    ]
    /// Schemes of HTTP credentials; in a line they stand alone or before a user.
    static let schemes = ["basic", "digest", "negotiate", "ntlm"]

    /// Reads a line; in a pattern of `never` what is not written is not asked.
    package init(parsing text: String, isNever: Bool = false) throws(WireLineError) {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        var result: Result?
        if let arrow = words.firstIndex(of: "->") {
            guard arrow == words.count - 2 else { throw WireLineError("one result stands after ->") }
            result = try Self.result(words[arrow + 1])
            words.removeSubrange(arrow...)
        }
        guard words.count >= 2 else {
            throw WireLineError("\"\(text)\" is no line; write METHOD operation [attributes] [-> result]")
        }
        guard words[0].split(separator: "|").allSatisfy({ Self.methods.contains(String($0)) }) else {
            throw WireLineError("\"\(words[0])\" is no method", allowed: Self.methods, written: words[0])
        }
        method = words[0]
        operation = words[1]
        token = isNever ? .unasked : .none
        listener = isNever ? nil : "portal"
        credentials = isNever ? nil : CredentialMark.none
        identity = isNever ? nil : IdentityMark.none
        attributes = []
        self.result = result
        self.text = text.trimmingBlanks()
        for word in words.dropFirst(2) {
            if word == "bare" {
                token = .none
            } else if word == "+any" {
                token = .some
            } else if word.hasPrefix("+") {
                token = .alias(String(word.dropFirst()))
            } else if word.hasPrefix("@") {
                listener = String(word.dropFirst())
            } else if let mark = try Self.credentials(word, isNever: isNever) {
                credentials = mark
            } else if word.hasPrefix("identity=") {
                identity = IdentityMark(parsing: String(word.dropFirst("identity=".count)))
            } else {
                attributes.append(try Self.attribute(word))
            }
        }
    }

    /// What an answer can hand out, before its number.
    private static let issuable = ["token#", "refresh#", "code#", "idtoken#", "idcode#", "idrefresh#"]

    private static func result(_ word: String) throws(WireLineError) -> Result {
        if let code = Int(digits: word) { return .code(code) }
        if word == "none" { return .unanswered }
        let aliases = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if aliases.allSatisfy({ alias in issuable.contains { alias.hasPrefix($0) } }) {
            return aliases.count == 1 && word.hasPrefix("token#") ? .issued(word) : .handedOut(aliases)
        }
        if word.hasPrefix("status="), let status = Int(word.dropFirst("status=".count)) { return .status(status) }
        throw WireLineError(
            "\"\(word)\" is no result",
            allowed: ["<code>", "status=<HTTP status>", "none"] + issuable.map { "\($0)<n>" }, written: word)
    }

    /// Reads `basic`, `basic=alice` or `digest=alice/stale`; nil for another word.
    ///
    /// Where no verdict is written it is `right`, in a pattern of `never` any.
    private static func credentials(_ word: String, isNever: Bool) throws(WireLineError) -> CredentialMark? {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let scheme = parts.first, schemes.contains(scheme) else { return nil }
        let unwritten: Journal.Authorization.Verdict? = isNever ? nil : .right
        guard parts.count == 2 else { return .some(scheme: scheme, user: nil, verdict: unwritten) }
        let value = parts[1].split(separator: "/", maxSplits: 1).map(String.init)
        let user = value.first.flatMap { $0 == "*" ? nil : PercentEncoding.decodeText($0) }
        guard value.count == 2 else { return .some(scheme: scheme, user: user, verdict: unwritten) }
        guard let verdict = Journal.Authorization.Verdict(rawValue: value[1]) else {
            let allowed = ["right", "wrong", "stale", "replayed", "malformed", "unasked", "continued"]
            throw WireLineError("\"\(value[1])\" is no verdict", allowed: allowed, written: value[1])
        }
        return .some(scheme: scheme, user: user, verdict: verdict)
    }

    private static func isRight(_ written: String) throws(WireLineError) -> Bool {
        guard written == "right" || written == "wrong" else {
            throw WireLineError("write right or wrong", allowed: ["right", "wrong"], written: written)
        }
        return written == "right"
    }

    /// A fault as a line writes it: `_` stands for a blank.
    static func faultWords(_ written: String) -> String { String(written.map { $0 == "_" ? " " : $0 }) }

    /// Reads `1s` or `500ms..700ms`.
    private static func gap(_ written: String) throws(WireLineError) -> Attribute {
        let ends = written.split(separator: "..", omittingEmptySubsequences: false).map {
            DurationText.read(String($0))?.inMilliseconds
        }
        guard (1...2).contains(ends.count), let least = ends[0], ends.count == 1 || (ends[1] ?? -1) >= least else {
            throw WireLineError(
                "write a gap like 1s, or between two like 500ms..700ms", allowed: ["500ms", "1s", "500ms..700ms"],
                written: written)
        }
        return .gap(least: least, most: ends.count == 2 ? ends[1] : nil)
    }

    /// Throws where a field of the request is compared with `*`, which stands for nothing else there: `outFields` alone has that value
    /// (developers.arcgis.com/rest, "Query (Feature Service/Layer)").
    private static func refuseAnything(_ name: String, _ written: String) throws(WireLineError) {
        let parts = name.split(separator: ".", maxSplits: 1).map { String($0).lowercased() }
        guard written == "*", parts.count == 2, parts[1] != "outfields" else { return }
        let instead: String? =
            switch (parts[0], parts[1]) {
            case ("query", "token"): "carrier=query"
            case ("form", "token"): "carrier=form"
            case ("header", "x-esri-authorization"): "carrier=esriHeader"
            case ("header", "authorization"): "carrier=authorizationHeader"
            case ("header", "cookie"): "carrier=cookie"
            default: nil
            }
        let advice = instead.map { "write \($0) for a token there" } ?? "leave it out where any value will do"
        throw WireLineError(
            "\(name)=* asks for the text *, not for any value: \(advice), \(name)=- for none, \(name)=%2A for that text",
            allowed: instead.map { [$0] } ?? [])
    }

    private static func attribute(_ word: String) throws(WireLineError) -> Attribute {
        guard let equals = word.firstIndex(of: "=") else {
            throw WireLineError(
                "\"\(word)\" is no attribute",
                allowed: ["bare", "+<token>", "@<host>"] + attributeNames.map { "\($0)=" },
                written: word)
        }
        let name = String(word[..<equals])
        let written = String(word[word.index(after: equals)...])
        let value = PercentEncoding.decodeText(written)
        let optional = written == "-" ? nil : value
        switch name {
        case "carrier":
            guard let carrier = Journal.TokenCarrier(rawValue: written) else {
                let allowed = ["esriHeader", "authorizationHeader", "form", "query", "cookie"]
                throw WireLineError("\"\(written)\" is no carrier", allowed: allowed, written: written)
            }
            return .carrier(carrier)
        case "referer": return .referer(value)
        case "conn":
            guard written == "new" || written == "same" else {
                throw WireLineError("\"\(written)\" is no connection", allowed: ["new", "same"], written: written)
            }
            return .connection(isNew: written == "new")
        case "path": return .path(written)
        case "realm": return .realm(value)
        case "nonce": return .nonce(optional)
        case "nc":
            guard written == "-" || Int(digits: written) != nil else {
                throw WireLineError(
                    "write the count as a number, or - for none", allowed: ["1", "-"], written: written)
            }
            return .nonceCount(Int(digits: written))
        case "qop": return .qop(optional)
        case "algorithm": return .algorithm(optional)
        case "cnonce":
            guard let nonce = written == "-" ? .absent : ClientNonce(rawValue: written), written != "absent" else {
                throw WireLineError("write new, same or -", allowed: ["new", "same", "-"], written: written)
            }
            return .clientNonce(nonce)
        case "message", "mechanism", "response", "domain", "binding", "delegated":
            guard let field = WindowsField(rawValue: name) else { break }
            return .windows(field, optional)
        case "gap": return try gap(written)
        case "fault": return .fault(faultWords(written))
        case "user": return .user(value)
        case "password": return .password(isRight: try isRight(written))
        case "secret": return .secret(isRight: try isRight(written))
        case "code": return .code(value)
        case "refresh": return .refreshToken(value)
        case "revokes": return .revoked(value)
        case "verifier", "challenge", "state":
            guard written == "new", let field = FreshField(rawValue: name) else {
                throw WireLineError("write new", allowed: ["new"], written: written)
            }
            return .fresh(field)
        default:
            try refuseAnything(name, written)
            if name.hasPrefix("form.") { return .form(String(name.dropFirst(5)), optional) }
            if name.hasPrefix("query.") { return .query(String(name.dropFirst(6)), optional) }
            if name.hasPrefix("header.") { return .header(String(name.dropFirst(7)), optional) }
        }
        throw WireLineError("\"\(name)\" is no attribute", allowed: attributeNames, written: name)
    }
}

extension HandshakeLine {
    /// Whether a line speaks of a handshake and not of a request.
    package static func isHandshake(_ text: String) -> Bool { CountedText.read(text).text.hasPrefix("TLS ") }

    /// Reads a line like `TLS refused @other cert=expired alert=unknown_ca`.
    package init(parsing text: String) throws(WireLineError) {
        let (counts, rest) = try CountedText.bounded(text)
        let words = rest.split(separator: " ").map(String.init)
        guard words.count >= 2, words[0] == "TLS", words[1] == "refused" else {
            throw WireLineError(
                "write TLS refused [@host] [cert=recipe] [identity=name] [by=client] [alert=name] [fault=words]")
        }
        listener = "portal"
        count = counts.lowerBound
        maximum = counts.upperBound
        self.text = text.trimmingBlanks()
        for word in words.dropFirst(2) {
            if word.hasPrefix("@") {
                listener = String(word.dropFirst())
            } else if word.hasPrefix("cert=") {
                certificate = String(word.dropFirst(5))
            } else if word.hasPrefix("alert=") {
                alert = String(word.dropFirst(6))
            } else if word.hasPrefix("identity=") {
                identity = WireLine.IdentityMark(parsing: String(word.dropFirst("identity=".count)))
            } else if word.hasPrefix("fault=") {
                fault = WireLine.faultWords(String(word.dropFirst("fault=".count)))
            } else if word.hasPrefix("by=") {
                guard let refuser = Refuser(rawValue: String(word.dropFirst(3))) else {
                    throw WireLineError(
                        "\"\(word)\" names neither side", allowed: ["by=client", "by=server"], written: word)
                }
                self.refuser = refuser
            } else {
                throw WireLineError(
                    "\"\(word)\" is not known",
                    allowed: ["@<host>", "cert=<recipe>", "identity=<name>", "by=", "alert=<name>", "fault="],
                    written: word)
            }
        }
    }
}

extension WireLine.IdentityMark {
    /// Reads `none`, `any` or the name of an identity.
    init(parsing text: String) {
        switch text {
        case "none": self = .none
        case "any": self = .some
        default: self = .named(text)
        }
    }

    /// What keeps a connection from showing what the mark says; nil where it does.
    func difference(from handshake: Journal.Handshake?) -> String? {
        let shown = handshake?.identity
        switch self {
        case .none: return shown.map { "shows the certificate of \($0)" }
        case .some: return shown == nil ? "shows no client certificate" : nil
        case .named(let name):
            return shown == name ? nil : shown.map { "shows the certificate of \($0)" } ?? "shows no client certificate"
        }
    }
}
