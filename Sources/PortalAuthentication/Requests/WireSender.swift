internal import HTTPAuthentication
internal import PortalTransport

/// Sends a request and follows its redirects, each signed in to the web tier of its own origin; it knows nothing of tokens' meaning.
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
        let web = WebTierSender(manager: manager, challenges: challenges)
        while true {
            let response = try await web.exchange(request)
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
}
