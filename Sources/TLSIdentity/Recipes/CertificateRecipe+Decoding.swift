public import FixtureFiles
public import JSONValues

extension CertificateRecipe {
    /// Reads the recipe `certs/<name>.json`; throws with the file, the key path and what is allowed.
    public init(named name: String, in fixtures: FixtureTree) throws(TLSIdentityError) {
        try self.init(
            decoding: Self.document(named: name, in: fixtures), name: name,
            source: fixtures.place(of: Self.path(of: name)))
    }

    /// Where the recipe of a name stands.
    static func path(of name: String) -> String { "certs/\(name).json" }

    /// The JSON value of a recipe of any kind.
    static func document(named name: String, in fixtures: FixtureTree) throws(TLSIdentityError) -> JSONValue {
        let path = path(of: name)
        guard fixtures.contains(path) else {
            let known = all(in: fixtures)
            let hint = NearestName.to(name, among: known).map { ". Did you mean \($0)?" } ?? ""
            throw TLSIdentityError(
                .unknownRecipe, "no certificate recipe \"\(name)\"; there are: \(known.joined(separator: ", "))\(hint)")
        }
        do {
            return try JSONValue(parsing: fixtures.bytes(at: path))
        } catch {
            throw TLSIdentityError(.badRecipe, "\(fixtures.place(of: path)): \(error)")
        }
    }

    /// Reads a recipe from a JSON value; `source` is the file that errors name.
    public init(decoding value: JSONValue, name: String, source: String) throws(TLSIdentityError) {
        if value["kind"]?.string == Kind.pkcs12.rawValue {
            throw TLSIdentityError(.unknownRecipe, "\(source) makes a PKCS #12 file, no certificate")
        }
        do throws(DocumentError) {
            try self.init(
                name: name,
                reader: DocumentReader(
                    value, source: source,
                    keys: [
                        "about", "kind", "issuer", "subject", "names", "addresses", "validity", "extendedKeyUsage",
                        "sends",
                    ]))
        } catch {
            throw TLSIdentityError(.badRecipe, error.description)
        }
    }

    private init(name: String, reader: DocumentReader) throws(DocumentError) {
        self.name = name
        guard let about = try reader.text("about") else { throw reader.missing("about") }
        self.about = about
        kind = try reader.word("kind") ?? .server
        issuer =
            try reader.text("issuer").map { $0 == "self" ? .itself : .authority($0) }
            ?? .authority(kind == .client ? "client-ca" : "ca")
        subject = try reader.text("subject")
        names = try Self.checked("names", of: reader) { text throws(TLSIdentityError) in _ = try DNSName(text) }
        addresses = try Self.checked("addresses", of: reader) { text throws(TLSIdentityError) in
            _ = try AddressBlock(text)
        }
        let usual: [Purpose] =
            switch kind {
            case .client: [.clientAuth]
            case .authority: []
            case .server, .pkcs12: [.serverAuth]
            }
        extendedKeyUsage = try reader.names("extendedKeyUsage") ?? usual
        sends = try reader.texts("sends")
        if let sends, sends.first != "leaf" {
            throw reader.wrongType("sends", "a list that begins with \"leaf\" (RFC 8446 §4.4.2)")
        }
        let inner = try reader.object("validity", keys: ["from", "to"])
        let from = try inner.map { inner throws(DocumentError) in try Self.seconds("from", of: inner) } ?? nil
        let end = try inner.map { inner throws(DocumentError) in try Self.seconds("to", of: inner) } ?? nil
        let first = from ?? -3600
        let last = end ?? (kind == .client ? 30 : 1) * 86400
        guard first < last else {
            throw reader.wrongType("validity", "a validity that begins before it ends")
        }
        validity = first..<last
    }

    private static func checked(
        _ key: String, of reader: DocumentReader, _ check: (String) throws(TLSIdentityError) -> Void
    ) throws(DocumentError) -> [String]? {
        guard let texts = try reader.texts(key) else { return nil }
        for (index, text) in texts.enumerated() {
            do {
                try check(text)
            } catch {
                throw DocumentError(
                    .unknownValue, source: reader.source,
                    keyPath: DocumentReader.join(reader.path, "\(key)[\(index)]"), problem: error.message)
            }
        }
        return texts
    }

    /// Reads a time relative to the moment of issuing: `-1h`, `24h`, `30d`.
    private static func seconds(_ key: String, of reader: DocumentReader) throws(DocumentError) -> Int64? {
        guard let text = try reader.text(key) else { return nil }
        let isBefore = text.hasPrefix("-")
        let century: Int64 = 100 * 366 * 86400
        guard let duration = DurationText.read(isBefore ? String(text.dropFirst()) : text),
            duration.components.seconds <= century
        else { throw reader.wrongType(key, "a time relative to the moment of issuing, like -1h, 24h or 30d") }
        return isBefore ? -duration.components.seconds : duration.components.seconds
    }
}
