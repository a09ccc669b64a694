import ArgumentParser
import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient

/// How much a search shows, and how.
struct SearchOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Show at most so many.", valueName: "number"))
    var limit = 10

    @Flag(help: "Print the results as the portal has them, as one JSON document.")
    var json = false

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit \(limit): give 1 to 10000") }
    }

    /// Follows a search page by page until there is enough; portals give at most 100 results a page.
    func gather<Element: Sendable>(
        _ query: PortalQuery, _ page: (PortalQuery) async throws(PortalError) -> PortalQueryResults<Element>
    ) async throws(PortalError) -> (results: [Element], total: Int) {
        var first = query
        first.limit = min(limit, 100)
        var (next, found, total): (PortalQuery?, [Element], Int) = (first, [], 0)
        while let present = next, found.count < limit {
            let results = try await page(present)
            found += results.results
            total = results.total
            next = results.next
        }
        return (Array(found.prefix(limit)), total)
    }

    /// Prints what was found: a table with headings and how much of it there is, or a document.
    func show(_ headings: [String], _ rows: [[String]], raw: [JSONValue], total: Int) {
        if json {
            return Console.say(["total": .integer(Int64(total)), "results": .array(raw)], pretty: true)
        }
        guard !rows.isEmpty else { return Console.complain("nothing was found") }
        Console.say(lines: Console.columns([headings] + rows))
        Console.say("\(rows.count) of \(max(total, rows.count))")
    }
}
