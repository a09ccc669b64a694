/// Has a person open the sign-in page anywhere, and paste back where it led to, or the code that it shows.
///
/// It is for machines without a browser, for `urn:ietf:wg:oauth:2.0:oob`, and for redirect URIs that lead to an app or a web site.
public struct PastedAgent: AuthorizationAgent {
    /// What a person is asked.
    public struct Question: Sendable {
        /// The sign-in page.
        public let address: HTTPURL
        /// Where it will lead to.
        public let redirectURI: RedirectURI
        /// What was wrong with the last answer, as a sentence; nil at first.
        public let complaint: String?

        /// What to paste, as a sentence.
        public var instruction: String {
            redirectURI.kind == .outOfBand
                ? "Open the address, sign in, and paste the code that the page shows at the end."
                : "Open the address, sign in, and paste the whole address that the browser ends at; it begins with \(redirectURI)."
        }
    }
    /// Shows the question and reads the answer; nil where the person gives up. A cancelled task has to end it.
    public typealias Asking = @Sendable (Question) async throws -> String?

    private let ask: Asking

    /// Prepares sign-ins that are carried on by hand.
    public init(ask: @escaping Asking) { self.ask = ask }

    /// Asks until something fits that was pasted, for as long as the request's patience lasts on the environment's clock.
    ///
    /// Throws `cancelled` where the person gives up, and `authorizationTimedOut`.
    public func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        let redirectURI = request.redirectURI
        let address = request.url(redirectingTo: redirectURI)
        let reader = PastedAnswer(
            redirectURI: redirectURI, signIn: address, state: try AuthorizationCallback.state(of: address))
        let ask = ask
        let callback = try await AuthorizationTimeout.limiting(request) { group in
            group.addTask {
                var complaint: String?
                while true {
                    try Task.checkCancellation()
                    let question = Question(address: address, redirectURI: redirectURI, complaint: complaint)
                    guard let text = try await ask(question) else {
                        try Task.checkCancellation()
                        throw PortalError(.cancelled, detail: "nothing was pasted, so no user signed in")
                    }
                    switch reader.read(text) {
                    case .callback(let callback): return callback
                    case .complaint(let words): complaint = words
                    }
                }
            }
        }
        return AuthorizationResponse(redirectURI: redirectURI, callback: callback)
    }
}
