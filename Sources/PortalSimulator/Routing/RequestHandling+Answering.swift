internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

extension RequestHandling {
    /// The answer of whatever is at a place.
    mutating func answer(_ place: SiteMap.Place, target: String) -> PreparedAnswer {
        if !["GET", "POST", "HEAD"].contains(method) {
            var refusal = PortalReply(
                body: .page(status: 405, html: HTMLPage.page(title: "405 Method Not Allowed", body: ""))
            ).refused("method", "\(method.prefix(20)) is taken by nothing here", cause: .method)
            refusal.headers = [("Allow", "GET, POST, HEAD, OPTIONS")]
            return render(refusal)
        }
        if let problem = body.problem { return render(.unreadable(problem)) }
        if let type = body.unreadType {
            decisions.append(
                Journal.Decision(
                    gate: "body", passed: true, reason: "a body of \(BodyProblem.quoted(type)) holds no parameters here"
                ))
        }
        if let refusal = ListenerGate.refusal(of: self, operation: place.operation, target: target) {
            return render(refusal)
        }
        switch place {
        case .root where wantsPage:
            guard let match = HomeRoutes.table.match("") else { return render(.notFound) }
            return answer(match, key: "home", onServer: false)
        case .outside, .root: return render(.notFound)
        case .arcgisURIs: return render(RootEndpoint.arcgisURIs(site.addresses))
        case .unknownResource(let onServer):
            return render(
                .failure(
                    onServer ? ErrorEnvelope(404, "Resource not found") : .invalidURL, "path",
                    Self.nothing(at: target, onServer: onServer), cause: .path))
        case .unsupportedOperation:
            return render(
                .failure(.unsupportedOperation, "path", "the operation is not served", cause: .path))
        case .identity(let match), .provider(let match): return answer(match, key: match.operation, onServer: false)
        case .portal(let match, let key): return answer(match, key: key, onServer: false)
        case .server(let match, let key): return answer(match, key: key, onServer: true)
        }
    }

    /// Says that nothing is at a target, with the operation that was probably meant.
    private static func nothing(at target: String, onServer: Bool) -> String {
        let path = String(target.prefix { $0 != "?" && $0 != "#" })
        let below = path.firstRange(of: "/rest/").map { String(path[$0.upperBound...]) } ?? ""
        let operations = (onServer ? ServerRoutes.table : PortalRoutes.table).operations.filter { !$0.contains("{") }
        let meant = NearestName.to(below, among: operations).map { "; did you mean \($0)?" } ?? ""
        return "there is no such operation\(meant)"
    }

    private mutating func answer(_ match: RouteTable.Match, key: String, onServer: Bool) -> PreparedAnswer {
        let route = match.route
        var viewer = Viewer.anonymous
        if let webUser, webUser.countsOnServer || !onServer,
            !site.state.withLock({ $0.closedAccounts.contains(webUser.name) })
        {
            viewer = .user(webUser.name)
        }
        if route.gate != .none {
            let outcome = TokenGate(handling: self, onServer: route.gate == .server).decide()
            if let decision = outcome.decision { decisions.append(decision) }
            switch outcome.result {
            case .refused where route.gate == .visitor: break
            case .refused(let envelope):
                return render(refusal(envelope, of: match, path: key, onServer: onServer))
            case .passed(.anonymous): break
            case .passed(let found): viewer = found
            }
        }
        if let refusal = body.refusal(of: match.operation, taking: route.files) { return render(refusal) }
        if route.isWrite, method == "POST",
            let refusal = body.refusal(
                changing: match.operation, query: query, taking: route.fileCount)
        {
            return render(refusal)
        }
        let isSteady = route.isSteady && presented.origin == nil && callback == nil
        let renderedKey = RenderedKey(
            path: key, server: onServer ? revision.serverName(at: listener.name) : nil, viewer: viewer, format: format,
            origin: translation?.seen)
        // Before anything is read: an answer that is older than the content is never kept.
        let edition = site.content.edition
        if isSteady, let rendered = site.rendered(renderedKey, revision, edition) { return rendered }
        let request = endpointRequest(match, viewer: viewer)
        let reply: PortalReply
        do {
            reply = try self.reply(to: request, of: match, path: key, onServer: onServer)
        } catch {
            // A wrong document of the world: the developer who changed it reads this.
            reply = .failure(ErrorEnvelope(500, error.description))
        }
        let rendered = render(reply)
        if isSteady, !reply.isFleeting { site.keep(rendered, for: renderedKey, revision, edition) }
        return rendered
    }
}

extension PortalSite {
    /// An answer that was rendered before, in the same revision of the blueprint and edition of the content.
    func rendered(_ key: RenderedKey, _ revision: BlueprintRevision, _ edition: Int) -> PreparedAnswer? {
        state.withLock { $0.revision === revision ? $0.rendered(key, edition: edition) : nil }
    }

    /// Keeps an answer for the next request like it.
    func keep(_ reply: PreparedAnswer, for key: RenderedKey, _ revision: BlueprintRevision, _ edition: Int) {
        state.withLock { if $0.revision === revision { $0.keep(reply, for: key, edition: edition) } }
    }
}
