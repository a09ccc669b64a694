package import JSONValues

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A schema in the checkout, beside what it has to be.
package enum SchemaFile {
    /// The checkout, from where this file is.
    package static let root = String(#filePath.dropLast("/Tests/Support/SchemaWriting/SchemaFile.swift".count))

    /// What differs between a file of `Fixtures/schemas` and a schema; nil where nothing does. `MOCKPORTAL_GOLDENS=rewrite` writes it.
    package static func difference(_ name: String, _ schema: JSONValue) throws -> String? {
        let path = "\(root)/Fixtures/schemas/\(name).schema.json"
        let text = schema.text(pretty: true) + "\n"
        if ProcessInfo.processInfo.environment["MOCKPORTAL_GOLDENS"] == "rewrite" {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return nil
        }
        let written = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard written != text else { return nil }
        let lines = zip(written.split(separator: "\n"), text.split(separator: "\n")).first { $0 != $1 }
        return
            "\(path) is not what the readers ask: \"\(lines?.0 ?? "")\" should be \"\(lines?.1 ?? "")\"; make goldens writes it"
    }
}
