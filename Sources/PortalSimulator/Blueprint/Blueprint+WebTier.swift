internal import HTTPSemantics
internal import JSONValues

extension Blueprint {
    mutating func readWebTier(_ reader: DocumentReader) throws(BlueprintError) {
        clientCertificates =
            try DocumentMistakes.part { () throws(BlueprintError) in
                try clientCertificates(reader, isOfHost: false)
            } ?? nil
        webAuthentication =
            try DocumentMistakes.part { () throws(BlueprintError) in
                try webAuthentication(reader, isOfHost: false)
            } ?? nil
        DocumentTrace.note(.null, at: "front")
        if let value = reader["front"], !value.isNull { front = try readFront(reader) }
    }

    /// Every `clientCertificates` with its key path.
    var everyClientCertificates: [(path: String, ClientCertificates)] {
        let own = clientCertificates.map { [("clientCertificates", $0)] } ?? []
        return own
            + hosts.sorted { $0.key < $1.key }.compactMap { name, host in
                host.clientCertificates.map { ("hosts.\(name).clientCertificates", $0) }
            }
    }

    /// Every `httpAuthentication` with its key path.
    var everyWebAuthentication: [(path: String, WebAuthentication)] {
        let own = webAuthentication.map { [("httpAuthentication", $0)] } ?? []
        return own
            + hosts.sorted { $0.key < $1.key }.compactMap { name, host in
                host.webAuthentication.map { ("hosts.\(name).httpAuthentication", $0) }
            }
    }

    /// The key `clientCertificates` of the blueprint, or of one of its hosts.
    func clientCertificates(
        _ reader: DocumentReader, isOfHost: Bool
    ) throws(BlueprintError) -> ClientCertificates? {
        DocumentTrace.note(.null, at: DocumentReader.join(reader.path, "clientCertificates"))
        guard let value = reader["clientCertificates"], !value.isNull else { return nil }
        let keys = [
            "ask", "refuse", "authorities", "sendsIssuers", "losesRefusal", "allow", "users", "handsOver", "paths",
        ]
        let found = try reader.object("clientCertificates", keys: isOfHost ? keys : keys + ["hosts"])
        guard let found else { return nil }
        var certificates = ClientCertificates()
        if let ask = try found.word("ask", as: ClientCertificates.Ask.self) { certificates.ask = ask }
        if let refuse = try found.word("refuse", as: ClientCertificates.Refusal.self) { certificates.refuse = refuse }
        if let authorities = try found.texts("authorities") {
            guard !authorities.isEmpty else { throw found.wrongType("authorities", "a list of at least one authority") }
            certificates.authorities = []
            for name in authorities {
                certificates.authorities.append(try recipe(name, found, key: "authorities"))
            }
        }
        if let sends = try found.truth("sendsIssuers") { certificates.sendsIssuers = sends }
        if let loses = try found.truth("losesRefusal") { certificates.losesRefusal = loses }
        if let handsOver = try found.truth("handsOver") { certificates.handsOver = handsOver }
        certificates.allow = try Self.optionalTexts("allow", found)
        if let users = try found.object("users", keys: nil) {
            for name in users.keys { certificates.users[name] = try users.text(name) }
        }
        for (index, value) in try found.list("paths").enumerated() {
            let path = "\(DocumentReader.join(found.path, "paths"))[\(index)]"
            let entry = try DocumentReader(value, source: found.source, path: path, keys: ["under", "rule"])
            guard let under = try entry.text("under") else { throw entry.missing("under") }
            guard let rule = try entry.word("rule", as: ClientCertificates.PathRule.Rule.self) else {
                throw entry.missing("rule")
            }
            certificates.paths.append(.init(path: try Self.prefix(under, entry, "under"), rule: rule))
        }
        if let hosts = try found.texts("hosts") { certificates.hosts = hosts }
        return certificates
    }

    /// The key `httpAuthentication` of the blueprint, or of one of its hosts.
    func webAuthentication(_ reader: DocumentReader, isOfHost: Bool) throws(BlueprintError) -> WebAuthentication? {
        DocumentTrace.note(.null, at: DocumentReader.join(reader.path, "httpAuthentication"))
        guard let value = reader["httpAuthentication"], !value.isNull else { return nil }
        let keys = [
            "challenges", "oneLine", "bare", "stale", "nonce", "nextnonce", "nonceCount", "info", "under", "realms",
            "users", "handsOver", "windows",
        ]
        let found = try reader.object("httpAuthentication", keys: isOfHost ? keys : keys + ["hosts"])
        guard let found else { return nil }
        var web = WebAuthentication()
        if found["challenges"] != nil {
            web.challenges = []
            for (index, value) in try found.list("challenges").enumerated() {
                let path = "\(DocumentReader.join(found.path, "challenges"))[\(index)]"
                let offer = try DocumentMistakes.part { () throws(BlueprintError) in
                    try Self.offer(value, source: found.source, path: path)
                }
                if let offer { web.challenges.append(offer) }
            }
            guard try !found.list("challenges").isEmpty else {
                throw found.wrongType("challenges", "a list of at least one challenge")
            }
        }
        if let oneLine = try found.truth("oneLine") { web.isOneLine = oneLine }
        if let bare = try found.truth("bare") { web.isBare = bare }
        if let stale = try found.word("stale", as: WebAuthentication.Stale.self) { web.stale = stale }
        if let nonce = try found.object("nonce", keys: ["lifetime", "uses"]) {
            if let lifetime = try nonce.duration("lifetime") { web.nonceLifetime = lifetime }
            if let uses = try nonce.number("uses", in: 0...1_000_000) { web.nonceUses = uses }
        }
        if let next = try found.truth("nextnonce") { web.givesNextNonce = next }
        if let check = try found.word("nonceCount", as: WebAuthentication.NonceCountCheck.self) {
            web.nonceCount = check
        }
        if let info = try found.truth("info") { web.givesInfo = info }
        for path in try found.texts("under") ?? [] { web.under.append(try Self.prefix(path, found, "under")) }
        if let realms = try found.object("realms", keys: nil) {
            for path in realms.keys {
                guard let realm = try realms.text(path) else { continue }
                web.realms[try Self.prefix(path, found, "realms")] = try Self.sendable(realm, realms, path)
            }
        }
        if let handsOver = try found.truth("handsOver") { web.handsOver = handsOver }
        web.users = try Self.optionalTexts("users", found)
        web.windows = try windows(found)
        if let hosts = try found.texts("hosts") { web.hosts = hosts }
        return web
    }

    private func readFront(_ reader: DocumentReader) throws(BlueprintError) -> WebAuthentication.Front? {
        let keys = ["userHeader", "listener", "addresses", "publicURL"]
        guard let found = try reader.object("front", keys: keys) else { return nil }
        var front = WebAuthentication.Front()
        if let name = try found.text("userHeader") {
            guard HeaderField(name, "").isWellFormed else {
                throw found.wrongType("userHeader", "a header field's name")
            }
            front.userHeader = name
        }
        if let listener = try found.text("listener") { front.listener = listener }
        if let addresses = try found.texts("addresses") { front.addresses = addresses }
        if let url = try found.text("publicURL") {
            guard Origin(ofURL: url) != nil else {
                throw found.wrongType("publicURL", "an absolute URL like https://gis.example.com/portal")
            }
            front.publicURL = url
        }
        return front
    }
}

extension Blueprint {
    private static func offer(
        _ value: JSONValue, source: String, path: String
    ) throws(BlueprintError) -> WebAuthentication.Offer {
        let scheme = try DocumentTrace.pausing { () throws(BlueprintError) -> WebAuthentication.Offer.Scheme in
            let any = try DocumentReader(value, source: source, path: path, keys: nil)
            guard let scheme = try any.word("scheme", as: WebAuthentication.Offer.Scheme.self) else {
                throw any.missing("scheme")
            }
            return scheme
        }
        DocumentTrace.note(.words(WebAuthentication.Offer.Scheme.allCases.map(\.rawValue)), at: "\(path).scheme")
        DocumentTrace.note(.required, at: "\(path).scheme")
        let keys =
            switch scheme {
            case .basic: ["scheme", "realm", "charset"]
            case .digest: ["scheme", "realm", "algorithm", "qop", "opaque", "charset", "userhash"]
            case .negotiate, .ntlm: ["scheme"]
            case .bearer: ["scheme", "realm"]
            }
        let found = try DocumentReader(value, source: source, path: path, keys: keys)
        var offer = WebAuthentication.Offer(scheme: scheme)
        if let realm = try found.text("realm") { offer.realm = try sendable(realm, found, "realm") }
        if let charset = try found.word("charset", as: Charset.self) { offer.isUTF8 = charset == .utf8 }
        if let algorithm = try found.text("algorithm") {
            guard !algorithm.isEmpty, algorithm.utf8.allSatisfy(HeaderField.isTokenByte) else {
                throw found.wrongType("algorithm", "a token like SHA-256")
            }
            offer.algorithm = algorithm
        }
        if let qop = try found.names("qop", as: WebAuthentication.Offer.Quality.self) { offer.qop = qop }
        DocumentTrace.note(.text, at: DocumentReader.join(found.path, "opaque"))
        DocumentTrace.note(.truth, at: DocumentReader.join(found.path, "opaque"))
        if let opaque = found["opaque"] {
            if let text = opaque.string {
                offer.opaque = .text(try sendable(text, found, "opaque"))
            } else if let isThere = opaque.bool {
                offer.opaque = isThere ? .random : .none
            } else {
                throw found.wrongType("opaque", "a text, or true for a random one")
            }
        }
        if let hashes = try found.truth("userhash") { offer.hashesUserNames = hashes }
        return offer
    }

    /// The only charset that a challenge may name (RFC 7617 §2.1).
    private enum Charset: String, CaseIterable {
        case utf8 = "UTF-8"
    }

    /// Stands for the path under which the portal lives, which a public URL may change.
    static let contextPlaceholder = "{{context}}"

    /// A path prefix without a slash at its end.
    private static func prefix(_ text: String, _ reader: DocumentReader, _ key: String) throws(BlueprintError) -> String
    {
        guard text.first == "/" || text.hasPrefix(contextPlaceholder), !text.contains(where: { " ?#".contains($0) })
        else {
            throw BlueprintError(
                .wrongType, source: reader.source, keyPath: DocumentReader.join(reader.path, key),
                problem: "\"\(text)\" is not a path like /portal/sharing/rest/content or {{context}}")
        }
        return text.last == "/" ? String(text.dropLast()) : text
    }

    /// A text that a header field can carry.
    private static func sendable(_ text: String, _ reader: DocumentReader, _ key: String) throws(BlueprintError)
        -> String
    {
        guard HeaderField("realm", text).isWellFormed else {
            throw reader.wrongType(key, "a text that a header field can carry")
        }
        return text
    }

    /// A list of texts where null is as good as absent.
    private static func optionalTexts(_ key: String, _ reader: DocumentReader) throws(BlueprintError) -> [String]? {
        DocumentTrace.note(.null, at: DocumentReader.join(reader.path, key))
        if let value = reader[key], value.isNull { return nil }
        return try reader.texts(key)
    }
}

extension Blueprint {
    /// The same, with the path under which the portal lives in the place of `{{context}}`.
    func placed(under context: String) -> Blueprint {
        guard !everyClientCertificates.isEmpty || !everyWebAuthentication.isEmpty || !faults.isEmpty else {
            return self
        }
        func path(_ text: String) -> String {
            guard text.hasPrefix(Self.contextPlaceholder) else { return text }
            return context + text.dropFirst(Self.contextPlaceholder.count)
        }
        func placed(_ certificates: ClientCertificates?) -> ClientCertificates? {
            guard var copy = certificates else { return nil }
            for index in copy.paths.indices { copy.paths[index].path = path(copy.paths[index].path) }
            return copy
        }
        func placed(_ web: WebAuthentication?) -> WebAuthentication? {
            guard var copy = web else { return nil }
            copy.under = copy.under.map(path)
            copy.realms = copy.realms.reduce(into: [:]) { $0[path($1.key)] = $1.value }
            return copy
        }
        var copy = self
        for index in faults.indices {
            if case .path(let prefix) = faults[index].address { copy.faults[index].address = .path(path(prefix)) }
        }
        copy.clientCertificates = placed(clientCertificates)
        copy.webAuthentication = placed(webAuthentication)
        for name in hosts.keys {
            copy.hosts[name]?.clientCertificates = placed(hosts[name]?.clientCertificates)
            copy.hosts[name]?.webAuthentication = placed(hosts[name]?.webAuthentication)
        }
        return copy
    }
}
