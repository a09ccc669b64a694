internal import HTTPSemantics
internal import PortalJudge

extension RequestHandling {
    /// What a route answers, as a page where the request wants one.
    func reply(to request: EndpointRequest, of match: RouteTable.Match, path: String, onServer: Bool)
        throws(BlueprintError) -> PortalReply
    {
        guard let page = directoryPage(for: request, of: match, path: path, onServer: onServer) else {
            return try match.route.endpoint(request)
        }
        if method == "POST", presented.found.contains(where: { $0.carrier == .cookie }), request.isFromElsewhere {
            return page.showing(
                .failure(
                    ErrorEnvelope(
                        403, "The form was not sent by a page of this site.",
                        details: .list(["Open the page at \(listener.origin) and send its form."])), "origin",
                    "a page of another origin sent a form with the cookie of a person"))
        }
        if let form = page.emptyForm(), namesPage { return form }
        let reply = try match.route.endpoint(request)
        return reply.isJSONByDefault && form["f"] == nil && query["f"] == nil ? reply : page.showing(reply)
    }

    /// A failure as a page of the directory, where the request wants one.
    func refusal(_ envelope: ErrorEnvelope, of match: RouteTable.Match, path: String, onServer: Bool) -> PortalReply {
        let request = endpointRequest(match, viewer: .anonymous)
        let page = directoryPage(for: request, of: match, path: path, onServer: onServer)
        let reply = PortalReply(body: .failure(envelope))
        return page?.showing(reply) ?? reply
    }

    /// The request as an endpoint sees it.
    func endpointRequest(_ match: RouteTable.Match, viewer: Viewer) -> EndpointRequest {
        EndpointRequest(
            site: site, revision: revision, edition: site.content.edition, method: method, captures: match.captures,
            query: query, body: body,
            format: format, viewer: viewer, isSecure: isSecure, listener: listener,
            portalOrigin: translation?.seen ?? site.addresses.portal, peerAddress: peerAddress, rawQuery: rawQuery,
            referer: presented.referer, cookie: presented.cookie, origin: presented.origin,
            authorization: presented.authorization, time: time, foldsNames: match.route.foldsNames)
    }

    /// The page of the directory for a request; nil where it wants none, and at hosts that only sign users in, which have none.
    private func directoryPage(
        for request: EndpointRequest, of match: RouteTable.Match, path: String, onServer: Bool
    ) -> DirectoryPage? {
        guard format == .html, callback == nil, match.route.gate != .visitor,
            revision.blueprint.identityProxy?.authority != listener.name, !revision.providers.contains(listener.name)
        else { return nil }
        return DirectoryPage(
            at: DirectoryPlace(
                request: request, match: match, path: path, onServer: onServer,
                tables: (PortalRoutes.table, ServerRoutes.table)))
    }

    /// Whether the request leaves the format open or asks for HTML by name; `f=image` is HTML only where it fails.
    private var namesPage: Bool {
        guard let format = form["f"] ?? query["f"], !format.isEmpty else { return true }
        return format.lowercased() == "html"
    }
}
