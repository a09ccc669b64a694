import FixtureFiles
import ScenarioFormat
import Testing

@Suite struct Shards {
    @Test(arguments: [(1, 1000), (2, 1000), (3, 1000), (8, 1000), (40, 20)])
    func `are every scenario once, in equal parts`(count: Int, of most: Int) throws {
        let scenarios = Array(try ScenarioLibrary(fixtures: .embedded).scenarios.prefix(most))
        let parts = (0..<count).compactMap { Shard(index: $0, of: count)?.part(of: scenarios) }
        #expect(parts.flatMap { $0.map(\.id) }.sorted() == scenarios.map(\.id).sorted())
        let runs = parts.map { $0.map(\.variantCount).reduce(0, +) }.filter { $0 > 0 }
        let largest = scenarios.map(\.variantCount).max() ?? 0
        #expect((runs.max() ?? 0) - (runs.min() ?? 0) <= largest)
        if count <= 8 { #expect((runs.max() ?? 0) - (runs.min() ?? 0) <= 1) }
    }

    @Test(arguments: ["", "1", "1/", "/2", "2/2", "-1/2", "0/0", "a/b", "0/1/2"])
    func `that are none are refused`(_ text: String) { #expect(Shard(parsing: text) == nil) }
}
