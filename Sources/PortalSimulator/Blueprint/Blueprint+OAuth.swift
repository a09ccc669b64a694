internal import HTTPSemantics
internal import JSONValues

extension Blueprint {
    mutating func readOAuth(_ reader: DocumentReader) throws(BlueprintError) {
        for key in ["oauth", "apiKeys", "identityProxy"] { DocumentTrace.note(.null, at: key) }
        try DocumentMistakes.part { () throws(BlueprintError) in
            if let value = reader["oauth"], !value.isNull { oauth = try Self.oauth(reader) }
        }
        try DocumentMistakes.part { () throws(BlueprintError) in
            if let value = reader["apiKeys"], !value.isNull { apiKeys = try Self.apiKeys(reader) }
        }
        try DocumentMistakes.part { () throws(BlueprintError) in try readIdentityProxy(reader) }
        try DocumentMistakes.part { () throws(BlueprintError) in try readIdentityProviders(reader) }
    }

    private static func oauth(_ reader: DocumentReader) throws(BlueprintError) -> OAuth {
        let keys = [
            "applications", "accessTokenLifetime", "refreshTokenLifetime", "maximumRefreshLifetime",
            "applicationTokenLifetime", "codeLifetime", "pkce", "plainPKCE", "authorize", "token", "revoke", "state",
            "rotates",
        ]
        var oauth = OAuth()
        guard let found = try reader.object("oauth", keys: keys) else { return oauth }
        if let time = try found.duration("accessTokenLifetime") { oauth.accessTokenLifetime = time }
        if let time = try found.duration("refreshTokenLifetime") { oauth.refreshTokenLifetime = time }
        if let time = try found.duration("maximumRefreshLifetime") { oauth.maximumRefreshLifetime = time }
        if let time = try found.duration("applicationTokenLifetime") { oauth.applicationTokenLifetime = time }
        if let time = try found.duration("codeLifetime") { oauth.codeLifetime = time }
        if let word = try found.word("pkce", as: OAuth.PKCE.self) { oauth.pkce = word }
        if let word = try found.word("plainPKCE", as: OAuth.PlainPKCE.self) { oauth.plainPKCE = word }
        if let word = try found.word("authorize", as: OAuth.Answering.self) { oauth.authorize = word }
        if let word = try found.word("token", as: OAuth.TokenAnswering.self) { oauth.token = word }
        if let word = try found.word("revoke", as: OAuth.Revoking.self) { oauth.revoke = word }
        if let word = try found.word("state", as: OAuth.State.self) { oauth.state = word }
        if let rotates = try found.truth("rotates") { oauth.rotates = rotates }
        guard let applications = try found.object("applications", keys: nil) else { return oauth }
        for clientID in applications.keys where applications[clientID]?.isNull == false {
            let application = try DocumentMistakes.part { () throws(BlueprintError) in
                try Self.application(clientID, applications)
            }
            if let application { oauth.applications[clientID] = application }
        }
        return oauth
    }

    private static func application(
        _ clientID: String, _ applications: DocumentReader
    ) throws(BlueprintError) -> OAuth.Application? {
        guard isClientID(clientID) else {
            throw BlueprintError(
                .unknownValue, source: applications.source, keyPath: applications.path,
                problem:
                    "\(DocumentReader.shown(.string(clientID))) cannot be a client id: visible ASCII characters only")
        }
        let keys = ["title", "redirectURIs", "secret", "scope", "owner"]
        guard let found = try applications.object(clientID, keys: keys) else { return nil }
        var application = OAuth.Application()
        application.title = try found.text("title")
        application.redirectURIs = try redirectURIs(found)
        DocumentTrace.note(.text, at: DocumentReader.join(found.path, "secret"))
        DocumentTrace.note(.null, at: DocumentReader.join(found.path, "secret"))
        DocumentTrace.note(.null, at: found.path)
        if let value = found["secret"], !value.isNull {
            let path = DocumentReader.join(found.path, "secret")
            let secret = try secretText(value, source: found.source, keyPath: path)
            application.secret = value.string == "generated" ? .generated : .text(secret)
        }
        application.scope = try scope(found)
        if let owner = try found.text("owner") { application.owner = owner }
        return application
    }

    /// Whether a text can be a client id (RFC 6749 §A.1); a blank at an end could not be told from none.
    static func isClientID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// The key `redirectURIs` of an application.
    static func redirectURIs(_ reader: DocumentReader) throws(BlueprintError) -> [String] {
        let uris = try reader.texts("redirectURIs") ?? []
        for (index, uri) in uris.enumerated() {
            guard let problem = RegisteredRedirect.problem(of: uri) else { continue }
            try DocumentMistakes.note(
                BlueprintError(
                    .unknownValue, source: reader.source,
                    keyPath: "\(DocumentReader.join(reader.path, "redirectURIs"))[\(index)]",
                    problem: "\(DocumentReader.shown(.string(uri))) cannot be registered: \(problem)"))
        }
        return uris
    }

    private static func apiKeys(_ reader: DocumentReader) throws(BlueprintError) -> [String: APIKey] {
        guard let keys = try reader.object("apiKeys", keys: nil) else { return [:] }
        var found: [String: APIKey] = [:]
        for name in keys.keys where keys[name]?.isNull == false {
            let members = ["scope", "lifetime", "referers", "prefix", "text", "owner"]
            guard let entry = try keys.object(name, keys: members) else { continue }
            var key = APIKey()
            key.scope = try scope(entry)
            if let lifetime = try entry.duration("lifetime") { key.lifetime = lifetime }
            if let referers = try entry.texts("referers") { key.referers = referers }
            if let prefix = try entry.word("prefix", as: APIKey.Prefix.self) { key.prefix = prefix }
            DocumentTrace.note(.text, at: DocumentReader.join(entry.path, "text"))
            DocumentTrace.note(.null, at: DocumentReader.join(entry.path, "text"))
            DocumentTrace.note(.null, at: entry.path)
            if let text = entry["text"], !text.isNull {
                let path = DocumentReader.join(entry.path, "text")
                key.text = try secretText(text, source: entry.source, keyPath: path)
            }
            if let owner = try entry.text("owner") { key.owner = owner }
            found[name] = key
        }
        return found
    }

    /// Null opens what an absent scope does.
    private static func scope(_ reader: DocumentReader) throws(BlueprintError) -> [String]? {
        DocumentTrace.note(.null, at: DocumentReader.join(reader.path, "scope"))
        if let value = reader["scope"], value.isNull { return nil }
        return try reader.texts("scope")
    }

    /// A secret of at least eight visible characters; an error about it does not show it.
    private static func secretText(
        _ value: JSONValue, source: String, keyPath: String
    ) throws(BlueprintError) -> Secret<String> {
        guard let text = value.string, text.utf8.count >= 8, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw BlueprintError(
                .wrongType, source: source, keyPath: keyPath,
                problem: "it is not a text of at least 8 visible ASCII characters")
        }
        return Secret(text)
    }
}

extension Blueprint {
    /// The same, with addresses in the place of placeholders in redirect URIs.
    func registered(with placeholders: Placeholders) -> Blueprint {
        guard oauth != nil || identityProxy != nil else { return self }
        var copy = self
        for (id, application) in oauth?.applications ?? [:] {
            copy.oauth?.applications[id]?.redirectURIs = application.redirectURIs.map { placeholders.expand($0) }
        }
        copy.identityProxy?.redirectURIs = identityProxy?.redirectURIs.map { placeholders.expand($0) } ?? []
        return copy
    }
}
