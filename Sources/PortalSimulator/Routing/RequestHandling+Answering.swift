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
                    "there is no such resource", cause: .path))
        case .identity(let match): return answer(match, key: match.operation, onServer: false)
        case .portal(let match, let key): return answer(match, key: key, onServer: false)
        case .server(let match, let key): return answer(match, key: key, onServer: true)
        }
    }

    private mutating func answer(_ match: RouteTable.Match, key: String, onServer: Bool) -> PreparedAnswer {
        let route = match.route
        var viewer = Viewer.anonymous
        if let webUser, webUser.countsOnServer || !onServer { viewer = .user(webUser.name) }
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
        let isSteady = route.isSteady && presented.origin == nil && callback == nil
        let renderedKey = RenderedKey(
            path: key, server: onServer ? revision.serverName(at: listener.name) : nil, viewer: viewer, format: format)
        if isSteady, let rendered = site.rendered(renderedKey, revision) { return rendered }
        let request = endpointRequest(match, viewer: viewer)
        let reply: PortalReply
        do {
            reply = try self.reply(to: request, of: match, path: key, onServer: onServer)
        } catch {
            // A wrong document of the world: the developer who changed it reads this.
            reply = .failure(ErrorEnvelope(500, error.description))
        }
        let rendered = render(reply)
        if isSteady { site.keep(rendered, for: renderedKey, revision) }
        return rendered
    }
}

extension PortalSite {
    /// An answer that was rendered before, in the same edition.
    func rendered(_ key: RenderedKey, _ revision: BlueprintRevision) -> PreparedAnswer? {
        state.withLock { $0.revision === revision ? $0.rendered[key] : nil }
    }

    /// Keeps an answer for the next request like it; how many are kept is bounded.
    func keep(_ reply: PreparedAnswer, for key: RenderedKey, _ revision: BlueprintRevision) {
        state.withLock { state in
            guard state.revision === revision, state.rendered.count < 2048 else { return }
            state.rendered[key] = reply
        }
    }
}
