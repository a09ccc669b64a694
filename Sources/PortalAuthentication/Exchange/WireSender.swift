internal import HTTPSemantics
internal import PortalTransport

/// Sends a request and follows its redirects, each signed in to the web tier of its own origin and sent again by itself
/// where that may help; it knows nothing of tokens' meaning.
package struct WireSender: Sendable {
    let context: any ExchangeContext
    var challenges: ChallengePolicy = .ask
    /// Whether an identity-aware proxy may stand before what is asked.
    var isBehindProxy = true
    private var core: ClientCore { context.core }

    package init(
        context: any ExchangeContext, challenges: ChallengePolicy = .ask, isBehindProxy: Bool = true
    ) {
        self.context = context
        self.challenges = challenges
        self.isBehindProxy = isBehindProxy
    }

    /// The last answer; throws `signedOut` before anything goes out after a sign-out, counted from an epoch or from now.
    package func send(_ request: WireRequest, epoch: Int? = nil) async throws(PortalError) -> WireAnswer {
        var request = request
        var redirects = 0
        let epoch = epoch ?? context.epoch
        let sender = RetrySender(context: context, challenges: challenges, epoch: epoch)
        var pass = context.proxyPass(challenges: challenges, epoch: epoch)
        if isBehindProxy { try await pass.begin(at: request.url) }
        while true {
            request.idToken = pass.idToken(for: request.url)
            let response = try await sender.exchange(request)
            if isBehindProxy, try await pass.isToBeRepeated(after: response, to: request.url) { continue }
            guard let next = try RedirectRule.next(after: response, to: request, passwords: core.sentPasswords.all)
            else {
                return WireAnswer(
                    response: response, url: request.url, carriedToken: request.carriesToken,
                    idToken: request.idToken)
            }
            redirects += 1
            guard redirects <= core.policy.maxRedirects else {
                throw PortalError(
                    .tooManyRedirects, url: request.url, detail: "more than \(core.policy.maxRedirects) redirects")
            }
            core.events.emit(
                .redirected(from: request.url.withoutQuery, to: next.url.withoutQuery, status: response.status))
            pass.follow(from: request.url, to: next.url)
            request = next
        }
    }
}
