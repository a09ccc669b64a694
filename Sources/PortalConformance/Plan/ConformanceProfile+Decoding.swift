internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import ScenarioFormat
internal import StructuredText

extension ConformanceProfile {
    private static let keys = [
        "portal", "trust", "referer", "accounts", "wrongPassword", "items", "maps", "service", "federatedService",
        "plainURL", "identity", "oauth", "tokenLifetime", "rows", "skip",
    ]

    /// Reads a profile that may name these rows, and every file that it names.
    init(file path: String, rows ids: RowIDs) throws(DocumentError) {
        let bytes = try FileText.bytes(path, source: path, keyPath: "")
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try self.init(
            parsing: DocumentText(bytes, source: path), folder: folder.isEmpty ? "/" : folder, rows: ids)
    }

    /// Reads the text of a profile that may name these rows; relative paths in it begin at a folder.
    init(parsing text: String, source: String, folder: String, rows ids: RowIDs) throws(DocumentError) {
        try self.init(parsing: DocumentText(text, source: source), folder: folder, rows: ids)
    }

    private init(parsing text: DocumentText, folder: String, rows ids: RowIDs) throws(DocumentError) {
        do {
            try self.init(reading: text, folder: folder, rows: ids)
        } catch {
            throw text.placed(error)
        }
    }

    private init(reading text: DocumentText, folder: String, rows ids: RowIDs) throws(DocumentError) {
        let source = text.source
        self.init(source: source)
        let reader = try DocumentReader(try text.value(), source: source, keys: Self.keys)
        portal = try reader.text("portal")
        if let portal, (try? PortalURL(portal)) == nil {
            throw Self.wrongAddress(reader, "portal", portal, "the address of a portal")
        }
        if let trust = try reader.object("trust", keys: ["caFile"]) {
            for file in try trust.texts("caFile") ?? [] {
                let bytes = try FileText.bytes(
                    SecretSource.path(file, in: folder), source: source, keyPath: "trust.caFile")
                authorities.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        if let text = try reader.text("referer") { referer = text }
        if let accounts = try Self.object(reader, "accounts", keys: ["member", "webTier"]) {
            member = try Self.account(accounts, "member", folder)
            webTier = try Self.account(accounts, "webTier", folder)
        }
        if let wrong = try reader.object("wrongPassword", keys: ["attempts"]) {
            wrongPasswords = try wrong.number("attempts", in: 0...4) ?? 1
        }
        if let items = try reader.object("items", keys: ["public", "private"]) {
            publicItem = try Self.identifier(items, "public")
            privateItem = try Self.identifier(items, "private")
        }
        if let maps = try reader.object("maps", keys: ["public", "private"]) {
            publicMap = try Self.identifier(maps, "public")
            privateMap = try Self.identifier(maps, "private")
        }
        service = try Self.url(reader, "service")
        federatedService = try Self.url(reader, "federatedService")
        if let text = federatedService,
            HTTPURL(parsing: text).flatMap({ ServerContext($0) })?.kind != .server
        {
            throw Self.wrongAddress(
                reader, "federatedService", text,
                "the URL of a service, as https://gis.example.com/server/rest/services/Secured/FeatureServer")
        }
        plainURL = try Self.url(reader, "plainURL")
        try readIdentity(reader, folder)
        try readApplication(reader, folder)
        tokenLifetime = try reader.duration("tokenLifetime")
        if let tokenLifetime, tokenLifetime < .seconds(60) || tokenLifetime > .seconds(600) {
            throw reader.wrongType(
                "tokenLifetime", "a lifetime from 1m to 10m: tokens live in minutes, and a run waits for their end")
        }
        rows = try Self.rowNames(reader, "rows", ids)
        skipped = try Self.rowNames(reader, "skip", ids)
    }

    private static func account(
        _ reader: DocumentReader, _ key: String, _ folder: String
    ) throws(DocumentError) -> Account? {
        guard let account = try object(reader, key, keys: ["username", "password"]) else { return nil }
        guard let username = try account.text("username") else { throw account.missing("username") }
        guard account["password"] != nil else { throw account.missing("password") }
        return Account(username: username, password: try secret(account, "password", folder))
    }

    private mutating func readIdentity(_ reader: DocumentReader, _ folder: String) throws(DocumentError) {
        guard let entry = try Self.object(reader, "identity", keys: ["p12", "password"]) else { return }
        guard let place = try entry.object("p12", keys: ["file"]), let file = try place.text("file") else {
            throw entry.missing("p12")
        }
        guard entry["password"] != nil else { throw entry.missing("password") }
        identity = Identity(
            bytes: try FileText.bytes(
                SecretSource.path(file, in: folder), source: reader.source, keyPath: "identity.p12.file"),
            password: try Self.secret(entry, "password", folder))
    }

    private mutating func readApplication(_ reader: DocumentReader, _ folder: String) throws(DocumentError) {
        let keys = ["clientID", "clientSecret", "refreshToken", "redirectURI", "mayRevoke"]
        guard let entry = try Self.object(reader, "oauth", keys: keys) else { return }
        guard let clientID = try entry.text("clientID") else { throw entry.missing("clientID") }
        application = Application(
            clientID: clientID,
            clientSecret: entry["clientSecret"] == nil ? nil : try Self.secret(entry, "clientSecret", folder),
            refreshToken: entry["refreshToken"] == nil ? nil : try Self.secret(entry, "refreshToken", folder),
            redirectURI: try entry.text("redirectURI") ?? "urn:ietf:wg:oauth:2.0:oob",
            mayRevoke: try entry.truth("mayRevoke") ?? false)
    }

    /// An object around secrets; where something else stands there, it may be a secret and is not shown.
    private static func object(
        _ reader: DocumentReader, _ key: String, keys: [String]
    ) throws(DocumentError) -> DocumentReader? {
        guard reader[key] == nil || reader[key]?.object != nil else {
            throw DocumentError(
                .wrongType, source: reader.source, keyPath: DocumentReader.join(reader.path, key),
                problem: "is not an object with the keys \(keys.joined(separator: ", "))")
        }
        return try reader.object(key, keys: keys)
    }

    private static func secret(
        _ reader: DocumentReader, _ key: String, _ folder: String
    ) throws(DocumentError) -> HTTPSemantics.Secret<String> {
        try SecretSource(reader, key, folder: folder).secret(
            source: reader.source, keyPath: DocumentReader.join(reader.path, key))
    }

    /// An item's id, which is one segment of a path.
    private static func identifier(_ reader: DocumentReader, _ key: String) throws(DocumentError) -> String? {
        DocumentTrace.note(.text, at: DocumentReader.join(reader.path, key))
        guard let value = reader[key] else { return nil }
        guard let text = value.string, !text.isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#&%".utf8.contains($0) })
        else {
            throw reader.wrongType(key, "the id of an item; one that YAML takes for a number, as 5e21, needs quotes")
        }
        return text
    }

    private static func url(_ reader: DocumentReader, _ key: String) throws(DocumentError) -> String? {
        guard let text = try reader.text(key) else { return nil }
        guard HTTPURL(parsing: text) != nil else {
            throw wrongAddress(reader, key, text, "an absolute http or https URL")
        }
        return text
    }

    /// The error for an address that cannot be used; it may hold a password or a token, which are not shown.
    private static func wrongAddress(
        _ reader: DocumentReader, _ key: String, _ text: String, _ wanted: String
    ) -> DocumentError {
        let advice =
            PortalURL.holdsUser(text)
            ? "; leave out what stands before the @: user names and passwords are given under accounts" : ""
        let shown = DocumentReader.shown(.string(PortalURL.shown(text)))
        return DocumentError(
            .wrongType, source: reader.source, keyPath: DocumentReader.join(reader.path, key),
            problem: "\(shown) is not \(wanted)\(advice)")
    }

    private static func rowNames(
        _ reader: DocumentReader, _ key: String, _ ids: RowIDs
    ) throws(DocumentError) -> [String] {
        try ids.checked(try reader.texts(key) ?? [], source: reader.source, keyPath: key)
    }
}
