internal import HTTPSemantics
internal import PortalJudge

/// Lets a portal answer as its client sees it, where a trusted front tells what that is.
struct ForwardedResponder: Responder {
    let portal: PortalResponder
    let trusted: TrustedFronts

    var bodies: BodyBudgets? { portal.bodies }

    func respond(to request: borrowing IncomingRequest) -> AnswerPlan {
        guard trusted.include(request.peerAddress) else {
            var told: String?
            for field in Self.fields where told == nil && !request.headerValues(field).isEmpty { told = field }
            guard let field = told else { return portal.respond(to: request) }
            return noted(
                portal.respond(to: request),
                "\(field) is ignored: \(request.peerAddress) is in none of the networks that are trusted")
        }
        let told: ForwardedRequest?
        do {
            told = try ForwardedRequest(request, trusted: trusted)
        } catch {
            return .now(Self.refusal(error.words))
        }
        guard let told else { return portal.respond(to: request) }
        let origin = told.origin ?? request.listener.origin
        guard told.origin != nil else {
            let seen = request.from(told.client ?? request.peerAddress)
            return noted(portal.respond(to: seen), "the front at \(request.peerAddress) tells \(told)")
        }
        let facts = ListenerFacts(name: origin.isSecure ? "portal" : "http", origin: origin)
        var addresses = origin
        // Where plain HTTP is not served, the addresses are those over HTTPS.
        if !origin.isSecure, ![.serve, .off].contains(portal.current.blueprint.http),
            let secure = Origin(scheme: "https", host: origin.host)
        {
            addresses = secure
        }
        let seen = request.seen(at: facts, portal: addresses, from: told.client)
        return noted(portal.respond(to: seen), "the front at \(request.peerAddress) tells \(told)")
    }

    func fault(ofConnection ordinal: Int, at listener: ListenerFacts) -> Blueprint.Fault.ConnectionPlay? {
        portal.fault(ofConnection: ordinal, at: listener)
    }

    private static let fields = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port",
    ]

    /// The same plan, of which the journal keeps a remark.
    private func noted(_ plan: AnswerPlan, _ reason: String) -> AnswerPlan {
        let decision = Journal.Decision(gate: "forwarded", passed: true, reason: reason)
        func noted(_ answer: Answer) -> Answer {
            var copy = answer
            copy.notes.decisions.insert(decision, at: 0)
            return copy
        }
        switch plan {
        case .now(let answer): return .now(noted(answer))
        case .later(let answer, let park): return .later(noted(answer), park: park)
        case .worked(let operation, let work, let lane, let body):
            return .worked(operation: operation, at: work, lane: lane) { self.noted(body(), reason) }
        }
    }

    /// What a trusted front tells must be right: to answer with other addresses would only hide its mistake.
    private static func refusal(_ words: String) -> Answer {
        WordsReply.refusal(
            400, "The proxy in front of this portal tells what cannot be so: \(words).\n", gate: "forwarded",
            reason: words, operation: "unknown")
    }
}
