internal import HTTPSemantics
internal import JSONValues

/// Finds what a call asks for, and carries it out; it knows nothing of connections.
enum ControlDispatch {
    /// The route of a call with the desk that it is for, or what is wrong with it.
    static func route(
        _ call: ControlCall, at desk: ControlledPortal
    ) -> Result<(route: ControlRoute, call: ControlCall, desk: ControlledPortal), Refusal> {
        let names = ControlRoutes.names
        guard let word = call.words.first else {
            guard call.method == "GET" || call.method == "HEAD" else {
                return .failure(Refusal(notAllowed("the root", ["GET"])))
            }
            return .failure(Refusal(ControlReply.json(overview(desk))))
        }
        if word == "sandboxes", call.words.count > 2 || (call.words.count == 2 && call.method != "DELETE") {
            guard let sandbox = desk.sandbox(call.words[1]) else {
                return .failure(Refusal(unknown("there is no sandbox \(call.words[1])", desk.sandboxes)))
            }
            return route(call.dropping(2), at: sandbox)
        }
        let routes = ControlRoutes.all.filter { $0.name == word }
        let takesName = word == "sandboxes" || (word == "identities" && call.words.count == 2)
        guard !routes.isEmpty, call.words.count == 1 || takesName else {
            return .failure(Refusal(unknown("there is nothing here", names)))
        }
        guard
            let route = routes.first(where: {
                $0.method == call.method || ($0.method == "GET" && call.method == "HEAD")
            })
        else { return .failure(Refusal(notAllowed(word, routes.map(\.method)))) }
        return .success((route, call, desk))
    }

    /// An answer that needs no route: a refusal, or the table of contents.
    struct Refusal: Error {
        let answer: Answer

        init(_ answer: Answer) { self.answer = answer }
    }

    /// Carries a call out on the calling thread.
    static func answer(_ call: ControlCall, at desk: ControlledPortal) -> ControlAnswer {
        switch route(call, at: desk) {
        case .failure(let refusal): .now(refusal.answer)
        case .success(let found): answer(found.route, found.call, found.desk)
        }
    }

    /// Carries out what a route does, with its errors as answers.
    static func answer(_ route: ControlRoute, _ call: ControlCall, _ desk: ControlledPortal) -> ControlAnswer {
        do {
            switch route.action {
            case .quick(let act): return try act(call, desk)
            case .change(let act), .study(let act): return .now(try act(call, desk))
            }
        } catch let error as DocumentError {
            return .now(ControlReply.failure(error))
        } catch let error as MockPortalError {
            return .now(ControlReply.failure(error))
        } catch {
            return .now(ControlReply.failure(500, "\(error)"))
        }
    }

    private static func overview(_ desk: ControlledPortal) -> JSONValue {
        ["portal": .string(desk.portal.url), "exists": .array(ControlRoutes.names.map { .string($0) })]
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
