import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Places by their names` {
    private static let names = [
        "Main Street", "Mill Lane", "Mill Street", "O'Connell Street", "Mill Lane 4", "Märket", "Station Way",
    ]

    private static func index() throws -> PlaceIndex {
        let table = try Samples.table(
            names.enumerated().map { (["NAME": .string($1)], (Double($0), Double($0))) })
        return PlaceIndex(Place.all(in: table, named: "name", addressType: "StreetName", type: "Street"))
    }

    @Test(arguments: [
        ("Main Street", ["Main Street"]), ("main  STREET, Anytown", ["Main Street"]), ("Mian Street", ["Main Street"]),
        ("Man Street", ["Main Street"]), ("Maain Street", ["Main Street"]),
        ("mill lane", ["Mill Lane", "Mill Lane 4"]),
        ("Mill Lane 4", ["Mill Lane 4", "Mill Lane"]), ("oconnell street", ["O'Connell Street"]),
        ("O\u{2019}Connell Street", ["O'Connell Street"]), ("märket", ["Märket"]), ("Stat", ["Station Way"]),
        ("St", []), ("Elm Grove", []), ("", []), ("--- ,,", []),
    ])
    func `are found by words in any case, with a slip or without an end`(_ row: (text: String, names: [String])) throws
    {
        let found = try Self.index().candidates(for: row.text)
        #expect(found.first?.place.name == row.names.first)
        #expect(found.prefix(row.names.count).map(\.place.name) == row.names)
        if row.names.isEmpty { #expect(found.isEmpty) }
    }

    @Test func `score 100 where they are what was asked for, and less where they are not`() throws {
        let index = try Self.index()
        #expect(index.candidates(for: "Mill Lane").map(\.score).first == 100)
        let slip = try #require(index.candidates(for: "Mian Street").first?.score)
        #expect(slip < 100 && slip >= PlaceIndex.minimumScore)
        #expect(index.candidates(for: "Mill Lane").allSatisfy { $0.score >= PlaceIndex.minimumScore })
    }

    @Test func `are suggested by how they begin`() throws {
        let index = try Self.index()
        #expect(index.suggestions(for: "mi").map(\.name).sorted() == ["Mill Lane", "Mill Lane 4", "Mill Street"])
        #expect(index.suggestions(for: "mi st").map(\.name) == ["Mill Street"])
        #expect(index.suggestions(for: "xyz").isEmpty && index.suggestions(for: "").isEmpty)
    }

    @Test func `are those in an area, the nearest first where they fit alike`() throws {
        let index = try Self.index()
        let far = try #require(index.places.first { $0.name == "Mill Lane 4" }?.box)
        #expect(index.candidates(for: "Mill Lane", within: far).map(\.place.name) == ["Mill Lane 4"])
        let near = try #require(index.places.first { $0.name == "Mill Street" }?.position)
        #expect(index.candidates(for: "Street", near: near).map(\.place.name).first == "Mill Street")
    }

    @Test func `are found from a position`() throws {
        let index = try Self.index()
        let place = try #require(index.places.first { $0.name == "Mill Lane" })
        let beside = Position(x: place.position.x + 30, y: place.position.y)
        #expect(index.nearest(to: beside, within: 100) { _ in true }?.name == "Mill Lane")
        #expect(index.nearest(to: beside, within: 10) { _ in true } == nil)
        #expect(index.nearest(to: beside, within: 100) { $0.addressType == "POI" } == nil)
    }

    @Test func `are one where several features have a name`() throws {
        let table = try Samples.table([(["NAME": "Ring"], (0, 0)), (["NAME": "Ring"], (1, 1)), (["NAME": " "], (2, 2))])
        let places = Place.all(in: table, named: "NAME", addressType: "StreetName", type: "Street")
        #expect(places.count == 1)
        #expect(places.first.map { $0.box.xmax > $0.box.xmin } == true)
        #expect(Place.all(in: table, named: "OTHER", addressType: "", type: "").isEmpty)
    }
}
