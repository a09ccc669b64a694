internal import JSONValues
internal import Platform
internal import PortalTransport

/// Changes what a request carries.
struct Rewriting: WireFault {
    let change: @Sendable (HTTPRequest) -> HTTPRequest

    init(_ change: @escaping @Sendable (HTTPRequest) -> HTTPRequest) { self.change = change }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        try await wire.send(change(request))
    }
}

/// Takes an answer for another one.
struct Misreading: WireFault {
    let change: @Sendable (HTTPResponse) -> HTTPResponse

    init(_ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse) { self.change = change }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        change(try await wire.send(request))
    }
}

/// Sends some requests twice.
struct Repeating: WireFault {
    let isRepeated: @Sendable (HTTPRequest) -> Bool

    init(_ isRepeated: @escaping @Sendable (HTTPRequest) -> Bool) { self.isRepeated = isRepeated }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        if isRepeated(request) { _ = try await wire.send(request) }
        return try await wire.send(request)
    }
}

/// Sends a refused token request again.
struct ResendRefused: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard request.isGenerate, answer.envelopeCode != nil else { return answer }
        return try await wire.send(request)
    }
}

/// Asks for a token again and again when one was refused.
final class RenewInLoop: WireFault {
    private let last = Locked<HTTPRequest?>(nil)

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        if request.isGenerate { last.withLock { $0 = request } }
        let answer = try await wire.send(request)
        guard answer.envelopeCode == 498 || answer.status == 498, let generate = last.withLock({ $0 }) else {
            return answer
        }
        for _ in 0..<2 { _ = try await wire.send(generate) }
        return answer
    }
}

/// Answers a token request from memory.
final class Remembering: WireFault {
    private let answers = Locked<[String: HTTPResponse]>([:])
    private let isRemembered: @Sendable (HTTPRequest) -> Bool
    private let keeps: @Sendable (HTTPResponse) -> Bool

    init(
        of isRemembered: @escaping @Sendable (HTTPRequest) -> Bool = { $0.isGenerate },
        keeps: @escaping @Sendable (HTTPResponse) -> Bool
    ) {
        self.isRemembered = isRemembered
        self.keeps = keeps
    }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard isRemembered(request) else { return try await wire.send(request) }
        if let known = answers.withLock({ $0[request.url] }) { return known }
        let answer = try await wire.send(request)
        if keeps(answer) { answers.withLock { $0[request.url] = answer } }
        return answer
    }
}

/// Never asks how a server is secured.
struct SkipDiscovery: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard request.path.hasSuffix("/rest/info") else { return try await wire.send(request) }
        return HTTPResponse(status: 404)
    }
}

/// Sends another request before the one that was meant.
final class AskFirst: WireFault {
    private let question: @Sendable (HTTPRequest) -> HTTPRequest?
    private let isOnce: Bool
    private let hasAsked = Locked(false)

    init(once: Bool = false, _ question: @escaping @Sendable (HTTPRequest) -> HTTPRequest?) {
        isOnce = once
        self.question = question
    }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let asked = hasAsked.withLock { asked in
            defer { asked = true }
            return asked
        }
        if !(isOnce && asked), let first = question(request) { _ = try? await wire.send(first) }
        return try await wire.send(request)
    }
}

/// Sends the password to a token service that is advertised without TLS.
final class FollowInsecure: WireFault {
    private let plain = Locked<[String: String]>([:])

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        var request = request
        if let url = plain.withLock({ $0[request.url] }) { request.url = url }
        var answer = try await wire.send(request)
        guard let document = try? JSONValue(parsing: answer.body),
            let url = document["authInfo"]?["tokenServicesUrl"]?.string, url.hasPrefix("http://")
        else { return answer }
        let secure = "https" + url.dropFirst("http".count)
        plain.withLock { $0[secure] = url }
        var changed = document
        changed["authInfo"]?["tokenServicesUrl"] = .string(secure)
        answer.body = changed.bytes()
        return answer
    }
}

/// Sends in plain what could not be sent over TLS.
struct GoingPlain: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        do throws(TransportError) {
            return try await wire.send(request)
        } catch {
            guard error.code == .secureConnectionFailed || error.code == .cannotConnect else { throw error }
            return try await wire.send(request.with(scheme: "http"))
        }
    }
}
