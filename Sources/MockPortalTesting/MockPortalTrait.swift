public import FixtureFiles
// Whoever writes a test means the portal and its journal; one import gives both.
@_exported public import MockPortalServer
@_exported public import PortalJudge
internal import TLSIdentity
public import Testing

/// A fake portal of its own for each test case, on a free port, stopped when the case ends.
///
/// In the test it is ``MockPortalServer/MockPortal/current``. Where the test throws, the journal is attached to it.
public struct MockPortalTrait: TestTrait, SuiteTrait, TestScoping {
    /// The preset that the portal is made from.
    public let preset: String
    /// Where presets come from. Default: the product's own.
    public let fixtures: FixtureTree

    /// Each case of a suite gets a portal, not the suite.
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let blueprint = try Blueprint.preset(preset, fixtures: fixtures)
        let portal = try MockPortal.start(blueprint, pki: try TestPKI(fixtures: fixtures))
        defer { portal.stop() }
        do {
            try await MockPortal.$current.withValue(portal, operation: function)
        } catch {
            Attachment.record(JournalText.describe(portal.journal()), named: "journal.txt")
            throw error
        }
    }
}

extension Trait where Self == MockPortalTrait {
    /// Serves a preset of the product, such as `token` or `expired`, to each test case.
    public static func mockPortal(_ preset: String) -> Self { mockPortal(preset, fixtures: .embedded) }

    /// Serves a preset of other fixtures.
    public static func mockPortal(_ preset: String, fixtures: FixtureTree) -> Self {
        MockPortalTrait(preset: preset, fixtures: fixtures)
    }
}

extension MockPortal {
    /// The portal of the running test case; nil outside of ``MockPortalTrait``.
    @TaskLocal public static var current: MockPortal?
}
