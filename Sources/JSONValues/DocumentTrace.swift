/// What readers ask of the documents that they read, from which their JSON Schemas are made.
///
/// A reader's call is the declaration: `number("attempts", in: 1...9)` says that the key may be there, and what its value is.
package final class DocumentTrace: Sendable {
    /// What a reader takes at a place.
    package enum Fact: Hashable, Sendable {
        case text
        case truth
        case whole(ClosedRange<Int>)
        case number
        case duration
        case words([String])
        case wordList([String])
        case texts
        case list
        /// An object with these keys; nil lets others through.
        case object([String]?)
        /// An object whose keys are names that its writer gives, all with values of one kind.
        case map
        /// An object with exactly one key.
        case onlyOne
        /// A value of a shape that is described once, as a step inside steps.
        case shape(String)
        /// One of these texts, or another one.
        case wordsOrText([String])
        case null
        /// The key has to be there.
        case required
        /// Whatever stands there.
        case any
    }

    /// The facts by shape and path, `[]` standing for every element; the shape of the document itself is empty.
    package struct Place: Hashable, Sendable {
        package let shape: String
        package let path: String
    }
    /// Its task alone uses them, and reading never suspends.
    nonisolated(unsafe) private var found: [Place: Set<Fact>] = [:]
    nonisolated(unsafe) private var shapes: [(prefix: String, name: String)] = []
    @TaskLocal private static var current: DocumentTrace?

    package init() {}

    /// What was asked at each place.
    package var facts: [Place: Set<Fact>] { found }

    /// Keeps what readers ask while a body reads.
    package func recording<Value>(_ body: () throws -> Value) rethrows -> Value {
        try Self.$current.withValue(self, operation: body)
    }

    /// Keeps nothing of what is read in between.
    package static func pausing<Value>(
        _ body: () throws(DocumentError) -> Value
    ) throws(DocumentError) -> Value {
        guard current != nil else { return try body() }
        let result = $current.withValue(nil) { () -> Result<Value, DocumentError> in
            do throws(DocumentError) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Says what is taken at a path; nothing is kept unless a trace is recording.
    ///
    /// Where a value of a shape may stand, `besideShape` says that the fact is about what may stand there in its place.
    package static func note(
        _ fact: @autoclosure () -> Fact, at path: @autoclosure () -> String, besideShape: Bool = false
    ) {
        guard let current else { return }
        let fact = fact()
        var isInside = !besideShape
        if case .shape = fact { isInside = false }
        current.found[current.place(normal(path()), isInside: isInside), default: []].insert(fact)
    }

    /// The same of a key below a path.
    static func note(_ fact: @autoclosure () -> Fact, _ path: String, _ key: String) {
        guard let current else { return }
        current.found[current.place(normal(DocumentReader.join(path, key))), default: []].insert(fact())
    }

    /// Says that a value of a named shape stands at a path; what its reader takes belongs to the shape.
    package static func shape(_ name: String, at path: @autoclosure () -> String) {
        guard let current else { return }
        let path = normal(path())
        current.found[current.place(path, isInside: false), default: []].insert(.shape(name))
        guard !current.shapes.contains(where: { $0.prefix == path && $0.name == name }) else { return }
        current.shapes.append((path, name))
    }

    /// Splits a path behind the innermost shape that it lies in.
    private func place(_ path: String, isInside: Bool = true) -> Place {
        let inner = shapes.filter {
            path.hasPrefix($0.prefix + ".") || path.hasPrefix($0.prefix + "[") || (isInside && path == $0.prefix)
        }
        .max { $0.prefix.utf8.count < $1.prefix.utf8.count }
        guard let inner else { return Place(shape: "", path: path) }
        let rest = path.dropFirst(inner.prefix.count)
        return Place(shape: inner.name, path: String(rest.first == "." ? rest.dropFirst() : rest))
    }

    /// The path with `[]` in the place of every index.
    private static func normal(_ path: String) -> String {
        guard path.contains("[") else { return path }
        var result = ""
        var isIndex = false
        for character in path {
            if character == "[" { isIndex = true }
            if character == "]" { isIndex = false }
            if !isIndex || character == "[" { result.append(character) }
        }
        return result
    }
}
