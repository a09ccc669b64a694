import JSONValues
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import Testing

@Suite struct Coverage {
    private let library: ScenarioLibrary

    init() throws { library = try SharedLibrary.library }

    @Test func `every core row and every row with a seed has a scenario`() throws {
        let wanted =
            library.catalogue.rows.filter { row in
                switch row.id.first {
                case "C", "T", "S": row.isCore
                case "N", "P": true
                case "Q": ["Q01", "Q02", "Q03", "Q04", "Q05", "Q08", "Q12"].contains(row.id)
                case "Z": ["Z01", "Z13", "Z14"].contains(row.id)
                case "L": ["L01", "L02", "L03"].contains(row.id)
                default: false
                }
            }.map(\.id) + ["C17", "C18", "C22", "T03", "T29", "S29"]
        let covered = Set(CoverageTable(library) { $0.foreignModes }.lines.filter(\.counts).map(\.row.id))
        #expect(wanted.filter { !covered.contains($0) } == [])
    }
}
