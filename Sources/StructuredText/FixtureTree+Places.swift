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
    package func placed(_ error: DocumentError) -> DocumentError {
        // What is not read has no lines.
        guard error.code != .unreadable else { return error }
        let source = path(ofPlace: error.source) ?? error.source
        if error.place == nil, source.hasSuffix(".geojson"), let text = try? text(at: source) {
            return Self.placed(error.told(of: text.source), in: text)
        }
        guard error.place == nil, let ending = Self.documentEndings.first(where: { source.hasSuffix($0) }),
            let path = document(named: String(source.dropLast(ending.count))), let text = try? text(at: path)
        else { return error }
        return text.placed(error.told(of: place(of: path)))
    }

    /// The same for data, which are read feature by feature: where one is no JSON the whole text says at which line.
    private static func placed(_ error: DocumentError, in data: DocumentText) -> DocumentError {
        do throws(DocumentError) { _ = try data.value() } catch let mistake {
            return mistake.place == nil ? error : mistake
        }
        return data.placed(error)
    }
}
