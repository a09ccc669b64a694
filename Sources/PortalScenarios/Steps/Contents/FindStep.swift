internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// Searches a portal for items or groups.
struct FindStep: ScenarioStep {
    static let names = ["findItems", "findGroups"]

    private let text: String?
    private let kinds: [String]
    private let limit: Int
    private let followsPages: Bool
    private let isFeatured: Bool
    private let findsGroups: Bool
    private let portal: String

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["text", "kinds", "limit", "pages", "query", "portal"])
        findsGroups = step.name == "findGroups"
        text = try reader.text("text")
        kinds = try reader.texts("kinds") ?? []
        limit = try reader.number("limit", in: 1...100) ?? 10
        followsPages = try reader.word("pages", as: PagesName.self) == .all
        isFeatured = try reader.word("query", as: QueryName.self) == .featured
        portal = try reader.portalName()
    }

    private enum PagesName: String, CaseIterable { case one, all }
    private enum QueryName: String, CaseIterable { case featured }

    func perform(with driver: BuiltInDriver) async {
        guard let loaded = await driver.loadedPortal(portal) else { return }
        do throws(PortalError) {
            let (found, pages) = try await search(loaded, driver.handle(portal))
            driver.log.remember("found", .integer(Int64(found.count)))
            driver.log.remember("foundTitles", .array(found.map { .string($0) }))
            driver.log.remember("pages", .integer(Int64(pages)))
            driver.log.note("found(\(found.count))")
        } catch {
            driver.fail(error)
        }
    }

    /// The titles of what was found, in the portal's order, and how many pages that took.
    private func search(_ portal: Portal, _ handle: PortalHandle?) async throws(PortalError) -> ([String], Int) {
        if isFeatured {
            guard findsGroups else {
                return (try await portal.findFeaturedItems(limit: limit)?.results.map { $0.title ?? "" } ?? [], 1)
            }
            return (try await portal.findFeaturedGroups(limit: limit).map { $0.title ?? "" }, 1)
        }
        var (found, pages): ([String], Int) = ([], 0)
        var query: PortalQuery? = PortalQuery(text ?? "", kinds: kinds, limit: limit)
        while let present = query {
            pages += 1
            let page = try await page(present, of: portal, handle)
            found += page.titles
            query = page.next
            if !followsPages { break }
        }
        return (found, pages)
    }

    /// One page; by an older portal, what its delegate is told.
    private func page(
        _ query: PortalQuery, of portal: Portal, _ handle: PortalHandle?
    ) async throws(PortalError) -> FoundTitles {
        if case .legacy(let legacy, let watcher)? = handle?.interface {
            return try await watcher.find(query, groups: findsGroups, in: legacy).get()
        }
        if findsGroups {
            let results = try await portal.findGroups(query)
            return FoundTitles(titles: results.results.map { $0.title ?? "" }, next: results.next)
        }
        let results = try await portal.findItems(query)
        return FoundTitles(titles: results.results.map { $0.title ?? "" }, next: results.next)
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        var message = StepMessage(
            findsGroups ? .findGroups : .findItems, ["portal": .string(portal)],
            meaning: .outcome { answer in answer.value["found"].map { "found(\($0.text()))" } ?? "found" })
        message["text"] = text.map { .string($0) }
        message["kinds"] = .array(kinds.map { .string($0) })
        message["limit"] = .integer(Int64(limit))
        message["pages"] = followsPages ? "all" : "one"
        if isFeatured { message["featured"] = true }
        return message
    }
}
