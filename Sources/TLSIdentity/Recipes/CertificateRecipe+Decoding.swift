public import FixtureFiles
public import JSONValues

extension CertificateRecipe {
    /// Reads the recipe `certs/<name>.json`; throws with the file, the key path and what is allowed.
    public init(named name: String, in fixtures: FixtureTree) throws(TLSIdentityError) {
        let path = "certs/\(name).json"
        guard fixtures.contains(path) else {
            let known = Self.all(in: fixtures)
            throw TLSIdentityError(
                .unknownRecipe,
                RecipeReader.words("no certificate recipe \"\(name)\"", nearest: name, allowed: known))
        }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: fixtures.bytes(at: path))
        } catch {
            throw TLSIdentityError(.badRecipe, "\(path): \(error)")
        }
        try self.init(decoding: value, name: name, source: path)
    }

    /// Reads a recipe from a JSON value; `source` is the file that errors name.
    public init(decoding value: JSONValue, name: String, source: String) throws(TLSIdentityError) {
        let reader = try RecipeReader(
            value, source: source, path: "",
            allowed: [
                "about", "kind", "issuer", "subject", "names", "addresses", "validity", "extendedKeyUsage", "sends",
            ])
        self.name = name
        guard let about = try reader.text("about") else { throw reader.problem("about", "is missing: say what the recipe is for") }
        self.about = about
        kind = try reader.choice("kind") ?? .server
        issuer = try reader.text("issuer").map { $0 == "self" ? .itself : .authority($0) } ?? .authority("ca")
        subject = try reader.text("subject")
        names = try reader.texts("names") { text throws(TLSIdentityError) in _ = try DNSName(text) }
        addresses = try reader.texts("addresses") { text throws(TLSIdentityError) in _ = try AddressBlock(text) }
        extendedKeyUsage = try reader.choices("extendedKeyUsage") ?? [.serverAuth]
        sends = try reader.texts("sends") { _ in }
        validity = try Self.validity(of: reader)
        if let sends, sends.first != "leaf" {
            throw reader.problem("sends", "must begin with \"leaf\" (RFC 8446 §4.4.2)")
        }
    }

    private static func validity(of reader: RecipeReader) throws(TLSIdentityError) -> Range<Int64> {
        guard let inner = try reader.object("validity", allowed: ["from", "to"]) else { return -3600..<86400 }
        let from = try inner.seconds("from") ?? -3600
        let end = try inner.seconds("to") ?? 86400
        guard from < end else { throw reader.problem("validity", "ends before it begins") }
        return from..<end
    }
}
