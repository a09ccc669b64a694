internal import JSONValues
internal import Platform
public import Testing

/// A portal of its own for each test case, served by an installed `mockportal` and ended with the case.
///
/// In the test it is ``PortalProcess/current``. Where the test throws, the portal's journal is attached to it as an HTTP archive (HAR
/// 1.2) without secrets.
public struct PortalProcessTrait: TestTrait, SuiteTrait, TestScoping {
    /// How the client of a test reaches the portal.
    public enum Transport: Sendable {
        /// HTTPS; the client is told to trust `authorityFile`.
        case https
        /// Plain HTTP besides, at `httpURL`, where the portal issues and takes tokens too: for a client that cannot be told whom to
        /// trust, as URLSession on Linux (swiftlang/swift-corelibs-foundation,
        /// Sources/FoundationNetworking/URLSession/URLSessionDelegate.swift).
        case plainHTTP
    }

    let scenario: String
    /// Differences from the preset, as JSON.
    let differences: String
    let transport: Transport
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
        let portal = try await PortalProcess.start(
            scenario, differences, transport: transport, program: program, arguments: arguments)
        defer { portal.stop() }
        do {
            try await PortalProcess.$current.withValue(portal, operation: function)
        } catch {
            if let archive = try? await portal.archive() {
                Attachment.record(archive.text(pretty: true), named: "journal.har")
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
    /// Serves a preset such as `token` or `expired`, a scenario, or a file, to each test case; a preset may be changed by a JSON object
    /// such as `{"tokens": {"lifetime": "1m"}}`.
    ///
    /// - Parameters:
    ///   - scenario: What `mockportal serve --scenario` takes; `mockportal list --presets` lists the presets. A file is named by its
    ///     path, as `./portal.yaml`.
    ///   - differences: The keys are those of a blueprint (Fixtures/README.md of this package); a scenario and a file take none. What is
    ///     wrong with them fails the test, with the allowed ones.
    ///   - transport: How the test's client reaches the portal; a scenario and a file are served as they say.
    ///   - program: The program; by default what the environment variable `MOCKPORTAL` names, else `mockportal` in `PATH`.
    ///   - arguments: Further arguments of `mockportal serve`.
    public static func portalProcess(
        _ scenario: String = "token", _ differences: String = "",
        transport: PortalProcessTrait.Transport = .https, program: String? = nil, arguments: [String] = []
    ) -> Self {
        PortalProcessTrait(
            scenario: scenario, differences: differences, transport: transport, program: program, arguments: arguments)
    }
}
