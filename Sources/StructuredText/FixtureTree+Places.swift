package import FixtureFiles
package import JSONValues

extension FixtureTree {
    /// The text of a document; throws `unreadable` where it is not there.
    package func text(at path: String) throws(DocumentError) -> DocumentText {
        do {
            return DocumentText(try bytes(at: path), source: place(of: path))
        } catch {
            throw DocumentError(.unreadable, source: error.path, problem: error.problem)
        }
    }

    /// Runs a body that reads documents of these files; an error about one of them is given its line and column.
    package func placing<Result>(_ body: () throws(DocumentError) -> Result) throws(DocumentError) -> Result {
        do {
            return try body()
        } catch {
            throw placed(error)
        }
    }

    /// The same error with line and column, and with the ending that the file has.
    package func placed(_ error: DocumentError) -> DocumentError { placed([error]).first ?? error }

    /// The same errors, in their order, with line and column and with the ending that the file has: each file is read once for all.
    package func placed(_ errors: [DocumentError]) -> [DocumentError] {
        var placed = errors
        // What is not read has no lines.
        let indices = errors.indices.filter { errors[$0].code != .unreadable && errors[$0].place == nil }
        for (source, indices) in Dictionary(grouping: indices, by: { errors[$0].source }) {
            guard let text = text(ofSource: source) else { continue }
            let own = Self.placed(indices.map { errors[$0].told(of: text.source) }, in: text)
            for (index, error) in zip(indices, own) { placed[index] = error }
        }
        return placed
    }

    /// The text of the document, or of the data, that errors have for their source; nil where it is neither, or not there.
    private func text(ofSource source: String) -> DocumentText? {
        let source = path(ofPlace: source) ?? source
        if Self.isData(source) { return try? text(at: source) }
        guard let ending = Self.documentEndings.first(where: { source.hasSuffix($0) }),
            let path = document(named: String(source.dropLast(ending.count)))
        else { return nil }
        return try? text(at: path)
    }

    private static func isData(_ path: String) -> Bool { path.hasSuffix(".geojson") }

    private static func placed(_ errors: [DocumentError], in text: DocumentText) -> [DocumentError] {
        guard isData(text.source) else { return text.placed(errors) }
        // Data are read feature by feature: where one is no JSON the whole text says at which line.
        do throws(DocumentError) { _ = try text.value() } catch let mistake {
            return mistake.place == nil ? errors : errors.map { _ in mistake }
        }
        return text.placed(errors)
    }
}
