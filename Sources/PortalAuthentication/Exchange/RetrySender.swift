internal import HTTPSemantics
internal import PortalTransport

/// Sends one request to one origin, again after a broken wire or from a busy server; a ``RetryFlow`` decides (rule R21).
struct RetrySender: Sendable {
    let context: any ExchangeContext
    let challenges: ChallengePolicy
    /// The sign-out before which the request began, whatever redirect it follows by now.
    let epoch: Int
    private var core: ClientCore { context.core }

    /// The last answer, or the last failure where none came; throws `signedOut` where the user signs out during a wait.
    func exchange(_ request: WireRequest) async throws(PortalError) -> HTTPResponse {
        let web = WebTierSender(context: context, challenges: challenges, epoch: epoch)
        var flow = RetryFlow(
            policy: core.policy.retry, nature: request.nature, hasOtherWay: request.hasOtherWay)
        while true {
            let delay: Duration
            let cause: PortalError.Code
            do throws(PortalError) {
                let response = try await web.exchange(request)
                guard
                    let wait = flow.wait(after: response, now: core.time.now(), unit: core.random.unit())
                else { return response }
                delay = wait
                cause = response.status == 429 ? .rateLimited : .http
            } catch {
                guard let broken = error.underlying as? TransportError,
                    let wait = flow.wait(after: broken, unit: core.random.unit())
                else { throw error }
                delay = wait
                cause = error.code
            }
            try context.requireCurrent(epoch, url: request.url)
            core.events.emit(
                .retrying(url: request.url.withoutQuery, attempt: flow.tries, after: delay, cause: cause))
            try await context.pause(for: delay, epoch: epoch, url: request.url)
        }
    }
}
