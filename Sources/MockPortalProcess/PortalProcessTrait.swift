internal import JSONValues
internal import Platform
public import Testing

/// A portal of its own for each test case, served by an installed `mockportal` and ended with the case.
///
/// In the test it is ``PortalProcess/current``. Where the test throws, the portal's journal is attached to it.
public struct PortalProcessTrait: TestTrait, SuiteTrait, TestScoping {
    let scenario: String
    let program: String?
    let arguments: [String]

    /// Each case of a suite gets a portal, not the suite.
    public var isRecursive: Bool { true }

    /// Starts the portal, runs the test case with it, and ends it.
    ///
    /// Throws where the program is not there, and what it says where it does not serve the scenario; the test fails of it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let portal = try await PortalProcess.start(scenario, program: program, arguments: arguments)
        defer { portal.stop() }
        do {
            try await PortalProcess.$current.withValue(portal, operation: function)
        } catch {
            if let journal = try? await portal.journal() {
                Attachment.record(journal.text(pretty: true), named: "journal.json")
            }
            throw error
        }
    }
}

extension PortalProcess {
    /// The portal of the running test case; nil outside of ``PortalProcessTrait``.
    @TaskLocal public static var current: PortalProcess?
}

extension Trait where Self == PortalProcessTrait {
    /// Serves a preset such as `token` or `expired`, or a scenario, to each test case.
    ///
    /// - Parameters:
    ///   - scenario: What `mockportal serve --scenario` takes; `mockportal list --presets` lists the presets.
    ///   - program: The program; by default what the environment variable `MOCKPORTAL` names, else `mockportal` in `PATH`.
    ///   - arguments: Further arguments of `mockportal serve`.
    public static func portalProcess(
        _ scenario: String, program: String? = nil, arguments: [String] = []
    ) -> Self {
        PortalProcessTrait(scenario: scenario, program: program, arguments: arguments)
    }
}
