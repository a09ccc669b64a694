import FixtureFiles
import JSONValues
import ScenarioFormat
import Testing

@testable import PortalConformance

/// The table that profiles, the command line, runs and reports read.
@Suite struct `The table of rows` {
    /// The rows that the catalogue lacks.
    private static let own: Set<String> = ["public-item", "private-item"]

    @Test func `lists each row once, in the order in which they run`() {
        let ids = ConformanceRows.all.map(\.id)
        #expect(
            ids == [
                "C01", "C04", "C09", "T01", "T12", "T17", "T20", "T23", "F01", "N01", "N08", "N14", "S01", "S02", "S11",
                "S14", "P10", "P11", "O01", "O09", "O14", "O18", "W01", "W02", "W10", "Z01", "L06", "public-item",
                "private-item",
            ])
        #expect(Set(ids).count == ids.count)
    }

    @Test func `has every row of the catalogue that real portals can show, and no other of it`() throws {
        let real = try Catalogue(fixtures: .embedded).rows.filter(\.isReal).map(\.id)
        #expect(Set(ConformanceRows.all.map(\.id)).subtracting(Self.own) == Set(real))
    }

    @Test func `names and describes what the catalogue lacks`() throws {
        let catalogue = try Catalogue(fixtures: .embedded)
        for row in ConformanceRows.all where catalogue[row.id] == nil {
            #expect(Self.own.contains(row.id), "\(row.id)")
            #expect(row.title != row.id && !row.requirement.isEmpty, "\(row.id)")
        }
    }

    @Test func `takes the ids that it has, and names the nearest for another`() throws {
        #expect(try ConformanceRows.checked(["W10", "C01"], source: "--row", keyPath: "") == ["W10", "C01"])
        let error = #expect(throws: DocumentError.self) {
            try ConformanceRows.checked(["C01", "public-itm"], source: "--row", keyPath: "")
        }
        #expect(error?.suggestion == "public-item" && error?.allowed == ConformanceRows.all.map(\.id))
    }
}
