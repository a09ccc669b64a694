internal import FeatureEngine
internal import JSONValues

extension TopFilter {
    /// Reads `topFilter`: `groupByFields`, `topCount` and `orderByFields`, each list as a text with commas or as a JSON list.
    init(_ parameters: QueryParameters, of table: FeatureTable) throws(ParameterProblem) {
        guard let text = parameters[Self.name] else { throw ParameterProblem(Self.name, "is missing") }
        let document: JSONValue
        do {
            document = try JSONValue(parsing: BareNames.quoted(text))
        } catch {
            throw ParameterProblem(Self.name, "is no JSON: \(error)")
        }
        guard document.object != nil else { throw ParameterProblem(Self.name, "is no JSON object") }
        guard let count = document["topCount"]?.integer, (1...1_000_000).contains(count) else {
            throw ParameterProblem(Self.name, "topCount is no whole number from 1 on")
        }
        var groups: [Int] = []
        for word in try Self.words(document, "groupByFields") { groups.append(try Self.field(word, table)) }
        guard !groups.isEmpty else { throw ParameterProblem(Self.name, "groupByFields is missing") }
        let order = try LayerQuery.order(Self.words(document, "orderByFields"), Self.name)
        guard !order.isEmpty else { throw ParameterProblem(Self.name, "orderByFields is missing") }
        for order in order { _ = try Self.field(order.name[...], table) }
        self.init(groups: groups, count: Int(count), order: order)
    }

    private static let name = "topFilter"

    private static func words(_ document: JSONValue, _ member: String) throws(ParameterProblem) -> [Substring] {
        guard let value = document[member], !value.isNull else { return [] }
        let text = value.string ?? value.array.map { $0.compactMap(\.string).joined(separator: ",") }
        guard let text else { throw ParameterProblem(name, "\(member) is no list of fields") }
        return try QueryParameters.list(of: text, name, atMost: 20)
    }

    private static func field(_ word: Substring, _ table: FeatureTable) throws(ParameterProblem) -> Int {
        guard let field = table.field(word) else {
            throw ParameterProblem(
                name, "\(word.prefix(60)) is no field of this layer", unknownField: String(word.prefix(60)))
        }
        return field
    }
}
