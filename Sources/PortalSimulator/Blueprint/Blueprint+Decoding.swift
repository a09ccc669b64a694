public import FixtureFiles
internal import HTTPSemantics
public import JSONValues

extension Blueprint {
    /// Decodes a blueprint; a key `preset` names the preset that it overlays.
    ///
    /// Throws with source, key path, value, allowed values and the nearest of them.
    public init(decoding value: JSONValue, fixtures: FixtureTree, source: String) throws(BlueprintError) {
        let own = try DocumentReader(value, source: source, keys: Self.keys)
        guard let base = try own.text("preset") else {
            self = try Self.decode(value, source: source, preset: nil, fixtures: fixtures)
            return
        }
        guard Self.presetNames(fixtures: fixtures).contains(base) else {
            throw Self.unknownPreset(base, source: source, keyPath: "preset", fixtures: fixtures)
        }
        self = try Self.preset(base, fixtures: fixtures).overlaid(with: value, source: source)
    }

    /// The same blueprint with some keys replaced: objects are merged key by key, everything else is replaced whole.
    ///
    /// A key `preset` in the overlay is only a name here. Throws as ``init(decoding:fixtures:source:)`` does.
    public func overlaid(with overlay: JSONValue, source: String) throws(BlueprintError) -> Blueprint {
        // The overlay is decoded alone first, so that a mistake in it is told with its own source.
        _ = try Self.decode(overlay, source: source, preset: nil, fixtures: fixtures)
        let merged = Self.merge(document, overlay)
        return try Self.decode(merged, source: source, preset: preset, fixtures: fixtures)
    }

    /// The keys of a blueprint.
    static let keys = [
        "preset", "summary", "context", "product", "view", "access", "anonymousSelf", "secured", "info", "tokens",
        "lockout",
        "accounts",
        "server", "tls", "http", "hosts", "clientCertificates", "httpAuthentication", "front", "oauth", "apiKeys",
        "identityProxy", "identityProviders", "signIn", "hold", "answers", "after", "faults", "reach", "strictStatus",
    ]

    static func merge(_ base: JSONValue, _ overlay: JSONValue) -> JSONValue {
        guard case .object(let below) = base, case .object(let above) = overlay else { return overlay }
        return .object(below.merging(above) { merge($0, $1) })
    }

    static func decode(
        _ value: JSONValue, source: String, preset: String?, fixtures: FixtureTree
    ) throws(BlueprintError) -> Blueprint {
        let reader = try DocumentReader(value, source: source, keys: keys)
        var blueprint = Blueprint(document: value, source: source, preset: preset, fixtures: fixtures)
        _ = try reader.text("summary")
        if let context = try reader.text("context") {
            let path = try DocumentMistakes.part { () throws(BlueprintError) in
                try Self.path(context, reader, "context")
            }
            if let path { blueprint.context = path }
        }
        blueprint.toldProduct = try reader.word("product", as: Product.self)
        if let view = try reader.word("view", as: View.self) { blueprint.view = view }
        if let access = try reader.word("access", as: Access.self) { blueprint.access = access }
        if let answer = try reader.word("anonymousSelf", as: AnonymousSelf.self) { blueprint.anonymousSelf = answer }
        if let secured = try reader.texts("secured") { blueprint.secured = secured }
        try DocumentMistakes.part { () throws(BlueprintError) in try blueprint.readInfo(reader) }
        try DocumentMistakes.part { () throws(BlueprintError) in try blueprint.readTokens(reader) }
        try DocumentMistakes.part { () throws(BlueprintError) in try blueprint.readAccounts(reader) }
        try DocumentMistakes.part { () throws(BlueprintError) in try blueprint.readServer(reader) }
        try DocumentMistakes.part { () throws(BlueprintError) in try blueprint.readListeners(reader) }
        try DocumentMistakes.part { () throws(BlueprintError) in try blueprint.readWebTier(reader) }
        try DocumentMistakes.part { () throws(BlueprintError) in try blueprint.readOAuth(reader) }
        try DocumentMistakes.part { () throws(BlueprintError) in try blueprint.readEvents(reader) }
        try DocumentMistakes.part { () throws(BlueprintError) in try blueprint.readFaults(reader) }
        if let strict = try reader.truth("strictStatus") { blueprint.strictStatus = strict }
        return blueprint
    }

    /// A context path: empty, or one that begins with a slash and ends without one.
    private static func path(_ text: String, _ reader: DocumentReader, _ key: String) throws(BlueprintError) -> String {
        let path = text == "/" ? "" : text
        guard path.isEmpty || (path.first == "/" && path.last != "/" && !path.contains { " ?#%".contains($0) }) else {
            throw reader.wrongType(key, "a path like /portal, or empty for the root of the host")
        }
        return path
    }

    private mutating func readInfo(_ reader: DocumentReader) throws(BlueprintError) {
        guard let info = try reader.object("info", keys: ["tokenBased", "tokenServicesURL", "answer"]) else { return }
        if let tokenBased = try info.truth("tokenBased") { self.info.isTokenBased = tokenBased }
        if let answer = try info.word("answer", as: Info.Answer.self) { self.info.answer = answer }
        DocumentTrace.note(.wordsOrText(["portal", "legacy", "insecure"]), at: "info.tokenServicesURL")
        guard let text = try info.text("tokenServicesURL") else { return }
        switch text {
        case "portal": self.info.tokenServicesURL = .portal
        case "legacy": self.info.tokenServicesURL = .legacy
        case "insecure": self.info.tokenServicesURL = .insecure
        default:
            if text.hasPrefix("host:") {
                self.info.tokenServicesURL = .host(String(text.dropFirst(5)))
            } else if text.hasPrefix("/") || text.contains("://") {
                self.info.tokenServicesURL = .verbatim(text)
            } else {
                throw BlueprintError(
                    .unknownValue, source: reader.source, keyPath: "info.tokenServicesURL",
                    problem: "\"\(text)\" is not a known value",
                    allowed: ["portal", "legacy", "insecure", "host:<name>", "<path>", "<url>"], written: text)
            }
        }
    }

    private mutating func readAccounts(_ reader: DocumentReader) throws(BlueprintError) {
        DocumentTrace.note(.null, at: "lockout")
        if let value = reader["lockout"], value.isNull {
            lockout = nil
        } else if let lockout = try reader.object("lockout", keys: ["attempts", "duration"]) {
            var found = Lockout()
            if let attempts = try lockout.number("attempts", in: 1...1000) { found.attempts = attempts }
            if let duration = try lockout.duration("duration") { found.duration = duration }
            self.lockout = found
        }
        guard let accounts = try reader.object("accounts", keys: nil) else { return }
        for name in accounts.keys {
            let account = try accounts.object(name, keys: ["password"])
            guard let password = account?["password"] else { continue }
            passwords[name] = try Self.password(password, source: reader.source, keyPath: "accounts.\(name).password")
        }
    }

    /// A password; an error about it does not show it.
    static func password(_ value: JSONValue, source: String, keyPath: String) throws(BlueprintError) -> Secret<String> {
        DocumentTrace.note(.text, at: keyPath)
        guard let text = value.string, !text.isEmpty else {
            throw BlueprintError(
                .wrongType, source: source, keyPath: keyPath, problem: "the password is not a text, or an empty one")
        }
        return Secret(text)
    }

    private mutating func readServer(_ reader: DocumentReader) throws(BlueprintError) {
        if let server = try Self.server(reader) { self.server = server }
    }

    /// The server that an object describes; nil where it describes none.
    static func server(_ reader: DocumentReader) throws(BlueprintError) -> Server? {
        let keys = ["context", "federation", "acceptsPortalToken", "owner"]
        guard let found = try reader.object("server", keys: keys) else { return nil }
        var server = Server()
        if let context = try found.text("context") { server.context = try path(context, found, "context") }
        if let federation = try found.word("federation", as: Server.Federation.self) { server.federation = federation }
        if let accepts = try found.truth("acceptsPortalToken") { server.acceptsPortalToken = accepts }
        guard let owner = try found.text("owner") else { return server }
        guard server.federation == .foreign else {
            throw BlueprintError(
                .unknownValue, source: reader.source, keyPath: "\(found.path).owner",
                problem: "only a foreign server has another owner than this portal; add \"federation\": \"foreign\"",
                written: owner)
        }
        server.owner = owner
        return server
    }

    /// The server at a listener: that of a host that serves one, else the portal's own.
    func server(at listener: String) -> Server {
        guard let host = hosts[listener], host.serves == .server else { return server }
        return host.server
    }

    /// Every server by the listener that it is told by, the portal's own first; a portal may have none.
    var servers: [(listener: String, server: Server)] {
        let own = server.federation == .none ? [] : [("portal", server)]
        return own
            + hosts.sorted { $0.key < $1.key }.filter { $0.value.serves == .server }.map { ($0.key, $0.value.server) }
    }
}
