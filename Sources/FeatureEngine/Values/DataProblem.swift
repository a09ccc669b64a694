package import JSONValues

/// What is wrong with a value of a data file or an edit, and where in it.
package struct DataProblem: Error, Equatable {
    /// Where it is, as `features[3].properties.NAME`.
    package var path: String
    /// What is wrong with it.
    package let problem: String

    package init(_ problem: String, at path: String = "") {
        self.problem = problem
        self.path = path
    }

    /// The same, seen from one level further out.
    package func within(_ outer: String) -> DataProblem {
        let joined = path.isEmpty || path.hasPrefix("[") ? outer + path : "\(outer).\(path)"
        return DataProblem(problem, at: joined)
    }

    /// A value in the text of a problem, cut after forty characters.
    package static func shown(_ json: JSONValue) -> String {
        let text = String(decoding: json.canonicalBytes(), as: UTF8.self)
        return text.count > 40 ? text.prefix(40) + "…" : text
    }
}
