internal import JSONValues

/// One page of a list: `start` counts from 1, `num` is 10 unless asked and 100 at most, `nextStart` is -1 at the end.
///
/// The answer's `num` is how many the page has room for (developers.arcgis.com, "Search"): the ArcGIS API for Python counts on it.
struct SearchPage {
    private let request: EndpointRequest
    private let start: Int
    private let count: Int

    init(_ request: EndpointRequest) {
        self.request = request
        start = max(1, request["start"].flatMap { Int($0) } ?? 1)
        let wanted = request["num"].flatMap { Int($0) } ?? 10
        count = wanted < 0 ? 10 : min(wanted, 100)
    }

    /// The page of those entries that the request's query finds (developers.arcgis.com, "Search reference").
    ///
    /// `categories` gives the categories of an entry; nil where a search has none to look at.
    func reply<Entry>(
        _ entries: [Entry], fields: SearchFields<Entry>, categories: ((Entry) -> [String])? = nil,
        _ document: (Entry) -> JSONValue
    ) -> PortalReply {
        let query = request["q"] ?? "", filter = request["filter"] ?? ""
        let box = request["bbox"].flatMap { BoundingBox($0) }
        var clauses: [SearchQuery] = []
        for (name, text) in [("q", query), ("filter", filter)] where !text.isEmpty {
            do { clauses.append(try SearchQuery(text)) } catch { return Self.refusal(name, error) }
        }
        let asked: CategoryFilter?
        do throws(SearchProblem) { asked = try CategoryFilter(request) } catch {
            return Self.refusal("categories", error)
        }
        guard !query.isEmpty || !filter.isEmpty || request["bbox"] != nil || asked != nil else {
            return .failure(
                ErrorEnvelope(400, "'q' parameter must be specified."), "search", "neither q nor bbox nor categories")
        }
        let effort = SearchEffort()
        let found = entries.filter { entry in
            clauses.allSatisfy { $0.matches(entry, fields, effort) }
                && (request["bbox"] == nil || box?.meets(fields.extent(entry)) == true)
                && (asked == nil || categories.map { asked?.matches($0(entry), effort) == true } ?? true)
        }
        guard !effort.isUsedUp else {
            let parameter = query.isEmpty ? filter.isEmpty ? "categories" : "filter" : "q"
            return Self.refusal(parameter, SearchEffort.problem)
        }
        var members: [String: JSONValue] = ["query": .string(query)]
        let ordering = SearchEffort()
        do throws(SearchProblem) {
            if categories != nil, let counts = try FieldCounts(request) {
                members["aggregations"] = try counts.document(found, fields, ordering)
            }
        } catch {
            return Self.refusal("countFields", error)
        }
        do throws(SearchProblem) {
            return reply(try sorted(found, fields, ordering), key: "results", members: members, document)
        } catch {
            return Self.refusal("sortField", error)
        }
    }

    /// Says that a parameter of a search cannot be used.
    static func refusal(_ parameter: String, _ problem: SearchProblem) -> PortalReply {
        .failure(
            ErrorEnvelope(
                400, "'\(parameter)' parameter is invalid.", details: .list(["\(parameter): \(problem.problem)"])),
            "search", "\(parameter): \(problem.problem)")
    }

    /// The page of a list that no query narrows.
    func reply<Entry>(
        _ entries: [Entry], key: String, members: [String: JSONValue] = [:], _ document: (Entry) -> JSONValue
    ) -> PortalReply {
        let page = start > entries.count ? [] : entries[(start - 1)...].prefix(count)
        let next = start + page.count
        var result = members
        result["total"] = .integer(Int64(entries.count))
        result["start"] = .integer(Int64(start))
        result["num"] = .integer(Int64(count))
        result["nextStart"] = .integer(page.isEmpty || next > entries.count ? -1 : Int64(next))
        result[key] = .array(page.map(document))
        return .document(.object(result))
    }

    /// Sorts by a field that the entries have; any other leaves the order as it is.
    private func sorted<Entry>(
        _ entries: [Entry], _ fields: SearchFields<Entry>, _ effort: SearchEffort
    ) throws(SearchProblem) -> [Entry] {
        guard let field = request["sortField"], !field.isEmpty else { return entries }
        return try effort.sorted(entries, isDescending: request["sortOrder"]?.lowercased() == "desc") {
            SortKey(fields.member($0, field))
        }
    }
}

/// A rectangle in degrees, as the parameter `bbox` writes it: `xmin,ymin,xmax,ymax`.
struct BoundingBox {
    private let sides: [Double]

    init?(_ text: String) {
        sides = text.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
        guard sides.count == 4, sides.allSatisfy(\.isFinite) else { return nil }
    }

    /// Whether an item's extent, `[[xmin,ymin],[xmax,ymax]]`, has a point in common with it.
    func meets(_ extent: JSONValue?) -> Bool {
        let corners = extent?.array?.compactMap { $0.array?.compactMap(\.double) } ?? []
        guard corners.count == 2, corners.allSatisfy({ $0.count == 2 }) else { return false }
        return corners[0][0] <= sides[2] && corners[1][0] >= sides[0] && corners[0][1] <= sides[3]
            && corners[1][1] >= sides[1]
    }
}
