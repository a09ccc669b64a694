import FixtureFiles
import ScenarioFormat

/// All scenarios, read once for all tests: to read them takes a processor a second, and under a sanitizer half a minute.
enum SharedLibrary {
    private static let read = Result { try ScenarioLibrary(fixtures: .embedded) }

    static var library: ScenarioLibrary { get throws { try read.get() } }
}
