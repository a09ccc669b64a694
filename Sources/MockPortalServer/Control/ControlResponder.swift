internal import HTTPAuthentication
internal import JSONValues
internal import PortalJudge

/// Answers the control API; only programs on this machine may use it, no web page.
final class ControlResponder: Responder {
    private let desk: ControlDesk

    init(desk: ControlDesk) { self.desk = desk }

    func respond(to request: borrowing IncomingRequest) -> AnswerPlan {
        if request.header("Origin") != nil {
            return .now(ControlReply.failure(403, "requests of web pages are refused: an Origin header was sent"))
        }
        guard let host = request.header("Host"), Self.isLoopback(host) else {
            return .now(ControlReply.failure(403, "the Host header must name this machine's loopback address"))
        }
        guard let call = ControlCall(request) else {
            return .now(Self.unknown(ControlRoutes.names))
        }
        return Self.answer(call, at: desk)
    }

    private static func answer(_ call: ControlCall, at desk: ControlDesk) -> AnswerPlan {
        guard let word = call.words.first else { return .now(ControlReply.json(overview(desk))) }
        if word == "sandboxes", call.words.count > 2 || (call.words.count == 2 && call.method != "DELETE") {
            guard let sandbox = desk.sandbox(call.words[1]) else {
                return .now(
                    ControlReply.failure(
                        404, "there is no sandbox \(call.words[1])",
                        ["exists": .array(desk.sandboxes.map { .string($0) })]))
            }
            return answer(call.dropping(2), at: sandbox)
        }
        let routes = ControlRoutes.all.filter { $0.name == word }
        let takesName = word == "sandboxes" || (word == "identities" && call.words.count == 2)
        guard !routes.isEmpty, call.words.count == 1 || takesName else {
            return .now(unknown(ControlRoutes.names))
        }
        guard
            let route = routes.first(where: {
                $0.method == call.method || ($0.method == "GET" && call.method == "HEAD")
            })
        else {
            let allowed = routes.map(\.method).joined(separator: ", ")
            return .now(
                ControlReply.json(
                    ["error": .string("\(word) takes \(allowed)")], status: 405,
                    headers: [HeaderField("Allow", allowed)]))
        }
        do {
            return try route.answer(call, desk)
        } catch let error as DocumentError {
            return .now(ControlReply.failure(error))
        } catch let error as MockPortalError {
            return .now(ControlReply.failure(error))
        } catch {
            return .now(ControlReply.failure(500, "\(error)"))
        }
    }

    private static func overview(_ desk: ControlDesk) -> JSONValue {
        ["portal": .string(desk.portal.url), "exists": .array(ControlRoutes.names.map { .string($0) })]
    }

    private static func unknown(_ names: [String]) -> Answer {
        ControlReply.failure(404, "there is nothing here", ["exists": .array(names.map { .string($0) })])
    }

    /// Whether a Host header names the loopback address, so that a rebound DNS name cannot drive the portal.
    static func isLoopback(_ host: String) -> Bool {
        guard let origin = Origin(ofURL: "http://\(host)") else { return false }
        return origin.host == "localhost" || LocalAddresses.isLoopback(origin.host)
    }
}
