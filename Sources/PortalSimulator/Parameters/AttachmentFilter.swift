internal import FeatureEngine
internal import HTTPSemantics

/// Which attachments `queryAttachments` is about (developers.arcgis.com, "Query Attachments (Feature Service/Layer)").
struct AttachmentFilter {
    /// The features that they may belong to.
    private let features: LayerQuery
    private let globalIDs: Set<GlobalID>?
    /// Media types, their second parts or endings of names, in small letters; nil takes all.
    private let types: Set<String>?
    /// Bytes; nil takes all.
    private let sizes: ClosedRange<Int>?
    /// One of these has to be among the keywords; nil takes all.
    private let keywords: Set<String>?
    private let offset: Int
    private let limit: Int?

    /// Understands the parameters.
    init(_ parameters: QueryParameters, of layer: PortalContent.Layer, _ table: FeatureTable) throws(ParameterProblem) {
        let inner = QueryParameters(at: parameters.time) { name in
            switch name {
            case "where": parameters["definitionExpression"] ?? "1=1"
            case "objectIds": parameters[name]
            default: nil
            }
        }
        do {
            features = try LayerQuery(
                inner, of: table, reference: layer.reference, maximum: layer.maximum, isGeoJSON: false)
        } catch {
            throw error.renamed("where", "definitionExpression")
        }
        globalIDs = try Self.globalIDs(parameters)
        types = try Self.words(parameters, "attachmentTypes")
        keywords = try Self.words(parameters, "keywords")
        sizes = try Self.sizes(parameters)
        offset = try parameters.count("resultOffset") ?? 0
        limit = try parameters.count("resultRecordCount")
    }

    /// Those of some attachments that are meant, in their order, and whether there are more. Throws where that would take too long.
    func page(
        _ all: [AttachmentTable.Attachment], of table: FeatureTable
    ) throws(ParameterProblem) -> ([AttachmentTable.Attachment], isCut: Bool) {
        let rows = try ParameterProblem.naming { () throws(QueryProblem) in try features.rows(of: table) }
        var ids: Set<Int64> = []
        for (row, id) in zip(rows, table.objectIDs(of: rows)) {
            guard let globalIDs else {
                ids.insert(id)
                continue
            }
            if let own = table.globalID(row), globalIDs.contains(own) { ids.insert(id) }
        }
        let found = all.filter { ids.contains($0.feature) && takes($0) }
        let page = Array(found.dropFirst(offset).prefix(limit ?? found.count))
        return (page, offset < found.count && page.count < found.count - offset)
    }

    private func takes(_ attachment: AttachmentTable.Attachment) -> Bool {
        if let sizes, !sizes.contains(attachment.size) { return false }
        if let types {
            let type = attachment.mediaType.lowercased()
            let names = [type, String(type.split(separator: "/").last ?? ""), Self.ending(attachment.name)]
            if !names.contains(where: types.contains) { return false }
        }
        guard let keywords else { return true }
        let own = attachment.keywords.lowercased().split(separator: ",").map {
            String($0.trimming(while: \.isWhitespace))
        }
        return own.contains(where: keywords.contains)
    }

    private static func ending(_ name: String) -> String {
        name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    }

    private static func words(_ parameters: QueryParameters, _ name: String) throws(ParameterProblem) -> Set<String>? {
        try parameters.list(name).map { words in Set(words.map { $0.lowercased() }) }
    }

    private static func globalIDs(_ parameters: QueryParameters) throws(ParameterProblem) -> Set<GlobalID>? {
        guard let words = try parameters.list("globalIds") else { return nil }
        var ids: Set<GlobalID> = []
        for word in words {
            guard let id = GlobalID(String(word)) else {
                throw ParameterProblem("globalIds", "\"\(word.prefix(60))\" is no global id")
            }
            ids.insert(id)
        }
        return ids
    }

    /// `size`: the least number of bytes, or the least and the greatest.
    private static func sizes(_ parameters: QueryParameters) throws(ParameterProblem) -> ClosedRange<Int>? {
        guard let words = try parameters.list("size") else { return nil }
        let numbers = words.compactMap { Int($0) }
        guard (1...2).contains(words.count), numbers.count == words.count, numbers[0] >= 0,
            numbers[0] <= numbers[numbers.count - 1]
        else { throw ParameterProblem("size", "is no least number of bytes, or a least and a greatest") }
        return numbers[0]...(numbers.count == 2 ? numbers[1] : .max)
    }
}
