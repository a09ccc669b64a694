internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalTransport

/// Takes what a token service says of its token for something else.
struct MisreadingTokens: WireFault {
    enum Word: Sendable {
        /// An expiry is what was asked for, whatever the answer says.
        case believesRequest
        /// A token without an expiry lives for a minute.
        case inventsExpiry
        /// An expiry is in seconds.
        case takesSeconds
        /// Every token expires a second after it was issued.
        case expiresAtOnce
    }
    let word: Word

    init(_ word: Word) { self.word = word }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard request.isGenerate, var document = answer.document, document["token"] != nil,
            let issued = Timestamp(dateIn: answer.headers, now: SystemTimeSource().now())
        else { return answer }
        switch word {
        case .believesRequest:
            guard let minutes = request.field("expiration").flatMap(Int64.init) else { return answer }
            document["expires"] = .integer(issued.milliseconds + minutes * 60_000)
        case .inventsExpiry:
            guard document["expires"] == nil else { return answer }
            document["expires"] = .integer(issued.milliseconds + 60_000)
        case .takesSeconds:
            guard let expiry = document["expires"]?.integer else { return answer }
            document["expires"] = .integer(expiry * 1000)
        case .expiresAtOnce: document["expires"] = .integer(issued.milliseconds + 1000)
        }
        var changed = answer
        changed.body = document.bytes()
        return changed
    }
}

/// Sends a token request again where the answer is no token and no refusal either.
struct RetryingTokenRequests: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard request.isGenerate, answer.document == nil else { return answer }
        return try await wire.send(request)
    }
}

/// Sends something different with every request.
final class Counting: WireFault {
    private let count = Locked(0)
    private let change: @Sendable (HTTPRequest, Int) -> HTTPRequest

    init(_ change: @escaping @Sendable (HTTPRequest, Int) -> HTTPRequest) { self.change = change }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return try await wire.send(change(request, number))
    }
}

/// Changes an answer to a request of some kind.
struct MisreadingAnswers: WireFault {
    let change: @Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse

    init(_ change: @escaping @Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse) { self.change = change }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        change(request, try await wire.send(request))
    }
}
