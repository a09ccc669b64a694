internal import JSONValues
internal import Platform

/// Jobs about a service: appends, replicas and what changed (ArcGIS REST API, "Status").
enum JobEndpoint {
    /// `jobs/{id}`: how far a job is, in portal time.
    static func status(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        let id = request.captures[0]
        let found = request.request.content.parts.withLock { $0.jobs.first { $0.id == id } }
        guard let found, found.owner == request.request.viewer.name else {
            return .failure(
                ErrorEnvelope(404, "Job \(id.prefix(40)) not found"), "content", "the caller has no such job")
        }
        let isDone = found.isDone(at: request.request.time)
        let updated = isDone ? found.submitted + PortalContent.ServiceJob.duration : found.submitted
        let members: [String: JSONValue] = [
            "jobId": .string(id), "status": isDone ? "Completed" : "InProgress",
            "submissionTime": .integer(found.submitted),
            "lastUpdatedTime": .integer(updated),
        ]
        return .document(.object(isDone ? members.merging(found.result) { $1 } : members))
    }
}
