internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalTransport

/// Says what a portal is without asking it.
struct InventingPortal: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        request.path.hasSuffix("/portals/self") ? .invented : try await wire.send(request)
    }
}

/// Asks a portal about itself once more where that was refused.
struct LoadingAgain: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard request.path.hasSuffix("/portals/self"), answer.envelopeCode != nil else { return answer }
        return try await wire.send(request)
    }
}

/// Lets one request with a token through; those beside it are told that they were cancelled.
final class ServingOne: WireFault {
    private let served = Locked<Set<String>>([])

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        if let token = request.tokenText, !request.isGenerate, !served.withLock({ $0.insert(token).inserted }) {
            throw TransportError(.cancelled, url: request.bare, detail: "the request was cancelled")
        }
        return try await wire.send(request)
    }
}

/// Goes on waiting for a token whatever becomes of those who want it, and signs later requests with it.
final class KeepingLateTokens: WireFault {
    private typealias Acquisition = Task<Result<HTTPResponse, TransportError>, Never>
    private let acquisition = Locked<Acquisition?>(nil)

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        if request.isGenerate {
            // Not a child: its caller's end is not its own.
            let task = Acquisition.detached {
                do throws(TransportError) { return .success(try await wire.send(request)) } catch {
                    return .failure(error)
                }
            }
            acquisition.withLock { $0 = task }
            return try await task.value.get()
        }
        guard request.tokenText == nil, request.path.contains("/rest/services"),
            let task = acquisition.withLock({ $0 }),
            let token = (try? await task.value.get())?.document?["token"]?.string
        else { return try await wire.send(request) }
        return try await wire.send(
            request.with { $0.headers.append(HeaderField("X-Esri-Authorization", "Bearer \(token)")) })
    }
}

/// Sends another request once an answer is there that seems to ask for it, and hands the answer on.
struct AskingAfter: WireFault {
    let question: @Sendable (HTTPRequest, HTTPResponse) -> HTTPRequest?

    init(_ question: @escaping @Sendable (HTTPRequest, HTTPResponse) -> HTTPRequest?) { self.question = question }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        if let next = question(request, answer) { _ = try? await wire.send(next) }
        return answer
    }
}
