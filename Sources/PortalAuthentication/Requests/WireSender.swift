internal import HTTPAuthentication
internal import PortalTransport
internal import TLSIdentity

/// Sends a request, follows its redirects and asks whether an untrusted server may be trusted; it knows nothing of tokens' meaning.
package struct WireSender: Sendable {
    let manager: AuthenticationManager
    var challenges: ChallengePolicy = .ask
    private var core: ClientCore { manager.core }

    package init(manager: AuthenticationManager, challenges: ChallengePolicy = .ask) {
        self.manager = manager
        self.challenges = challenges
    }

    package func send(_ request: WireRequest) async throws(PortalError) -> WireAnswer {
        var request = request
        var redirects = 0
        while true {
            let response = try await exchange(request)
            guard let next = try RedirectRule.next(after: response, to: request) else {
                return WireAnswer(response: response, url: request.url, carriedToken: request.carriesToken)
            }
            redirects += 1
            guard redirects <= core.policy.maxRedirects else {
                throw PortalError(
                    .tooManyRedirects, url: request.url, detail: "more than \(core.policy.maxRedirects) redirects")
            }
            core.events.emit(
                .redirected(from: request.url.withoutQuery, to: next.url.withoutQuery, status: response.status))
            request = next
        }
    }

    /// One request and its answer; an untrusted certificate is asked about and the request sent again where it is granted.
    private func exchange(_ request: WireRequest) async throws(PortalError) -> HTTPResponse {
        for header in request.headers where !header.isWellFormed {
            throw PortalError(
                .invalidArgument, url: request.url, detail: "the header field \(header.name) holds a line break")
        }
        await core.trust.applyOnce()
        var failures = 0
        while true {
            let number = core.nextRequestNumber()
            core.events.emit(
                .request(
                    id: number, method: request.method, url: request.url.withoutQuery,
                    carriesToken: request.carriesToken))
            do {
                let response = try await core.transport.send(
                    HTTPRequest(
                        method: request.method, url: request.url.description, headers: request.headers,
                        body: request.body, limits: core.policy.limits))
                core.events.emit(.response(id: number, status: response.status))
                noteCertificate(of: response, at: request.url.origin)
                return response
            } catch {
                let named = Self.located(PortalError(error), at: request.url)
                core.events.emit(.noResponse(id: number, code: named.code))
                guard let failure = error.serverTrust else { throw named }
                failures = max(
                    failures + 1,
                    try await manager.trust(failure, cause: named, failures: failures, challenges: challenges))
                core.events.emit(.replay(url: request.url.withoutQuery, reason: .trustGranted))
            }
        }
    }

    private func noteCertificate(of response: HTTPResponse, at origin: Origin) {
        guard let leaf = response.peerCertificates.first?.sha256 else { return }
        guard let previous = core.trust.noteShown(leaf, at: origin) else { return }
        core.events.emit(.certificateChanged(origin, previous: previous, current: leaf))
    }

    /// The error with the URL of the request, where it names only the origin.
    private static func located(_ error: PortalError, at url: HTTPURL) -> PortalError {
        var error = error
        error.url = url.withoutQuery
        return error
    }
}
