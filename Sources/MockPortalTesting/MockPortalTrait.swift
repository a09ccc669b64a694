internal import FixtureFiles
internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalJudge
internal import TLSIdentity
public import Testing

/// A fake portal of its own for each test case, on a free port, stopped when the case ends.
///
/// In the test it is `MockPortal.current`. Where the test fails, the journal is attached to it, without secrets.
public struct MockPortalTrait: TestTrait, SuiteTrait, TestScoping {
    /// How the client of a test reaches the portal.
    public enum Transport: Sendable {
        /// HTTPS; the client is told to trust `authorityPEM` or `authorityFile`.
        case https
        /// Plain HTTP besides, at `httpURL`, where the portal issues and takes tokens too: for a client that cannot be told whom to
        /// trust, as URLSession on Linux, whose delegate never sees a server's certificate (swiftlang/swift-corelibs-foundation,
        /// Sources/FoundationNetworking/URLSession/URLSessionDelegate.swift).
        case plainHTTP
    }

    let preset: String
    /// Differences from the preset, as JSON.
    let differences: String
    let transport: Transport
    let fixtures: FixtureTree

    /// Each case of a suite gets a portal, not the suite.
    public var isRecursive: Bool { true }

    /// Starts the portal, runs the test case with it, and stops it.
    ///
    /// Throws what is wrong with the preset or the differences; the test fails of it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let portal = try MockPortal.start(
            try blueprint(), options: .unhurried, pki: try TestAuthority.pki(fixtures))
        defer { portal.stop() }
        let files = TestFiles()
        defer { files.remove() }
        let hasFailed = Locked(false)
        // An issue that is only recorded is not thrown; observing each tells whether the journal is attached.
        let listening = IssueHandlingTrait.compactMapIssues { issue in
            if issue.severity >= .error { hasFailed.withLock { $0 = true } }
            return issue
        }
        defer {
            if hasFailed.withLock({ $0 }) {
                // The journal first: what is issued meanwhile is among the secrets then.
                let journal = portal.journal()
                let text = JournalText.describe(journal, hiding: portal.canaries())
                Attachment.record(text, named: "journal.txt")
            }
        }
        try await listening.provideScope(for: test, testCase: testCase) {
            do {
                try await MockPortal.$current.withValue(portal) {
                    try await TestFiles.$current.withValue(files, operation: function)
                }
            } catch {
                hasFailed.withLock { $0 = true }
                throw error
            }
        }
    }

    private func blueprint() throws -> Blueprint {
        var blueprint = try Blueprint.preset(preset, fixtures: fixtures)
        if transport == .plainHTTP {
            blueprint = try blueprint.overlaid(
                with: [
                    "http": "serve", "tokens": ["plainHTTP": true, "ssl": false],
                    "info": ["tokenServicesURL": "insecure"],
                ], source: "transport: .plainHTTP")
        }
        guard !differences.isEmpty else { return blueprint }
        let source = ".mockPortal(\"\(preset)\", …)"
        do {
            return try blueprint.overlaid(with: try JSONValue(parsing: differences), source: source)
        } catch let error as JSONTextError {
            throw BlueprintError(.unreadable, source: source, keyPath: "", problem: "no JSON object: \(error)")
        }
    }
}

extension Trait where Self == MockPortalTrait {
    /// Serves a preset such as `token` or `expired` to each test case, changed by a JSON object such as `{"tokens": {"lifetime": "1m"}}`.
    ///
    /// - Parameters:
    ///   - preset: As `mockportal list --presets` lists them.
    ///   - differences: The keys are those of a blueprint (Fixtures/README.md of this package). What is wrong with them fails the test,
    ///     with the allowed ones.
    ///   - transport: How the test's client reaches the portal.
    public static func mockPortal(
        _ preset: String = "token", _ differences: String = "", transport: MockPortalTrait.Transport = .https
    ) -> Self {
        MockPortalTrait(preset: preset, differences: differences, transport: transport, fixtures: .embedded)
    }
}
