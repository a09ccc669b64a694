internal import HTTPSemantics
internal import Platform
internal import TLSIdentity

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Where and when a client was run, over which scenarios; it names neither machine nor person nor folder.
package struct RunOrigin: Sendable, Codable, Hashable {
    /// Unique to this run.
    package let id: String
    /// Program and version, as `mockportal 0.1.0`.
    package let tool: String
    /// When it ended, as `2026-11-22T07:16:13Z`.
    package let date: String
    /// Operating system and processor, as `Linux x86_64`.
    package let platform: String
    /// `built-in`, or the command.
    package let client: String
    /// Which part of the scenarios; nil for all of them.
    package let shard: Shard?
    /// How many scenarios were selected, the other parts included.
    package let scenarios: Int
    /// SHA-256 over the ids of those scenarios in their order, a line each: parts of one whole have the same.
    package let selection: String
    /// What ended it early; nil for a whole run.
    package let ending: Ending?

    /// How a run ended before everything was judged.
    package struct Ending: Sendable, Codable, Hashable {
        /// The signal, as `SIGTERM`.
        package let signal: String
        /// How many runs were judged by then.
        package let judged: Int
        /// How many there were to judge.
        package let planned: Int

        package init(signal: String, judged: Int, planned: Int) {
            self.signal = signal
            self.judged = judged
            self.planned = planned
        }
    }

    /// Takes down a run of this process.
    package init(client: String, selected: [Scenario], shard: Shard? = nil, ending: Ending? = nil) {
        self.init(client: client, ids: selected.map(\.id), shard: shard, ending: ending)
    }

    /// Takes down a run of this process over what has these ids.
    package init(client: String, ids: [String], shard: Shard? = nil, ending: Ending? = nil) {
        id = Hexadecimal.encode(randomBytes(8))
        tool = "mockportal \(ToolVersion.text)"
        date = Date.now.formatted(.iso8601)
        platform = Self.platform
        self.client = client
        self.shard = shard
        self.ending = ending
        scenarios = ids.count
        selection = Digest.sha256Hex(ids.map { $0 + "\n" }.joined().utf8)
    }

    private static var platform: String {
        var facts = utsname()
        guard uname(&facts) == 0 else { return "unknown" }
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(facts.sysname)) \(text(facts.machine))"
    }
}
