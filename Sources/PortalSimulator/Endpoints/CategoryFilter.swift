internal import HTTPSemantics
internal import JSONValues

/// The parameter `categories` of a search for items (developers.arcgis.com, "Search" and "Group Content Search").
///
/// One is a list with commas, or a JSON array, of full paths such as `/Categories/Water`: an item has to have any of them. The parameter
/// may come several times: an item has to meet each.
struct CategoryFilter {
    /// Paths of one parameter, and parameters of one request, at most.
    private static let maximum = 8
    private let alternatives: [[String]]

    /// Reads the parameters of a request; nil where none has a value. Throws why one cannot be used.
    init?(_ request: EndpointRequest) throws(SearchProblem) {
        let inForm = request.form.values(ofAnyCase: "categories").filter { !$0.isEmpty }
        let told = inForm.isEmpty ? request.query.values(ofAnyCase: "categories").filter { !$0.isEmpty } : inForm
        guard !told.isEmpty else { return nil }
        guard told.count <= Self.maximum else {
            throw SearchProblem("it came \(told.count) times; a request has at most \(Self.maximum)")
        }
        var alternatives: [[String]] = []
        for text in told {
            let paths = try Self.paths(text)
            guard paths.count <= Self.maximum else {
                throw SearchProblem("more than \(Self.maximum) categories; a list has no more")
            }
            alternatives.append(paths)
        }
        self.alternatives = alternatives
    }

    private static func paths(_ text: String) throws(SearchProblem) -> [String] {
        guard text.hasPrefix("[") else { return ContentWrite.list(text, atMost: maximum).map(withoutEnd) }
        guard let list = (try? JSONValue(parsing: text))?.array, list.allSatisfy({ $0.string != nil }) else {
            throw SearchProblem("it begins as a JSON array and is none of texts")
        }
        return list.compactMap(\.string).map(withoutEnd)
    }

    private static func withoutEnd(_ path: String) -> String { path.hasSuffix("/") ? String(path.dropLast()) : path }

    /// Whether categories are met; what is in a category is in those above it too. It means nothing where the effort is used up.
    func matches(_ categories: [String], _ effort: SearchEffort) -> Bool {
        alternatives.allSatisfy { paths in
            paths.contains { path in categories.contains { effort.isPath($0, within: path) } }
        }
    }
}
