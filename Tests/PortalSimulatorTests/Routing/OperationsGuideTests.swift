import FoundationEssentials
import JSONValues
import SchemaWriting
import Testing

@testable import PortalSimulator

/// The guide "Operations": which operations of the documents are served, asked of the tables of routes.
@Suite struct `Goldens of the table of operations` {
    private static let facts = Result { () throws -> JSONValue in
        let path = "\(SchemaFile.root)/Fixtures/answers/operations.json"
        return try JSONValue(parsing: Array(FileManager.default.contents(atPath: path) ?? Data()))
    }

    struct Operation {
        let section: String
        let title: String
        let path: String
        /// The route that answers it; nil where none does.
        let route: Route?

        var state: String { route.map { $0.isShapeOnly ? "shape only" : "served" } ?? "not served" }

        init(_ fact: JSONValue) {
            section = fact["section"]?.string ?? ""
            title = fact["title"]?.string ?? ""
            let path = fact["path"]?.string ?? ""
            self.path = path
            let asked = path.split(separator: "/").map { part in
                switch part {
                case "{0}": "0"
                case "{id}" where path.hasPrefix("portals/"): "cItYGiS000000001"
                case "{id}": String(repeating: "a", count: 32)
                default: part.hasPrefix("{") ? "Sample1" : String(part)
                }
            }.joined(separator: "/")
            let table = fact["tier"] == "server" ? ServerRoutes.table : PortalRoutes.table
            let found = table.match(asked)?.route
            // An operation that only fills an open segment of another one is not served.
            let (last, own) = (path.split(separator: "/").last, found?.path.split(separator: "/").last)
            route =
                last?.hasPrefix("{") == own?.hasPrefix("{") && (last?.hasPrefix("{") == true || last == own)
                ? found : nil
        }
    }

    private static func operations() throws -> [Operation] {
        try #require(try facts.get()["operations"]?.array).map { Operation($0) }
    }

    private static func text(_ operations: [Operation]) -> String {
        func count(_ state: String, _ among: [Operation]) -> Int { among.filter { $0.state == state }.count }
        let states = ["served", "shape only", "not served"]
        var lines = [
            "# Operations", "",
            "Which operations of the ArcGIS REST API the fake serves, asked of its own routes; `make goldens` renews this page.",
            "",
            "Served: \(count("served", operations)) of \(operations.count). "
                + "Shape only, a constant or a yes where nothing is done: \(count("shape only", operations)). "
                + "Not served, told by an error and journaled as unknown: \(count("not served", operations)).",
            "The titles are those of developers.arcgis.com/rest; `{…}` stands for what a client fills in, `{0}` for a number. Services in folders are served alike.",
        ]
        var sections: [String] = []
        for operation in operations where !sections.contains(operation.section) { sections.append(operation.section) }
        for section in sections {
            let rows = operations.filter { $0.section == section }
            let counts = states.map { "\(count($0, rows)) \($0)" }.joined(separator: ", ")
            lines += ["", "## \(section)", "", counts + ".", "", "| operation | path | |", "| --- | --- | --- |"]
            lines += rows.map { "| \($0.title) | `\($0.path.isEmpty ? "/" : $0.path)` | \($0.state) |" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test func `it says what the routes say`() throws {
        let path = "\(SchemaFile.root)/Sources/MockPortalCLI/MockPortal.docc/Operations.md"
        let text = Self.text(try Self.operations())
        if ProcessInfo.processInfo.environment["MOCKPORTAL_GOLDENS"] == "rewrite" {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let written = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        #expect(written == text, "make goldens writes \(path)")
    }

    @Test func `every route is one of its operations, or another name of one`() throws {
        let known = Set(try Self.operations().compactMap { $0.route?.path })
        let others = Set(try #require(try Self.facts.get()["others"]?.object).keys)
        let paths = (PortalRoutes.table.paths + ServerRoutes.table.paths).filter { path in
            // A folder before an item or a service changes nothing of the operation.
            !path.contains("{folder:id}/items") && !path.hasPrefix("rest/services/{folder}/{service}")
        }
        #expect(paths.filter { !known.contains($0) && !others.contains($0) } == [])
        #expect(others.filter { !paths.contains($0) || known.contains($0) } == [])
    }
}
