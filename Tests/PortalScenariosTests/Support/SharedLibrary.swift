import FixtureFiles
import ScenarioFormat

/// All scenarios, read once for all tests.
enum SharedLibrary {
    private static let read = Result { try ScenarioLibrary(fixtures: .embedded) }

    static var library: ScenarioLibrary { get throws { try read.get() } }
}
