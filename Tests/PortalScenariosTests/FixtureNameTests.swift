import FixtureFiles
import JSONValues
import PortalJudge
import PortalScenarios
import ScenarioFormat
import TLSIdentity
import Testing

@Suite struct `Names in scenario files` {
    private let library: ScenarioLibrary
    private let names: FixtureNames

    init() throws {
        library = try SharedLibrary.library
        names = FixtureNames(fixtures: .embedded, catalogue: library.catalogue)
    }

    /// A scenario as a person may write it.
    private func scenario(
        catalogue: String = "C01", portal: String, twin: String? = nil, status: String = "loaded",
        names: FixtureNames? = nil
    ) throws -> Scenario {
        let text = """
            title: A title
            catalogue: \(catalogue)
            portal: \(portal)
            variants: { name: [anonymous, tokn] }
            \(twin.map { "twin: \($0)" } ?? "")
            client:
              - connect: {}
            expect:
              final: { status: \(status) }
            """
        return try Scenario(parsing: text, id: "family/name", source: "family/name.yaml", names: names)
    }

    @Test func `an unknown preset is told before the twin that it would have`() throws {
        let error = try #require(throws: DocumentError.self) {
            _ = try scenario(portal: "{ preset: expird }", status: "failed", names: names)
        }
        #expect(error.source == "family/name.yaml")
        #expect(error.keyPath == "portal.preset")
        #expect(error.suggestion == "expired")
        #expect(error.allowed.contains("general"))
    }

    @Test func `an unknown row of the catalogue is an error`() throws {
        let error = try #require(throws: DocumentError.self) {
            _ = try scenario(catalogue: "[C01, S99]", portal: "{}", names: names)
        }
        #expect(error.source == "family/name.yaml")
        #expect(error.keyPath == "catalogue")
        #expect(error.allowed.contains("S01"))
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let portal: String
        var twin: String?
        let keyPath: String
        let suggestion: String?
    }

    @Test(arguments: [
        Mistake(
            testDescription: "unknown preset of a variant", portal: "{ preset: \"${name}\" }",
            keyPath: "portal.preset", suggestion: "token"),
        Mistake(
            testDescription: "unknown key", portal: "{ acess: public }", keyPath: "portal.acess", suggestion: "access"),
        Mistake(
            testDescription: "unknown nested key", portal: "{ tls: { certficate: good } }",
            keyPath: "portal.tls.certficate", suggestion: "certificate"),
        Mistake(
            testDescription: "unknown value", portal: "{ access: privat }", keyPath: "portal.access",
            suggestion: "private"),
        Mistake(
            testDescription: "unknown key of the twin", portal: "{}", twin: "{ portal: { acess: public } }",
            keyPath: "twin.portal.acess", suggestion: "access"),
    ])
    func `a mistake in a portal is told before anything runs`(_ mistake: Mistake) async throws {
        let good = try #require(library["connect/anonymous-general"])
        let broken = try scenario(portal: mistake.portal, twin: mistake.twin)
        let runner = ScenarioRunner(library: library, pki: try TestPKI())
        var thrown: DocumentError?
        do {
            _ = try await runner.run([good, broken]) { _ in Issue.record("something ran") }
        } catch {
            thrown = error
        }
        let error = try #require(thrown)
        #expect(error.source == "family/name.yaml")
        #expect(error.keyPath == mistake.keyPath)
        #expect(error.suggestion == mistake.suggestion)
        #expect(!error.allowed.isEmpty)
        #expect(error.code != .unreadable)
    }

    @Test func `every portal of every scenario can be started`() throws {
        for scenario in library.scenarios {
            for run in try scenario.runs() {
                #expect(throws: Never.self, "\(run.name)") { try run.checkBlueprints(in: .embedded) }
            }
        }
    }
}
