import FixtureFiles
import JSONValues
import ScenarioFormat
import Testing

@Suite struct Selectors {
    private static let read = Result { try ScenarioLibrary(fixtures: .embedded) }
    private let library: ScenarioLibrary

    init() throws { library = try Self.read.get() }

    @Test(arguments: ["tokens/expired-silent", "T12", "tag:core", "tokens", "token"])
    func `mean an id, a row, a tag, a family or a preset`(_ selector: String) throws {
        #expect(try library.selected(by: [selector]).contains { $0.id == "tokens/expired-silent" })
    }

    @Test func `no selector means all`() throws {
        #expect(try library.selected(by: []).count == library.scenarios.count)
    }

    @Test func `each scenario comes once`() throws {
        let ids = try library.selected(by: ["tokens", "T12", "tag:core"]).map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test func `a typing mistake is answered with the nearest`() throws {
        let error = try #require(throws: DocumentError.self) { _ = try library.selected(by: ["tokens/expired-silnet"]) }
        #expect(error.description.contains("tokens/expired-silent"))
    }
}
