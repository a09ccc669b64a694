internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// Asks for the records that belong to features of a layer.
struct RelatedStep: ScenarioStep {
    static let names = ["related"]

    private let service: String
    private let layer: Int
    /// The layer's own name of the relationship; the layer is then loaded first.
    private let name: String?
    private let query: RelatedRecordsQuery
    private let counts: Bool
    /// What is asked for, as it is written.
    private let written: [String: JSONValue]

    init(reading step: StepReader) throws(DocumentError) {
        written = step.value.object ?? [:]
        let reader = try step.object([
            "service", "layer", "relationship", "named", "of", "where", "fields", "geometry", "orderBy", "offset",
            "limit", "counts",
        ])
        service = try reader.name("service", of: .service) ?? "Traffic"
        layer = try reader.number("layer", in: 0...1000) ?? 0
        name = try reader.text("named")
        var query = RelatedRecordsQuery(
            relationshipID: try reader.number("relationship", in: 0...1000) ?? 0,
            of: try reader.list("of").compactMap(\.integer))
        guard !query.objectIDs.isEmpty else { throw reader.wrongType("of", "a list of object ids") }
        query.definitionExpression = try reader.text("where")
        query.outFields = try reader.texts("fields") ?? ["*"]
        query.returnsGeometry = try reader.truth("geometry") ?? true
        query.orderBy = try reader.orders()
        query.offset = try reader.number("offset", in: 0...1_000_000)
        query.limit = try reader.number("limit", in: 0...1_000_000)
        self.query = query
        counts = try reader.truth("counts") ?? false
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        let url = "\(writer.scenarioPortal.url(ofService: service))/\(layer)"
        return StepMessage(.related, QueryStep.members(written, url), meaning: QueryStep.meaning)
    }

    func perform(with driver: BuiltInDriver) async {
        do throws(PortalError) {
            let url = try driver.serviceURL(service).appending("\(layer)")
            let layer = FeatureLayer(url: url, in: driver.environment)
            var query = query
            if let name {
                try await layer.load()
                guard let relationship = layer.relationships.first(where: { $0.name == name }) else {
                    let known = layer.relationships.map(\.name).joined(separator: ", ")
                    return driver.log.complain("the layer has no relationship \(name); it has \(known)")
                }
                query.relationshipID = relationship.id
            }
            if counts {
                let numbers = try await layer.relatedRecordCounts(query)
                let texts = numbers.sorted { $0.key < $1.key }.map { JSONValue.string("\($0.key): \($0.value)") }
                driver.log.remember("relatedCounts", .array(texts))
                driver.log.note("found(\(numbers.values.reduce(0, +)))")
            } else {
                tell(try await layer.relatedRecords(query), driver)
            }
            driver.note(status: "loaded", user: nil)
        } catch {
            driver.fail(error)
        }
    }

    private func tell(_ found: RelatedRecords, _ driver: BuiltInDriver) {
        let records = found.groups.flatMap(\.records)
        let groups = found.groups.map { group in
            let texts = group.records.map { FeatureText.values($0, found.fields) }
            return JSONValue.string("\(group.objectID): \(texts.joined(separator: ", "))")
        }
        driver.log.remember("related", .array(groups))
        driver.log.remember("geometries", .array(records.map { .string(FeatureText.geometry($0.geometry)) }))
        driver.log.remember("exceededTransferLimit", .bool(found.exceededTransferLimit))
        driver.log.note("found(\(records.count))")
    }
}
