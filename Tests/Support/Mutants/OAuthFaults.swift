internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalTransport

extension HTTPRequest {
    /// Whether it goes to an OAuth token endpoint.
    var isGrant: Bool { path.hasSuffix("/oauth2/token") || path.hasSuffix("/token") && form.contains("grant_type=") }

    var isRevocation: Bool { path.hasSuffix("/revokeToken") }

    /// Whether it asks for tokens with this grant.
    func isGrant(_ type: String) -> Bool { isGrant && field("grant_type") == type }

    /// The form without some fields.
    func withoutFields(_ names: String...) -> HTTPRequest {
        with { request in
            let kept = form.split(separator: "&").filter { pair in
                !names.contains(String(pair.prefix { $0 != "=" }))
            }
            request.body = Array(kept.joined(separator: "&").utf8)
        }
    }

    /// The form with a field in the place of its own of that name.
    func settingField(_ name: String, _ value: String) -> HTTPRequest {
        guard field(name) != nil else { return self }
        return withoutFields(name).with { $0.body = ($0.body ?? []) + "&\(name)=\(value)".utf8 }
    }
}

extension HTTPRequest {
    /// As a client that identifies itself as RFC 6749 §2.3.1 prefers.
    var withSecretAsBasic: HTTPRequest {
        guard isGrant, let client = field("client_id"), let secret = field("client_secret") else { return self }
        return withoutFields("client_secret").with {
            $0.headers.append(HeaderField("Authorization", "Basic " + Base64.encode(Array("\(client):\(secret)".utf8))))
        }
    }
}

/// Sends a grant that was refused once more.
struct ResendRefusedGrant: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard request.isGrant, answer.document?["access_token"] == nil else { return answer }
        return try await wire.send(request)
    }
}

/// Takes the last token that came for the one that a refresh would bring.
final class NeverRefreshing: WireFault {
    private let last = Locked<HTTPResponse?>(nil)

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        if request.isGrant("refresh_token") || request.isGrant("client_credentials"), let kept = last.withLock({ $0 }) {
            return kept
        }
        let answer = try await wire.send(request)
        if request.isGrant, answer.document?["access_token"] != nil { last.withLock { $0 = answer } }
        return answer
    }
}

/// Says that something was revoked without asking anybody.
struct ForgettingRevocations: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        request.isRevocation ? .json("{\"success\":true}") : try await wire.send(request)
    }
}

/// Signs every request with the first token of all.
final class KeepingToken: WireFault {
    private let first = Locked<String?>(nil)

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard let own = request.headers.first(named: "X-Esri-Authorization") else {
            return try await wire.send(request)
        }
        let kept = first.withLock { first in
            first = first ?? own
            return first ?? own
        }
        return try await wire.send(request.replacing("X-Esri-Authorization", by: kept))
    }
}
