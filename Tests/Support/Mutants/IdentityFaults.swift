internal import HTTPSemantics
internal import Platform
internal import PortalScenarios
internal import PortalTransport
internal import TLSIdentity

/// Offers another identity than the client decided.
final class ChangingIdentity: WireFault {
    enum Change: Sendable {
        /// None at all.
        case offersNone
        /// The one that was offered to an origin first, whatever is chosen later.
        case keepsFirst
        /// The one that was chosen for one origin, to every other one too.
        case spreads
        /// The one that was chosen for one origin, to every other port of its host too.
        case spreadsOnHost
        /// One that was not chosen.
        case anyway(ClientIdentity?)
    }
    private let change: Change
    private let first = Locked<[Origin: ClientIdentity]>([:])

    init(_ change: Change) { self.change = change }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        var request = request
        request.identity = offer(for: request)
        return try await wire.send(request)
    }

    private func offer(for request: HTTPRequest) -> IdentityOffer {
        guard let origin = Origin(ofURL: request.url) else { return request.identity }
        let known = first.withLock { first in
            if case .identity(let own) = request.identity, first[origin] == nil { first[origin] = own }
            return first
        }
        switch (change, request.identity) {
        case (.offersNone, .identity): return .none
        case (.keepsFirst, .identity): return known[origin].map { .identity($0) } ?? .none
        case (.spreads, .none), (.spreads, .undecided):
            guard let other = known.first?.value else { return request.identity }
            return .identity(other)
        case (.spreadsOnHost, .none), (.spreadsOnHost, .undecided):
            guard let other = known.first(where: { $0.key.host == origin.host })?.value else { return request.identity }
            return .identity(other)
        case (.anyway(let identity?), .none), (.anyway(let identity?), .undecided): return .identity(identity)
        default: return request.identity
        }
    }
}

/// Takes what a server says of the client's certificate for something else.
struct MisreadingRefusal: WireFault {
    enum Change: Sendable {
        /// A reset, after which the request is sent again.
        case reset
        /// A fault of the server's certificate.
        case serverTrust
        /// A refusal by a server that accepts any issuer.
        case anyIssuer
    }
    private let change: Change

    init(_ change: Change) { self.change = change }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        do {
            var answer = try await wire.send(request)
            if change == .anyIssuer, let asked = answer.certificateRequest {
                answer.certificateRequest = ClientCertificateRequest(
                    acceptableIssuers: [], wasAnswered: asked.wasAnswered)
            }
            return answer
        } catch {
            guard let failure = error.clientCertificate else { throw error }
            let isRefusal = error.code != .clientCertificateRequested
            switch change {
            case .reset where isRefusal:
                _ = try? await wire.send(request)
                throw TransportError(.connectionLost, url: error.url, detail: "connection reset by peer")
            case .serverTrust where isRefusal:
                throw TransportError(
                    .serverTrust, url: error.url, detail: "the server's certificate has expired",
                    serverTrust: ServerTrustFailure(origin: failure.origin, defects: [.expired], chain: []))
            case .anyIssuer:
                throw TransportError(
                    error.code, url: error.url, detail: error.detail,
                    clientCertificate: ClientCertificateFailure(
                        origin: failure.origin, cause: failure.cause, identity: failure.identity,
                        alert: failure.alert))
            default: throw error
            }
        }
    }
}

/// Writes the key of an identity that it offers into the log.
struct LeakKey: WireFault {
    let facts: WireFacts

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        if case .identity(let identity) = request.identity { facts.write(identity.keyPEM.expanded) }
        return try await wire.send(request)
    }
}
