internal import HTTPSemantics
internal import JSONValues

/// How often the values of some fields occur among all items that a search has found: `countFields` and `countSize`
/// (developers.arcgis.com, "Search"; Esri/arcgis-rest-js, `ISearchOptions` and `ISearchResult`).
struct FieldCounts {
    /// The fields that can be counted, as parameters and answers name them.
    private static let countable = ["tags", "type", "access", "contentstatus", "categories"]
    /// Fields of one request, at most.
    private static let maximum = 3
    private let fields: [String]
    private let size: Int

    /// Reads the parameters; nil where nothing is to be counted. Throws why they cannot be used.
    init?(_ request: EndpointRequest) throws(SearchProblem) {
        fields = ContentWrite.list(request["countFields"] ?? "", atMost: Self.maximum)
        guard !fields.isEmpty else { return nil }
        guard fields.count <= Self.maximum else {
            throw SearchProblem("more than \(Self.maximum) fields; a request counts no more")
        }
        for field in fields where !Self.countable.contains(field.lowercased()) {
            throw SearchProblem(
                "\(BodyProblem.quoted(field)) cannot be counted; there are \(Self.countable.joined(separator: ", "))")
        }
        size = max(1, min(request["countSize"].flatMap { Int($0) } ?? 10, 200))
    }

    /// The member `aggregations` of the answer: the values of each field in lower case, the most frequent first.
    ///
    /// Throws where putting values in order that are equally frequent costs more than it may.
    func document<Entry>(
        _ found: [Entry], _ fields: SearchFields<Entry>, _ effort: SearchEffort
    ) throws(SearchProblem) -> JSONValue {
        let counts = self.fields.map { name -> JSONValue in
            let field = name.lowercased()
            var counts: [String: Int] = [:]
            for entry in found {
                for value in Set(fields.values(entry, field).map { $0.lowercased() }) { counts[value, default: 0] += 1 }
            }
            let most = counts.sorted {
                $0.value == $1.value ? effort.order($0.key, $1.key) == .before : $0.value > $1.value
            }.prefix(size)
            return [
                "fieldName": .string(name),
                "fieldValues": .array(
                    most.map { ["value": .string($0.key), "count": .integer(Int64($0.value))] }),
            ]
        }
        guard !effort.isUsedUp else { throw SearchEffort.orderProblem }
        return ["counts": .array(counts)]
    }
}
