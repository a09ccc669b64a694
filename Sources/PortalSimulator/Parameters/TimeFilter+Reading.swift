internal import FeatureEngine
internal import HTTPSemantics

extension TimeFilter {
    /// Reads `time`: a moment, or a start and an end, in milliseconds since 1970, either of which may be `null`; nil where it is absent.
    init?(_ parameters: QueryParameters, fields: Fields?) throws(ParameterProblem) {
        guard let text = parameters["time"] else { return nil }
        guard let fields else {
            throw ParameterProblem("time", "the layer is not time-aware: it has no timeInfo; ask with where")
        }
        let words = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count <= 2 else {
            throw ParameterProblem("time", "\"\(text.prefix(60))\" is neither a moment nor a start and an end")
        }
        var moments: [Int64?] = []
        for word in words { moments.append(try Self.moment(word.trimming(while: \.isWhitespace))) }
        let (start, end) = (moments.first ?? nil, moments.last ?? nil)
        if let start, let end, start > end {
            throw ParameterProblem("time", "the start \(start) is after the end \(end)")
        }
        self.init(fields, from: start, to: end)
    }

    private static func moment(_ word: some StringProtocol) throws(ParameterProblem) -> Int64? {
        if word.lowercased() == "null" { return nil }
        guard let moment = Int64(word) else {
            throw ParameterProblem(
                "time", "\"\(word.prefix(40))\" is no number of milliseconds since 1970, and is not null")
        }
        return moment
    }
}
