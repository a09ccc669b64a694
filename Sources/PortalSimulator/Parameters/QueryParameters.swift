internal import FeatureEngine
internal import HTTPSemantics
internal import JSONValues

/// The parameters of a query; one that is empty is as good as absent.
struct QueryParameters {
    /// Portal time in milliseconds since 1970, for clauses that ask for it; nil where there is none.
    let time: Int64?
    private let find: (String) -> String?

    init(at time: Int64? = nil, _ find: @escaping (String) -> String?) {
        self.time = time
        self.find = find
    }

    subscript(name: String) -> String? { find(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// A text within a bound; nil where it is absent.
    func text(_ name: String, within bound: TextBound) throws(ParameterProblem) -> String? {
        guard let text = self[name] else { return nil }
        if let problem = bound.problem(text) { throw ParameterProblem(name, problem) }
        return text
    }

    /// A truth value, `otherwise` where it is absent.
    func flag(_ name: String, otherwise: Bool = false) throws(ParameterProblem) -> Bool {
        guard let text = self[name] else { return otherwise }
        switch text.lowercased() {
        case "true", "1": return true
        case "false", "0": return false
        default: throw ParameterProblem(name, "\"\(text.prefix(40))\" is neither true nor false")
        }
    }

    /// A number that counts something; nil where it is absent.
    func count(_ name: String) throws(ParameterProblem) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw ParameterProblem(name, "\"\(text.prefix(40))\" is no whole number from 0 on")
        }
        return number
    }

    /// A number within some bounds; nil where it is absent.
    func number(_ name: String, in range: ClosedRange<Double>) throws(ParameterProblem) -> Double? {
        guard let text = self[name] else { return nil }
        return try Self.number(text, name, in: range)
    }

    /// A number that a parameter holds among others.
    static func number(
        _ text: some StringProtocol, _ name: String, in range: ClosedRange<Double>
    ) throws(ParameterProblem) -> Double {
        guard let number = Double(text), range.contains(number) else {
            throw ParameterProblem(
                name,
                "\"\(text.prefix(40))\" is no number from \(shown(range.lowerBound)) to \(shown(range.upperBound))")
        }
        return number
    }

    private static func shown(_ bound: Double) -> String { Int64(exactly: bound).map { "\($0)" } ?? "\(bound)" }

    /// A spatial reference; nil where it is absent.
    func reference(_ name: String) throws(ParameterProblem) -> SpatialReference? {
        guard let text = self[name] else { return nil }
        guard let reference = SpatialReference(parameter: text) else {
            throw ParameterProblem(name, "\(text.prefix(60)) is not known; \(SpatialReference.known)")
        }
        return reference
    }

    /// The words of a list separated by commas; nil where it is absent. Throws where there are more than so many.
    func list(_ name: String, atMost most: Int = 1000) throws(ParameterProblem) -> [Substring]? {
        guard let text = self[name] else { return nil }
        return try Self.list(of: text, name, atMost: most)
    }

    /// The words of a text separated by commas, without the blanks around them.
    static func list(of text: some StringProtocol, _ name: String, atMost most: Int) throws(ParameterProblem)
        -> [Substring]
    {
        let parts = Substring(text).utf8.split(separator: UInt8(ascii: ","), maxSplits: most)
        guard parts.count <= most else {
            throw ParameterProblem(name, "more than \(most) values; ask in several requests")
        }
        return parts.map { Substring($0).trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }
    }
}
