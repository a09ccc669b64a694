internal import HTTPSemantics
internal import Platform
package import ScenarioFormat
internal import TLSIdentity

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension RunOrigin {
    /// Describes a run of this process over scenarios.
    package init(
        client: String, selected: [Scenario], shard: Shard? = nil, ending: Ending? = nil, durationMS: Double? = nil
    ) {
        self.init(
            client: client, ids: selected.map(\.id), shard: shard, ending: ending, durationMS: durationMS)
    }

    /// Describes a run of this process over the scenarios with these ids.
    package init(
        client: String, ids: [String], shard: Shard? = nil, ending: Ending? = nil, durationMS: Double? = nil
    ) {
        self.init(
            id: Hexadecimal.encode(randomBytes(8)), tool: "mockportal \(ToolVersion.text)",
            date: Date.now.formatted(.iso8601), platform: Self.currentPlatform, client: client, shard: shard,
            scenarios: ids.count, selection: Digest.sha256Hex(ids.map { $0 + "\n" }.joined().utf8), ending: ending,
            durationMS: durationMS?.inWholeMicroseconds)
    }

    private static var currentPlatform: String {
        var facts = utsname()
        guard uname(&facts) == 0 else { return "unknown" }
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(facts.sysname)) \(text(facts.machine))"
    }
}
