internal import PortalJudge

/// Who may use a service of the ArcGIS Server.
enum SecuredService {
    /// Whether not everybody may: the blueprint says so, or the service is its organization's alone.
    static func isSecured(_ service: PortalContent.Service, _ request: EndpointRequest) -> Bool {
        service.isForMembers || request.revision.securedNames.contains(service.name)
    }

    /// Why a caller may not use a service that a client made, which its item's sharing decides; nil where they may.
    private static func refusal(
        _ service: PortalContent.Service, of item: PortalContent.Item, _ request: EndpointRequest
    ) throws(BlueprintError) -> PortalReply? {
        guard try !Sharing(request).mayRead(item) else { return nil }
        guard let name = request.viewer.name else {
            return .failure(
                .tokenRequired, "token", "\(service.name) needs a token and none was sent", cause: .tokenMissing)
        }
        return .failure(
            ErrorEnvelope(
                403, "User does not have permissions to access '\(service.name.lowercased()).featureserver'."),
            "access", "the item of \(service.name) is not shared with \(name)")
    }

    /// Why a caller may not; nil where they may.
    static func refusal(_ service: PortalContent.Service, _ request: EndpointRequest) throws(BlueprintError)
        -> PortalReply?
    {
        if let id = service.itemID, let item = try request.content.items().withID(id),
            let refusal = try refusal(service, of: item, request)
        {
            return refusal
        }
        guard isSecured(service, request) else { return nil }
        if request.viewer.application != nil {
            guard !request.opens(service.name, organization: service.organization) else { return nil }
            // As ArcGIS services word it (nchaulet/node-geocoder quotes it in its tests).
            return .failure(
                ErrorEnvelope(403, "Token is valid but access is denied."), "access",
                "\(request.viewer) has no right to \(service.name)")
        }
        guard let name = request.viewer.name else {
            if request.format == .html {
                var reply = PortalReply(
                    body: .redirect(status: 302, location: "\(request.serverURL)/rest/login"))
                reply.notes.decisions = [
                    .init(
                        gate: "token", passed: false,
                        reason: "\(service.name) needs a token; a browser is sent to sign in", cause: .tokenMissing)
                ]
                return reply
            }
            return .failure(
                .tokenRequired, "token", "\(service.name) needs a token and none was sent", cause: .tokenMissing)
        }
        // A stand-alone server knows its own users only; an organization's service is its members'.
        if [.standalone, .foreign].contains(request.server.federation) { return nil }
        guard try request.user()?.organization != service.organization else { return nil }
        return .failure(
            ErrorEnvelope(403, "User does not have permissions to access '\(service.name.lowercased()).mapserver'."),
            "access", "\(name) is no member of the organization of \(service.name)")
    }
}
