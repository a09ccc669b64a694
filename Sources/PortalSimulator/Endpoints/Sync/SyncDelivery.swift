internal import JSONValues
internal import Platform

/// How what a synchronization gives reaches the client (ArcGIS REST API, "Create Replica", `transportType`, `async`).
struct SyncDelivery {
    /// Whether the document is the answer itself; else it is a file that the answer names.
    let isEmbedded: Bool
    /// Whether the answer names a job, whose status names the file.
    let isAsynchronous: Bool

    init(_ parameters: QueryParameters, isAsynchronous: Bool? = nil) throws(ParameterProblem) {
        switch parameters["transportType"]?.lowercased() {
        case nil, "esritransporttypeurl": isEmbedded = false
        case "esritransporttypeembedded": isEmbedded = true
        case let other?:
            throw ParameterProblem(
                "transportType",
                "\"\(other.prefix(40))\" is neither esriTransportTypeUrl nor esriTransportTypeEmbedded")
        }
        if let isAsynchronous {
            self.isAsynchronous = isAsynchronous
        } else {
            self.isAsynchronous = try parameters.flag("async")
        }
        guard ["json", nil].contains(parameters["dataFormat"]?.lowercased()) else {
            throw ParameterProblem(
                "dataFormat", "only json is written here; the others are files of the vendor's own databases")
        }
    }

    /// The answer with a document; `head` is what is said of it where it is a file.
    func reply(
        _ document: [String: JSONValue], _ head: [String: JSONValue], _ request: ServiceRequest
    ) throws(BlueprintError) -> PortalReply {
        let transport = isEmbedded && !isAsynchronous ? "esriTransportTypeEmbedded" : "esriTransportTypeUrl"
        let document = document.merging(["transportType": .string(transport)]) { $1 }
        guard !isEmbedded || isAsynchronous else { return .document(.object(document)) }
        let head = head.merging(["transportType": .string(transport)]) { $1 }
        let service = "\(request.request.serverURL)/rest/services/\(request.service.name)/FeatureServer"
        let file = PortalContent.ResultFile(
            name: RandomText.identifier() + ".json", service: request.service.name,
            owner: request.request.viewer.name, bytes: JSONValue.object(document).canonicalBytes())
        let url = JSONValue.string("\(service)/replicafilescache/\(file.name)")
        let limits = request.request.site.limits
        guard file.bytes.count <= limits.resultBytes else {
            let words = "the answer has \(file.bytes.count) bytes, and \(limits.resultBytes) are kept; ask for less"
            return .failure(
                ErrorEnvelope(400, "Unable to complete operation.", details: .list([words])), "limits", words)
        }
        let job = PortalContent.ServiceJob(
            id: RandomText.identifier(), owner: file.owner, type: "sync", submitted: request.request.time,
            result: head.merging(["resultUrl": url]) { $1 })
        let outcome = try request.request.content.change { world in
            world.keep(file, within: limits.resultBytes)
            if isAsynchronous { world.keep(job, within: limits.jobs) }
        }
        guard case .success = outcome else { return .failure(ErrorEnvelope(500, "Unable to complete operation.")) }
        guard isAsynchronous else { return .document(.object(head.merging(["URL": url]) { $1 })) }
        return .document(["statusUrl": .string("\(service)/jobs/\(job.id)")])
    }

    /// `replicafilescache/{file}`: a file that an operation wrote, to the one who asked for it.
    static func file(_ request: ServiceRequest) -> PortalReply {
        let name = request.captures[0]
        let found = request.request.content.parts.withLock { parts in
            parts.resultFiles.first { $0.name == name && $0.service == request.service.name }
        }
        guard let found, found.owner == request.request.viewer.name else {
            return .failure(
                ErrorEnvelope(404, "File \(name.prefix(60)) not found"), "content", "the caller has no such file")
        }
        return .bytes(found.bytes, type: "application/json;charset=utf-8")
    }
}
