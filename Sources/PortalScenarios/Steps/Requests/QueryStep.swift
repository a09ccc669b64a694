internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// Asks a layer of a service for features or statistics.
struct QueryStep: ScenarioStep {
    static let names = ["query"]

    private let service: String
    private let layer: Int
    private let query: FeatureQuery
    private let followsPages: Bool
    /// What is asked for, as it is written.
    private let written: [String: JSONValue]

    init(reading step: StepReader) throws(DocumentError) {
        written = step.value.object ?? [:]
        let reader = try step.object([
            "service", "layer", "where", "ids", "time", "fields", "geometry", "centroid", "quantize", "statistics",
            "groupBy", "having", "orderBy", "offset", "limit", "pages", "outSR",
        ])
        service = try reader.name("service", of: .service) ?? "Traffic"
        layer = try reader.number("layer", in: 0...1000) ?? 0
        followsPages = try reader.word("pages", as: PagesName.self) == .all
        var query = FeatureQuery(where: try reader.text("where"))
        query.objectIDs = try reader.wholeNumbers("ids")
        query.time = try Self.time(reader)
        query.outFields = try reader.texts("fields") ?? ["*"]
        query.returnsGeometry = try reader.truth("geometry") ?? true
        query.returnsCentroid = try reader.truth("centroid") ?? false
        query.quantization = try Self.quantization(reader)
        for text in try reader.texts("statistics") ?? [] {
            let words = text.split(separator: " ").map(String.init)
            guard words.count == 3, let kind = FeatureQuery.Statistic.Kind(rawValue: words[0]) else {
                throw reader.wrongType("statistics", "a list of statistics, each as \"sum FIELD NAME\"")
            }
            query.statistics.append(.init(kind, of: words[1], named: words[2]))
        }
        query.groupBy = try reader.texts("groupBy") ?? []
        query.having = try reader.text("having")
        query.orderBy = try reader.orders()
        query.offset = try reader.number("offset", in: 0...1_000_000)
        query.limit = try reader.number("limit", in: 0...1_000_000)
        query.outSpatialReference = try reader.number("outSR", in: 1...1_000_000).map { SpatialReference(wkid: $0) }
        self.query = query
    }

    private enum PagesName: String, CaseIterable { case one, all }
    private enum OriginName: String, CaseIterable { case upperLeft, lowerLeft }
    private enum ModeName: String, CaseIterable { case view, edit }

    /// A moment alone, or a start and an end; `null` reaches without end.
    private static func time(_ reader: DocumentReader) throws(DocumentError) -> TimeExtent? {
        DocumentTrace.note(.number, at: DocumentReader.join(reader.path, "time"))
        DocumentTrace.note(.list, at: DocumentReader.join(reader.path, "time"))
        guard let value = reader["time"] else { return nil }
        if let moment = value.integer { return TimeExtent(at: Timestamp(milliseconds: moment)) }
        guard let ends = value.array, ends.count == 2, ends.allSatisfy({ $0.isNull || $0.integer != nil }) else {
            throw reader.wrongType("time", "milliseconds since 1970, or a start and an end of which either may be null")
        }
        let moments = ends.map { $0.integer.map { Timestamp(milliseconds: $0) } }
        return TimeExtent(from: moments[0], to: moments[1])
    }

    private static func quantization(_ reader: DocumentReader) throws(DocumentError) -> Quantization? {
        guard let grid = try reader.object("quantize", keys: ["mode", "tolerance", "origin", "extent"]) else {
            return nil
        }
        let origin: Quantization.Origin =
            try grid.word("origin", as: OriginName.self) == .lowerLeft ? .lowerLeft : .upperLeft
        if try grid.word("mode", as: ModeName.self) == .edit { return .edit(origin: origin) }
        guard let tolerance = try grid.number("tolerance", in: 1...1_000_000) else { throw grid.missing("tolerance") }
        let corners = try grid.wholeNumbers("extent").map { Double($0) }
        guard corners.isEmpty || corners.count == 4 else {
            throw grid.wrongType("extent", "four whole numbers: xmin, ymin, xmax, ymax")
        }
        let extent =
            corners.isEmpty
            ? nil
            : Envelope(
                xmin: corners[0], ymin: corners[1], xmax: corners[2], ymax: corners[3], spatialReference: .webMercator)
        return .view(tolerance: Double(tolerance), extent: extent, origin: origin)
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        let url = "\(writer.scenarioPortal.url(ofService: service))/\(layer)"
        return StepMessage(.query, Self.members(written, url), meaning: Self.meaning)
    }

    /// What is asked of a layer: as the scenario writes it, with the layer's URL.
    static func members(_ written: [String: JSONValue], _ url: String) -> [String: JSONValue] {
        written.filter { $0.key != "service" && $0.key != "layer" }.merging(["url": .string(url)]) { $1 }
    }

    static let meaning = AnswerMeaning.outcome { answer in
        answer.value["found"].map { "found(\($0.text()))" } ?? "found"
    }

    func perform(with driver: BuiltInDriver) async {
        do throws(PortalError) {
            let url = try driver.serviceURL(service).appending("\(layer)")
            let task = QueryTask(url: url, in: driver.environment)
            var pages: [FeatureSet] = []
            if followsPages {
                for try await page in task.pages(of: query) { pages.append(page) }
            } else {
                pages = [try await task.query(query)]
            }
            tell(pages, driver)
        } catch {
            driver.fail(error)
        }
    }

    private func tell(_ pages: [FeatureSet], _ driver: BuiltInDriver) {
        let features = pages.flatMap(\.features)
        let fields = pages.first?.fields ?? []
        let log = driver.log
        log.remember("found", .integer(Int64(features.count)))
        log.remember("pages", .integer(Int64(pages.count)))
        log.remember("features", .array(features.map { .string(FeatureText.values($0, fields)) }))
        log.remember("geometries", .array(features.map { .string(FeatureText.geometry($0.geometry)) }))
        log.remember(
            "centroids", .array(features.map { .string($0.centroid.map(FeatureText.place) ?? "none") }))
        log.remember("exceededTransferLimit", .bool(pages.last?.exceededTransferLimit ?? false))
        log.note("found(\(features.count))")
        driver.note(status: "loaded", user: nil)
    }
}

extension DocumentReader {
    /// What is sorted by, each a field with ` DESC` behind it or not; empty where the key `orderBy` is absent.
    func orders() throws(DocumentError) -> [FeatureQuery.Order] {
        (try texts("orderBy") ?? []).map { text in
            text.hasSuffix(" DESC") ? .init(String(text.dropLast(5)), isDescending: true) : .init(text)
        }
    }
}
