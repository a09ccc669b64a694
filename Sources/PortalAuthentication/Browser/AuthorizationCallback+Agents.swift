internal import HTTPSemantics

// What the agents look at before they hand an answer on, so that a stranger's is waited past and a slip is asked about again.

extension AuthorizationCallback {
    /// Whether it is the answer of a sign-in page: a code or an error, not both.
    var isAnswer: Bool { (self["code"] == nil) != (self["error"] == nil) }

    /// The state in the address of a sign-in page, which its answer has to repeat (RFC 6749 §10.12); throws `invalidArgument` without one.
    static func state(of page: HTTPURL) throws(PortalError) -> String {
        let states = FormURLEncoded.fields(of: page.query ?? "").filter { $0.name == "state" }
        guard states.count == 1, let state = states.first?.value, !state.isEmpty else {
            throw PortalError(
                .invalidArgument, url: page,
                detail: "a sign-in without a state cannot be told from a stranger's; put one into its address")
        }
        return state
    }
}
