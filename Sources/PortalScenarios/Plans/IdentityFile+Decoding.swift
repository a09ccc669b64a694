internal import JSONValues

extension IdentityFile {
    static let keys = ["pkcs12", "password", "overwrite", "legacy", "file"]

    /// Reads the arguments of `importIdentity`, or an element of `environment.identities` and `importThenCertificate`.
    init(_ reader: DocumentReader) throws(DocumentError) {
        guard let recipe = try reader.text("pkcs12") else { throw reader.missing("pkcs12") }
        self.recipe = recipe
        password =
            switch try reader.text("password") {
            case nil, "right": .right
            case "wrong": .wrong
            case "empty": .empty
            case "none": .none
            case let text?: .text(text)
            }
        overwrites = try reader.truth("overwrite") ?? false
        allowsLegacy = try reader.truth("legacy") ?? false
        flaw = try reader.word("file", as: Flaw.self)
    }

    /// An identity by name, with nothing wrong.
    init(_ name: String) {
        recipe = name
        password = .right
        overwrites = false
        allowsLegacy = false
    }

    /// Reads a list of names and files.
    static func list(_ outer: DocumentReader, _ key: String) throws(DocumentError) -> [IdentityFile] {
        var files: [IdentityFile] = []
        for (index, value) in try outer.list(key).enumerated() {
            DocumentTrace.note(.text, at: "\(DocumentReader.join(outer.path, key))[]")
            if let name = value.string {
                files.append(IdentityFile(name))
                continue
            }
            let path = "\(DocumentReader.join(outer.path, key))[\(index)]"
            files.append(try IdentityFile(try DocumentReader(value, source: outer.source, path: path, keys: keys)))
        }
        return files
    }
}
