internal import HTTPSemantics

/// The path of a route, read once: which segments are fixed, and what fits into the open ones.
///
/// `{x}` is a text that is no name of an operation, `{x:id}` 32 hex digits, `{x#}` a number, `{x*}` at the end all that is left.
struct RoutePattern: Sendable {
    enum Segment: Sendable, Equatable {
        case fixed(Substring)
        /// A text that people choose, such as a service's or a user's name; it may be called like an operation.
        case name
        case text
        case identifier
        case number
        case rest
    }
    private let segments: [Segment]

    /// Reads a path; `names` are the open segments whose text people choose.
    init(_ path: String, names: Set<Substring>) {
        segments = path.split(separator: "/").map { part in
            guard part.first == "{" else { return .fixed(part) }
            if names.contains(part) { return .name }
            if part.hasSuffix("*}") { return .rest }
            if part.hasSuffix(":id}") { return .identifier }
            return part.hasSuffix("#}") ? .number : .text
        }
    }

    /// The decoded texts of the open segments of a path that fits; `words` are the names of operations.
    func captures(_ path: [Substring], words: Set<Substring>) -> [String]? {
        guard path.count == segments.count || segments.last == .rest && path.count >= segments.count else { return nil }
        var captures: [String] = []
        for (segment, part) in zip(segments, path) {
            if segment == .rest { break }
            if case .fixed(let wanted) = segment {
                guard part == wanted else { return nil }
                continue
            }
            guard !part.isEmpty, segment == .name || !words.contains(part) else { return nil }
            let text = PercentEncoding.decodeText(part)
            if segment == .identifier, !WorldDefaults.isIdentifier(text.lowercased()) { return nil }
            if segment == .number, Int64(text) == nil { return nil }
            captures.append(text)
        }
        guard segments.last == .rest else { return captures }
        let rest = path[(segments.count - 1)...].map { PercentEncoding.decodeText($0) }
        // A path that climbs names nothing.
        return rest.contains("..") || rest.contains("") ? nil : captures + [rest.joined(separator: "/")]
    }

    /// A path without what its open segments say of their form, as the journal writes it.
    static func plain(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.first == "{" else { return part }
            for form in [":id}", "#}"] where part.hasSuffix(form) { return part.dropLast(form.count) + "}" }
            return part
        }.joined(separator: "/")
    }
}
