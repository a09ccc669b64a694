internal import JSONValues

extension PortalContent {
    /// A job about a service, whose state follows portal time (ArcGIS REST API, "Status", "Append").
    struct ServiceJob: Sendable {
        let id: String
        /// The user who started it, who alone sees it; nil for a stranger's.
        let owner: String?
        /// `publish`, `append` …
        let type: String
        /// Portal time in milliseconds.
        let submitted: Int64
        /// What it gave.
        let result: [String: JSONValue]

        /// Portal time in milliseconds that a job takes.
        static let duration: Int64 = 1_000

        func isDone(at time: Int64) -> Bool { time >= submitted + Self.duration }
    }
}

extension PortalContent.World {
    /// Remembers a job; the oldest one is forgotten where there are more than a portal keeps.
    mutating func keep(_ job: PortalContent.ServiceJob, within count: Int) {
        jobs.append(job)
        jobs.keepLast(count)
    }
}
