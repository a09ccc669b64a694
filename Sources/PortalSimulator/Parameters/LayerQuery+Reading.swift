internal import FeatureEngine

extension LayerQuery {
    /// Understands the parameters of a query of a layer, whose pages hold at most `maximum` features.
    init(
        _ parameters: QueryParameters, of table: FeatureTable, reference: SpatialReference,
        timeFields: TimeFilter.Fields? = nil, maximum: Int, isGeoJSON: Bool
    ) throws(ParameterProblem) {
        let wanted = try Self.wanted(parameters)
        let ids = try Self.ids(parameters)
        let spatial = try SpatialFilter(parameters, layer: reference)
        let time = try TimeFilter(parameters, fields: timeFields)
        let clause = try Self.clause(parameters, table)
        let statistics = try Statistics(parameters, table)
        // Statistics are of everything where nothing else is said: esridump asks so (openaddresses/pyesridump, esridump/dumper.py).
        guard clause != nil || ids != nil || spatial != nil || time != nil || statistics != nil else {
            throw ParameterProblem("where", "is missing; 1=1 asks for everything")
        }
        let fields = try Self.fields(parameters, table)
        let order = try Self.order(parameters)
        if statistics == nil {
            for order in order where table.field(order.name) == nil {
                throw ParameterProblem(
                    "orderByFields", "\(order.name.prefix(60)) is no field", unknownField: order.name)
            }
        }
        let isDistinct = try parameters.flag("returnDistinctValues")
        let returnsGeometry =
            try parameters.flag("returnGeometry", otherwise: true) && table.geometry != nil && !isDistinct
        let asked = try parameters.reference("outSR")
        let outReference = asked ?? (isGeoJSON ? .wgs84 : reference)
        let decimals = try parameters.count("geometryPrecision")
        // Geometries are answered as they are kept: nothing is left out, so that any offset that is allowed is kept to.
        let allowed = try parameters.number("maxAllowableOffset", in: 0...SpatialReference.webMercator.farthest)
        let grid = try QuantizationGrid(
            parameters, layer: table.extent, in: (reference, outReference), allowedOffset: allowed)
        let returnsCentroid = try parameters.flag("returnCentroid") && !isDistinct
        let offset = try parameters.count("resultOffset") ?? 0
        let limit = min(maximum, try parameters.count("resultRecordCount") ?? maximum)
        self.init(
            wanted, clause: clause, ids: ids, spatial: spatial, time: time, fields: fields, order: order,
            returnsGeometry: returnsGeometry, returnsCentroid: returnsCentroid, grid: isGeoJSON ? nil : grid,
            isDistinct: isDistinct, outReference: outReference, decimals: decimals,
            offset: offset, limit: limit, statistics: statistics)
    }

    private static func wanted(_ parameters: QueryParameters) throws(ParameterProblem) -> Wanted {
        let isCount = try parameters.flag("returnCountOnly")
        if try parameters.flag("returnExtentOnly") { return .extent(withCount: isCount) }
        if isCount { return .count }
        return try parameters.flag("returnIdsOnly") ? .ids : .features
    }

    /// Object ids that a query may name.
    static let maximumIDs = 100_000

    /// Reads `objectIds`; nil where it is absent.
    static func ids(_ parameters: QueryParameters) throws(ParameterProblem) -> Set<Int64>? {
        guard let words = try parameters.list("objectIds", atMost: maximumIDs) else { return nil }
        var ids: Set<Int64> = []
        for word in words {
            guard let id = Int64(word) else {
                throw ParameterProblem("objectIds", "\"\(word.prefix(40))\" is no object id")
            }
            ids.insert(id)
        }
        return ids
    }

    private static func clause(
        _ parameters: QueryParameters, _ table: FeatureTable
    ) throws(ParameterProblem) -> WhereClause? {
        guard ["standard", "none", nil].contains(parameters["sqlFormat"]?.lowercased()) else {
            throw ParameterProblem("sqlFormat", "only standard is understood: the layer has standardized queries")
        }
        guard let text = parameters["where"] else { return nil }
        do {
            return try WhereParser.parse(text, at: parameters.time)
        } catch {
            throw ParameterProblem(QueryProblem(error))
        }
    }

    private static func fields(_ parameters: QueryParameters, _ table: FeatureTable) throws(ParameterProblem) -> [Int] {
        guard let words = try parameters.list("outFields"), !words.contains("*") else {
            return Array(table.fields.indices)
        }
        var wanted: Set<Int> = [table.objectIDIndex]
        for word in words {
            guard let index = table.field(word) else {
                let known = table.fields.prefix(40).map(\.name).joined(separator: ", ")
                throw ParameterProblem(
                    "outFields", "\(word.prefix(60)) is no field of this layer; it has \(known)",
                    unknownField: String(word.prefix(60)))
            }
            wanted.insert(index)
        }
        if (try? parameters.flag("returnDistinctValues")) == true,
            !words.contains(where: { table.field($0) == table.objectIDIndex })
        {
            wanted.remove(table.objectIDIndex)
        }
        return wanted.sorted()
    }

    private static func order(_ parameters: QueryParameters) throws(ParameterProblem) -> [Order] {
        try order(parameters.list("orderByFields") ?? [], "orderByFields")
    }

    /// Reads fields with `ASC` or `DESC` behind them, or neither.
    static func order(_ words: [Substring], _ name: String) throws(ParameterProblem) -> [Order] {
        var order: [Order] = []
        for word in words {
            let parts = word.split(whereSeparator: \.isWhitespace)
            let direction = parts.count == 2 ? parts[1].uppercased() : "ASC"
            guard (1...2).contains(parts.count), direction == "ASC" || direction == "DESC" else {
                throw ParameterProblem(name, "\"\(word.prefix(60))\" is no field with ASC or DESC")
            }
            order.append(Order(name: String(parts[0]), isDescending: direction == "DESC"))
        }
        guard order.count <= 20 else { throw ParameterProblem(name, "more than 20 fields") }
        return order
    }
}
