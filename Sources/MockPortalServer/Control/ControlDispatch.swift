internal import HTTPSemantics
internal import JSONValues

/// Finds what a call asks for, and carries it out; it knows nothing of connections.
enum ControlDispatch {
    /// The route of a call with the desk that it is for, or what is wrong with it.
    static func route(
        _ request: ControlRequest, at controlled: ControlledPortal
    ) -> Result<(route: ControlRoute, request: ControlRequest, controlled: ControlledPortal), Refusal> {
        let names = ControlRoutes.names
        guard let word = request.words.first else {
            guard request.method == "GET" || request.method == "HEAD" else {
                return .failure(Refusal(notAllowed("the root", ["GET"])))
            }
            let answer =
                request.wantsPage
                ? ControlReply.livePage
                : ControlReply.json(overview(controlled), headers: [HeaderField("Vary", "Accept")])
            return .failure(Refusal(answer))
        }
        if word == "sandboxes", request.words.count > 2 {
            guard let sandbox = controlled.sandbox(request.words[1]) else {
                return .failure(Refusal(noSandbox(request.words[1], controlled)))
            }
            return route(request.dropping(2), at: sandbox)
        }
        let routes = ControlRoutes.all.filter { $0.name == word && $0.path.count == request.words.count }
        guard !routes.isEmpty else { return .failure(Refusal(unknown("there is nothing here", names))) }
        guard
            let route = routes.first(where: {
                $0.method == request.method || ($0.method == "GET" && request.method == "HEAD")
            })
        else { return .failure(Refusal(notAllowed(word, routes.map(\.method)))) }
        return .success((route, request, controlled))
    }

    /// An answer that needs no route: a refusal, or the table of contents.
    struct Refusal: Error {
        let answer: Answer

        init(_ answer: Answer) { self.answer = answer }
    }

    /// Carries a call out on the calling thread.
    static func answer(_ request: ControlRequest, at controlled: ControlledPortal) -> ControlAnswer {
        switch route(request, at: controlled) {
        case .failure(let refusal): .now(refusal.answer)
        case .success(let found): answer(found.route, found.request, found.controlled)
        }
    }

    /// Carries out what a route does, with its errors as answers.
    static func answer(_ route: ControlRoute, _ request: ControlRequest, _ controlled: ControlledPortal)
        -> ControlAnswer
    {
        do {
            switch route.action {
            case .quick(let act): return try act(request, controlled)
            case .change(let act), .reading(let act), .study(let act): return .now(try act(request, controlled))
            }
        } catch let error as DocumentError {
            return .now(ControlReply.failure(error))
        } catch let error as MockPortalError {
            return .now(ControlReply.failure(error))
        } catch {
            return .now(ControlReply.failure(500, "\(error)"))
        }
    }

    /// The refusal of a sandbox that is not there.
    static func noSandbox(_ id: String, _ controlled: ControlledPortal) -> Answer {
        unknown("there is no sandbox \(id.prefix(60))", controlled.sandboxes)
    }

    /// The table of contents.
    static func overview(_ controlled: ControlledPortal) -> JSONValue {
        ["portal": .string(controlled.portal.url), "exists": .array(ControlRoutes.names.map { .string($0) })]
    }

    private static func unknown(_ message: String, _ names: [String]) -> Answer {
        ControlReply.failure(404, message, ["exists": .array(names.map { .string($0) })])
    }

    private static func notAllowed(_ word: String, _ methods: [String]) -> Answer {
        let allowed = methods.joined(separator: ", ")
        return ControlReply.failure(
            405, "\(word) takes \(allowed)", headers: [HeaderField("Allow", allowed)])
    }
}
