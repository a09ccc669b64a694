internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalTransport

/// Carries something of an earlier exchange to requests that must go without it.
final class Carrying: WireFault {
    enum Load: Sendable {
        /// The token that was sent to the first origin, to every other.
        case token
        /// The token, to every origin that begins as the first one does.
        case prefix
        /// The token, to every address that begins with the letters of the first one's portal.
        case letters
        /// The referer that was sent first, wherever there is none.
        case referer
        /// Every cookie that anybody sets, to everybody.
        case cookies
        /// Every cookie that an origin sets, to that origin for ever.
        case ownCookies
        /// The address of the last request, as the referer of the next.
        case lastURL
    }
    private let load: Load
    private let known = Locked<(origin: Origin, root: String, value: String)?>(nil)

    init(_ load: Load) { self.load = load }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard let origin = Origin(ofURL: request.url) else { return try await wire.send(request) }
        let seen = known.withLock { $0 }
        var changed = request
        switch (load, seen) {
        case (.token, let seen?) where seen.origin != origin:
            changed.headers.append(HeaderField("X-Esri-Authorization", "Bearer \(seen.value)"))
        case (.prefix, let seen?) where seen.origin != origin && origin.host.hasPrefix(seen.origin.host):
            changed.headers.append(HeaderField("X-Esri-Authorization", "Bearer \(seen.value)"))
        case (.letters, let seen?) where request.url.hasPrefix(seen.root) && request.portalRoot != seen.root:
            changed = request.withoutToken.with {
                $0.headers.append(HeaderField("X-Esri-Authorization", "Bearer \(seen.value)"))
            }
        case (.ownCookies, let seen?) where seen.origin == origin:
            changed.headers.append(HeaderField("Cookie", seen.value))
        case (.referer, let seen?) where request.headers.first(named: "Referer") == nil:
            changed.headers.append(HeaderField("Referer", seen.value))
        case (.cookies, let seen?): changed.headers.append(HeaderField("Cookie", seen.value))
        case (.lastURL, let seen?):
            changed = changed.without("Referer").with { $0.headers.append(HeaderField("Referer", seen.value)) }
        default: break
        }
        let answer = try await wire.send(changed)
        if let value = value(of: request, answer) {
            known.withLock { if $0 == nil || load.isNewest { $0 = (origin, request.portalRoot, value) } }
        }
        return answer
    }

    private func value(of request: HTTPRequest, _ answer: HTTPResponse) -> String? {
        switch load {
        case .token, .prefix, .letters: request.tokenText
        case .referer: request.headers.first(named: "Referer")
        case .cookies, .ownCookies: answer.headers.first(named: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }
        case .lastURL: request.url
        }
    }
}

extension HTTPRequest {
    /// The address of the portal or server that it is for: what stands before `/sharing` or `/rest`.
    fileprivate var portalRoot: String {
        let end = ["/sharing/", "/rest/"].compactMap { bare.firstRange(of: $0)?.lowerBound }.min()
        return String(bare[..<(end ?? bare.endIndex)])
    }
}

extension Carrying.Load {
    fileprivate var isNewest: Bool { if case .lastURL = self { true } else { false } }
}

/// Follows redirects itself, in a way that they must not be followed.
struct FollowingRedirects: WireFault {
    enum Way: Sendable {
        /// Sends the same request to the target, whatever it holds and wherever that is.
        case reposts
        /// Goes from https to http.
        case downgrades
        /// Sends everything that it has to the target.
        case blindly
        /// Sends everything that it has to every target, where the first of them is at home.
        case onceAtHome
        /// Knows no end.
        case forEver
        /// Takes user information out of a target, and any scheme for one that it knows.
        case unfit
        /// Asks the target with GET, without what it meant to send.
        case withoutForm
    }
    let way: Way

    init(_ way: Way) { self.way = way }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        var answer = try await wire.send(request)
        var left = way.hops
        if case .onceAtHome = way {
            guard let first = answer.headers.first(named: "Location"),
                Origin(ofURL: first) == Origin(ofURL: request.url)
            else { return answer }
        }
        while left > 0, (300..<400).contains(answer.status), let location = answer.headers.first(named: "Location") {
            guard let next = next(request, location) else { return answer }
            guard next.url.hasPrefix("http") else { return .json("{}") }
            answer = try await wire.send(next)
            left -= 1
        }
        // The client around this one would follow what is still a redirect, so often again each time.
        return way == .forEver && left == 0 ? .json("{}") : answer
    }

    private func next(_ request: HTTPRequest, _ location: String) -> HTTPRequest? {
        switch way {
        case .reposts where request.method == "POST", .blindly, .onceAtHome, .forEver:
            return request.with { $0.url = location }
        case .downgrades where location.hasPrefix("http:"): return request.with { $0.url = location }
        case .withoutForm where request.method == "POST":
            guard let own = Origin(ofURL: request.url), Origin(ofURL: location) == own else { return nil }
            return request.with {
                $0.url = location
                $0.method = "GET"
                $0.body = nil
                $0.headers.removeAll { $0.isNamed("Content-Type") || $0.isNamed("Content-Length") }
            }
        case .unfit:
            let parts = location.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, location.hasPrefix("https:"), let own = Origin(ofURL: request.url) else {
                return request.with { $0.url = "other:" }
            }
            return request.with { $0.url = "\(own)/\(parts[3])" }
        default: return nil
        }
    }
}

extension FollowingRedirects.Way {
    /// How many redirects it follows.
    fileprivate var hops: Int {
        switch self {
        case .forEver: 30
        case .onceAtHome: 10
        default: 1
        }
    }
}

/// Hands the portal's token to the owner that a server claims.
final class BelievingOwners: WireFault {
    private let token = Locked<String?>(nil)

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        if let text = request.tokenText { token.withLock { $0 = text } }
        let answer = try await wire.send(request)
        guard answer.envelopeCode == 499, let question = request.discovery, let token = token.withLock({ $0 }) else {
            return answer
        }
        let info = try await wire.send(question)
        guard let owner = info.document?["owningSystemUrl"]?.string else { return answer }
        let exchange = HTTPRequest(
            method: "POST", url: owner + "/sharing/rest/generateToken",
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
            body: Array("request=getToken&f=json&token=\(token)".utf8))
        _ = try await wire.send(exchange)
        return answer
    }
}
