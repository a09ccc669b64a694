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
    /// How long it took by the clock on the wall, in milliseconds; nil in a report of an earlier version.
    package var durationMS: Double?

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

    /// Puts an origin together from what is known of it.
    package init(
        id: String, tool: String, date: String, platform: String, client: String, shard: Shard?, scenarios: Int,
        selection: String, ending: Ending?, durationMS: Double? = nil
    ) {
        self.id = id
        self.tool = tool
        self.date = date
        self.platform = platform
        self.client = client
        self.shard = shard
        self.scenarios = scenarios
        self.selection = selection
        self.ending = ending
        self.durationMS = durationMS
    }
}
