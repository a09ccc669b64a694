internal import HTTPSemantics
internal import Platform
internal import PortalTransport

/// Reads another challenge out of a 401 than the server wrote.
struct MisreadingChallenges: WireFault {
    let change: @Sendable ([Challenge]) -> [Challenge]

    init(_ change: @escaping @Sendable ([Challenge]) -> [Challenge]) { self.change = change }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        var answer = try await wire.send(request)
        guard answer.status == 401 else { return answer }
        let challenges = change(Challenge.challenges(in: answer.headers.filter { $0.isNamed("WWW-Authenticate") }))
        answer.headers.removeAll { $0.isNamed("WWW-Authenticate") }
        answer.headers += challenges.map { HeaderField("WWW-Authenticate", $0.description) }
        return answer
    }
}

/// Sends refused HTTP credentials once more.
struct ResendRefusedLogin: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard request.httpCredentials != nil, answer.status == 401 else { return answer }
        return try await wire.send(request)
    }
}

/// Keeps what one request carried and sends it with others.
final class KeepingCredentials: WireFault {
    enum Reach: Sendable {
        /// Every later request to the same origin carries the first Digest answer.
        case replaysDigest
        /// Every later request to the same origin carries the first credentials.
        case keepsFirst
        /// Requests to other origins carry them too.
        case spreads
        /// Requests to other ports of the same host carry them too.
        case spreadsOnHost
    }
    private let reach: Reach
    private let first = Locked<[Origin: String]>([:])

    init(_ reach: Reach) { self.reach = reach }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard let origin = Origin(ofURL: request.url) else { return try await wire.send(request) }
        let own = request.httpCredentials
        let known = first.withLock { first in
            if let own, first[origin] == nil { first[origin] = own }
            return first
        }
        switch reach {
        case .replaysDigest, .keepsFirst:
            guard own != nil, let kept = known[origin] else { return try await wire.send(request) }
            return try await wire.send(request.replacing("Authorization", by: kept))
        case .spreads, .spreadsOnHost:
            let isMeant: (Origin) -> Bool = { known in
                known != origin && (self.reach == .spreads || known.host == origin.host)
            }
            guard own == nil, let foreign = known.first(where: { isMeant($0.key) })?.value else {
                return try await wire.send(request)
            }
            return try await wire.send(request.with { $0.headers.append(HeaderField("Authorization", foreign)) })
        }
    }
}

/// Takes every realm of an origin for its first one.
final class OneRealm: WireFault {
    private let realm = Locked<String?>(nil)

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        try await MisreadingChallenges { challenges in
            challenges.map { challenge in
                let first = self.realm.withLock { known in
                    known = known ?? challenge.realm
                    return known
                }
                return challenge.replacing("realm", by: first ?? "")
            }
        }.send(request, over: wire)
    }
}

extension HTTPRequest {
    /// The value of its HTTP credentials, a bearer token apart.
    var httpCredentials: String? {
        headers.first(named: "Authorization").flatMap { $0.lowercased().hasPrefix("bearer ") ? nil : $0 }
    }

    /// The request without HTTP credentials, where it has some.
    var bareFirst: HTTPRequest? { httpCredentials == nil ? nil : without("Authorization") }

    func changingCredentials(_ change: (String) -> String) -> HTTPRequest {
        guard let value = httpCredentials else { return self }
        return replacing("Authorization", by: change(value))
    }

    /// As a client that writes base 64 in the alphabet for URLs (RFC 4648 §5).
    var withBasicForURLs: HTTPRequest {
        changingCredentials { value in
            guard value.hasPrefix("Basic ") else { return value }
            return value.replacing("+", with: "-").replacing("/", with: "_")
        }
    }

    func changingDigest(_ change: ([Challenge.Parameter]) -> [Challenge.Parameter]) -> HTTPRequest {
        changingCredentials { value in
            guard let digest = Authorization(fieldValue: value), digest.method == .digest else { return value }
            return Authorization(scheme: digest.scheme, parameters: change(digest.parameters)).fieldValue
        }
    }

    /// As a client that sends the token in the place of the web tier's credentials.
    var withTokenInAuthorization: HTTPRequest {
        guard let token = headers.first(named: "X-Esri-Authorization"), httpCredentials != nil else { return self }
        return without("X-Esri-Authorization").replacing("Authorization", by: token)
    }

    /// As a client that knows only letters and digits.
    var withMangledBasic: HTTPRequest {
        changingCredentials { value in
            guard value.hasPrefix("Basic ") else { return value }
            let pair = Base64.decode(value.dropFirst("Basic ".count)) ?? []
            let user = pair.prefix { $0 != UInt8(ascii: ":") }
            let password = pair.dropFirst(user.count + 1).map { byte in
                Character(UnicodeScalar(byte)).isLetter && byte < 0x80 ? byte : UInt8(ascii: "?")
            }
            return "Basic " + Base64.encode(user + [UInt8(ascii: ":")] + password)
        }
    }
}

extension HTTPResponse {
    /// A bare 401 that is taken for a question for Basic.
    var asBasicChallenge: HTTPResponse {
        guard status == 401, headers.first(named: "WWW-Authenticate") == nil else { return self }
        var copy = self
        copy.headers.append(HeaderField("WWW-Authenticate", "Basic realm=\"portal\""))
        return copy
    }

    func without(_ name: String) -> HTTPResponse {
        var copy = self
        copy.headers.removeAll { $0.isNamed(name) }
        return copy
    }
}

extension Challenge {
    func replacing(_ name: String, by value: String) -> Challenge {
        guard token68 == nil else { return self }
        return Challenge(
            scheme: scheme,
            parameters: parameters.map {
                $0.name.lowercased() == name ? Parameter($0.name, value, isQuoted: $0.isQuoted) : $0
            })
    }

    /// The challenge as one that wants the body protected, where it would take that.
    var preferringProtection: Challenge {
        self["qop"]?.contains("auth-int") == true ? replacing("qop", by: "auth-int") : self
    }
}

extension [Challenge.Parameter] {
    /// The words with a nonce count in decimal digits.
    var countingInDecimal: Self {
        guard let count = first(where: { $0.name == "nc" }).flatMap({ NonceCount($0.value) }) else { return self }
        let digits = String(count.value)
        return replacing("nc", by: String(repeating: "0", count: 8 - digits.count) + digits)
    }

    /// The words with a target that is decoded.
    var withDecodedTarget: Self {
        guard let target = first(where: { $0.name == "uri" }) else { return self }
        return replacing("uri", by: PercentEncoding.decodeText(target.value))
    }

    func replacing(_ name: String, by value: String) -> [Challenge.Parameter] {
        map { $0.name == name ? Challenge.Parameter($0.name, value, isQuoted: $0.isQuoted) : $0 }
    }
}
