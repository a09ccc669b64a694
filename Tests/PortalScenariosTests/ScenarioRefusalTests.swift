import JSONValues
import PortalScenarios
import ScenarioFormat
import Testing

/// What a scenario file may not ask for, and what would have no effect in it.
@Suite struct `Refused scenario files` {
    private func scenario(_ replaced: String, _ by: String) throws -> Scenario {
        try Scenario(
            parsing: GoodScenario.text.replacing(replaced, with: by), id: "family/name", source: "family/name.yaml")
    }

    private func expect(_ says: String, at keyPath: String, where replaced: String, is text: String) throws {
        let error = try #require(throws: DocumentError.self) { _ = try scenario(replaced, text).runs() }
        #expect(error.keyPath == keyPath)
        #expect(error.problem.contains(says), "\(error)")
    }

    @Test(arguments: [
        "../victim.txt", "/etc/passwd", "a/b", "", ".", "..", "a\\0b", String(repeating: "x", count: 256),
    ])
    func `write no attachment elsewhere`(_ name: String) throws {
        try expect(
            "is not the name of a file", at: "client[0].attachments.add.name", where: "connect: {}",
            is: "attachments: { add: { name: \"\(name)\", path: 10 } }")
        // What is sent from memory may be called anything.
        let sent = try scenario("connect: {}", "attachments: { add: { name: \"\(name)\", bytes: 10 } }").runs()
        #expect(sent.count == 1)
    }

    @Test func `do not repeat steps more often than can be carried out`() throws {
        func repeated(_ first: Int, _ second: Int) -> String {
            "repeat: { count: \(first), do: { background: { count: \(second), do: { parallel: { do: connect } } } } }"
        }
        let runs = try scenario("connect: {}", repeated(1000, 100)).runs()
        #expect(runs.count == 1)
        try expect("more than 100000 steps", at: "client", where: "connect: {}", is: repeated(1000, 101))
        let nested = (0..<20).reduce("connect") { inner, _ in "{ repeat: { count: 2, do: \(inner) } }" }
        try expect("more than 100000 steps", at: "client", where: "- connect: {}", is: "- \(nested)")
        try expect(
            "more than 100000 steps", at: "twin.client", where: "expect:",
            is: "twin: { client: [{ \(repeated(1000, 101)) }] }\nexpect:")
        try expect(
            "more than 100000 steps", at: "client", where: "client:\n  - connect: {}",
            is: "variants: { n: [1, 1000] }\nclient:\n  - repeat: { count: \"${n}\", do: { \(repeated(10, 11)) } }")
    }

    @Test func `do not move the clocks ahead by more than a document may name`() throws {
        let runs = try scenario("connect: {}", "repeat: { count: 1000, do: { advance: 365d } }").runs()
        #expect(runs.count == 1)
        try expect(
            "more than 1000 years", at: "client", where: "connect: {}",
            is: "repeat: { count: 1000, do: { repeat: { count: 100, do: { advance: 365000d } } } }")
    }

    @Test func `have a twin where a variant makes a negative`() throws {
        try expect(
            "is missing", at: "twin", where: "client:\n  - connect: {}\nexpect:\n  events: [loaded]",
            is: "variants: { case: [loaded, \"failed(http-error)\"] }\n"
                + "client:\n  - connect: {}\nexpect:\n  events: [\"${case}\"]")
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let replaced: String
        let by: String
        let keyPath: String
        let says: String
    }

    @Test(arguments: [
        Mistake(
            testDescription: "an optional event that there is not", replaced: "[loaded]",
            by: "[{ optional: no-such-event-at-all }, loaded]", keyPath: "expect.events[0].optional",
            says: "is no event"),
        Mistake(
            testDescription: "two kinds of groups of events", replaced: "[loaded]",
            by: "[{ optional: loaded, anyOrder: [loaded] }]", keyPath: "expect.events[0]", says: "exactly one key"),
        Mistake(
            testDescription: "an event that is not closed", replaced: "[loaded]",
            by: "[\"failed(access-deniedX\", loaded]",
            keyPath: "expect.events[0]", says: "not closed"),
        Mistake(
            testDescription: "a line of nothing", replaced: "- GET portals/self -> 200", by: "- {}",
            keyPath: "expect.wire[0]", says: "exactly one key"),
        Mistake(
            testDescription: "two kinds of groups of lines", replaced: "- GET portals/self -> 200",
            by: "- { optional: GET portals/self, either: [GET portals/self] }", keyPath: "expect.wire[0]",
            says: "exactly one key"),
        Mistake(
            testDescription: "a portal beside another scenario as the twin", replaced: "expect:",
            by: "twin: { scenario: connect/anonymous-general, portal: { nonsense: 1 } }\nexpect:",
            keyPath: "twin.portal", says: "has no effect"),
        Mistake(
            testDescription: "steps beside another scenario as the twin", replaced: "expect:",
            by: "twin: { scenario: connect/anonymous-general, client: [{ fly: {} }] }\nexpect:",
            keyPath: "twin.client", says: "has no effect"),
        Mistake(
            testDescription: "a preset that is a number", replaced: "portal: { preset: anonymous }",
            by: "variants: { preset: [1] }\nportal: { preset: \"${preset}\" }", keyPath: "portal.preset",
            says: "1 is not a text"),
        Mistake(
            testDescription: "an interface that there is not", replaced: "client:",
            by: "variants: { api: [modern, sideways] }\nclient:", keyPath: "variants.api[1]", says: "is no interface"),
        Mistake(
            testDescription: "the interfaces twice", replaced: "client:",
            by: "api: both\nvariants: { api: [modern] }\nclient:", keyPath: "variants.api", says: "this axis already"),
        Mistake(
            testDescription: "ids to query that are no numbers", replaced: "connect: {}",
            by: "query: { ids: [1, two] }", keyPath: "client[0].query.ids[1]", says: "not a whole number"),
        Mistake(
            testDescription: "an extent of five", replaced: "connect: {}",
            by: "query: { quantize: { tolerance: 1, extent: [1, 2, 3, 4, x] } }",
            keyPath: "client[0].query.quantize.extent[4]", says: "not a whole number"),
        Mistake(
            testDescription: "ids to delete that are no numbers", replaced: "connect: {}",
            by: "edit: { delete: [4, 3.5] }", keyPath: "client[0].edit.delete[1]", says: "not a whole number"),
        Mistake(
            testDescription: "attachments to delete that are no numbers", replaced: "connect: {}",
            by: "attachments: { delete: [\"1\"] }", keyPath: "client[0].attachments.delete[0]",
            says: "not a whole number"),
        Mistake(
            testDescription: "a place of three", replaced: "connect: {}", by: "edit: { add: [{ at: [1, x, 2] }] }",
            keyPath: "client[0].edit.add", says: "[x, y]"),
    ])
    func `say what would have no effect`(_ mistake: Mistake) throws {
        try expect(mistake.says, at: mistake.keyPath, where: mistake.replaced, is: mistake.by)
    }
}
