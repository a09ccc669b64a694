package import FixtureFiles
package import JSONValues

extension CertificateRecipe {
    /// The names of all recipes of a tree, sorted.
    package static func everyName(in fixtures: FixtureTree) -> [String] { all(in: fixtures) }

    /// Whether a recipe makes a PKCS #12 file; throws where it cannot be read.
    package static func isIdentityFile(named name: String, in fixtures: FixtureTree) throws(TLSIdentityError) -> Bool {
        try document(named: name, in: fixtures)["kind"]?.string == Kind.pkcs12.rawValue
    }

    /// Says that a recipe names another one that is not there.
    package static func refer(
        to name: String, _ key: String, _ names: [String], source: String
    ) throws(DocumentError) {
        guard !names.contains(name) else { return }
        try DocumentMistakes.note(
            DocumentError(
                .unknownValue, source: source, keyPath: key, problem: "there is no certificate recipe \"\(name)\"",
                allowed: names, written: name))
    }
}
