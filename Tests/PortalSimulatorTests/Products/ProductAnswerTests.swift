import FoundationEssentials
import JSONValues
import Platform
import SchemaWriting
import Testing

@testable import PortalSimulator

@Suite struct `Answers of products` {
    struct Row: CustomTestStringConvertible, Sendable {
        let product: Blueprint.Product
        let answer: AnswerFacts.Answer
        var testDescription: String { "\(product.rawValue): \(answer.testDescription)" }
    }

    static let rows = ((try? AnswerFacts.all.get())?.answers ?? []).flatMap { answer in
        answer.products.map { Row(product: $0, answer: answer) }
    }

    @Test(arguments: rows) func `have the keys and types of published ones`(row: Row) throws {
        let facts = try AnswerFacts.all.get()
        let shape = try Portals.shape(row)
        let (missing, mistyped) = shape.comparison(with: row.answer.keys)
        let unexplained = missing.filter { facts.reason(for: $0, of: row.answer.operation) == nil }
        #expect(unexplained.isEmpty)
        #expect(mistyped.isEmpty)
    }

    @Test func `are compared with most of what was published, and it is said of the rest why not`() throws {
        let facts = try AnswerFacts.all.get()
        #expect(facts.answers.count > 160)
        #expect(facts.answers.allSatisfy { ($0.asked == nil) == ($0.unheld != nil) })
        #expect(facts.answers.allSatisfy { !$0.products.isEmpty || $0.unheld?.isEmpty == false })
        #expect(Set(Self.rows.map(\.product)) == Set(Blueprint.Product.allCases))
    }

    @Test func `lack nothing that they have by now`() throws {
        let facts = try AnswerFacts.all.get()
        for difference in facts.differences {
            #expect(!difference.reason.isEmpty)
            for key in difference.keys {
                let single = AnswerFacts.Difference(operations: difference.operations, keys: [key], reason: "")
                let isNeeded = try Self.rows.contains { row in
                    try Portals.shape(row).comparison(with: row.answer.keys).missing.contains {
                        single.covers($0, of: row.answer.operation)
                    }
                }
                #expect(isNeeded, "\(key) is there in \(difference.operations.sorted())")
            }
        }
    }

    @Test func `are told in the guide as they are`() throws {
        let path = "\(SchemaFile.root)/Sources/MockPortalCLI/MockPortal.docc/AnswerParity.md"
        let text = try ParityGuide.text(Self.rows)
        if ProcessInfo.processInfo.environment["MOCKPORTAL_GOLDENS"] == "rewrite" {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let written = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        #expect(written == text, "make goldens writes \(path)")
    }

    @Test(arguments: Blueprint.Product.allCases) func `name one release everywhere`(product: Blueprint.Product) throws {
        let probe = try SiteProbe("token", ["product": .string(product.rawValue)])
        let documents = try probe.site.content.product(product)
        let root = probe.get("").json
        #expect(root == documents.root)
        #expect((root["enterpriseVersion"] != nil) == [.enterprise113, .enterprise115].contains(product))
        #expect(root["currentVersion"] == probe.get("portals/self").json["currentVersion"])
        #expect(root["enterpriseBuild"] == probe.get("portals/self").json["enterpriseBuild"])
        let info = probe.server("rest/info").json
        #expect(info["fullVersion"]?.string?.hasPrefix("\(documents.serverVersion.text())") == true)
        #expect((info["owningTenant"] != nil) == (product == .online))
        #expect(info["owningSystemUrl"] == "https://localhost:8443/portal")
        for path in [
            "info", "services", "services/Hosted", "services/Traffic/FeatureServer", "services/Traffic/FeatureServer/0",
            "services/Roads/MapServer", "services/Roads/MapServer/0", "services/Aerial/ImageServer",
            "services/Base/VectorTileServer", "services/Hosted/Trees/FeatureServer",
        ] {
            let token = try probe.token(for: "alice")
            #expect(
                probe.server("rest/\(path)", token: token).json["currentVersion"] == documents.serverVersion, "\(path)")
        }
    }

    @Test func `differ by what is told, and by the URL where nothing is`() throws {
        #expect(try SiteProbe("token").site.blueprint.product == .enterprise113)
        #expect(try SiteProbe("general").site.blueprint.product == .online)
        #expect(try SiteProbe("general", ["product": "enterprise-10.9"]).site.blueprint.product == .enterprise109)
        let error = #expect(throws: BlueprintError.self) { try SiteProbe("token", ["product": "enterprise-11"]) }
        #expect(error?.description.contains("enterprise-11.1") == true)
    }
}

/// The portals of a test run by product, and what they answered.
enum Portals {
    private static let known = Locked<[String: AnswerShape]>([:])

    static func shape(_ row: `Answers of products`.Row) throws -> AnswerShape {
        let asked = try #require(row.answer.asked)
        let name = "\(row.product.rawValue) \(asked.user ?? "") \(asked.server) \(asked.path)"
        if let shape = known.withLock({ $0[name] }) { return shape }
        let probe = try SiteProbe("token", ["product": .string(row.product.rawValue)])
        let token = try asked.user.map { try probe.token(for: $0) }
        let path = asked.path.replacing("{feature service}", with: featureService)
        let isGeoJSON = path.hasSuffix("f=geojson")
        let outcome =
            isGeoJSON
            ? probe.send(
                "GET", "/server/\(path)", headers: token.map { [("X-Esri-Authorization", "Bearer \($0)")] } ?? [])
            : asked.server ? probe.server(path, token: token) : probe.get(path, token: token)
        #expect(outcome.code == 200, "\(path): \(outcome.text.prefix(300))")
        let shape = AnswerShape(outcome.json)
        known.withLock { $0[name] = shape }
        return shape
    }

    /// The item of a feature service of the world.
    private static let featureService: String = {
        guard let probe = try? SiteProbe("token"), let token = try? probe.token(for: "alice") else { return "" }
        let found = probe.get("search?q=type:%22Feature%20Service%22", token: token).json["results"]?[0]
        return found?["id"]?.string ?? ""
    }()
}

/// The guide's page of how much of the published answers is here.
enum ParityGuide {
    static func text(_ rows: [`Answers of products`.Row]) throws -> String {
        let facts = try AnswerFacts.all.get()
        var lines = [
            "# How far answers are those of real portals", "",
            "`Fixtures/answers/answers.json` says which keys published answers of real portals and servers have, and of which type.",
            "This page is written by the test that holds the answers of every product against them: `make goldens` renews it.",
            "",
            "| operation | product | published answer | release | keys | types |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for row in rows.sorted(by: {
            ($0.answer.operation, $0.product.rawValue, $0.answer.source) < (
                $1.answer.operation, $1.product.rawValue, $1.answer.source
            )
        }) {
            let (missing, mistyped) = try Portals.shape(row).comparison(with: row.answer.keys)
            let count = row.answer.keys.count
            let found = count - missing.count
            lines.append(
                "| \(row.answer.operation) | \(row.product.rawValue) | \(row.answer.source) | \(row.answer.version) | "
                    + "\(found) of \(count), \(found * 100 / max(1, count)) % | \(found - mistyped.count) of \(found) |"
            )
        }
        lines += ["", "## What is not there, and why", "", "| operations | keys | reason |", "| --- | --- | --- |"]
        for difference in facts.differences {
            lines.append(
                "| \(difference.operations.sorted().joined(separator: ", ")) | "
                    + "\(difference.keys.map { "`\($0)`" }.joined(separator: ", ")) | \(difference.reason) |")
        }
        let unheld = Dictionary(grouping: facts.answers.filter { $0.unheld != nil }, by: { $0.unheld ?? "" })
        lines += ["", "## Published answers that nothing is held to", "", "| answers | reason |", "| --- | --- |"]
        for (reason, answers) in unheld.sorted(by: { $0.key < $1.key }) {
            let names = Set(answers.map(\.operation)).sorted().joined(separator: ", ")
            lines.append("| \(answers.count): \(names) | \(reason) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
