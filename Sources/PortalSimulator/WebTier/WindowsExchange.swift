internal import HTTPSemantics
internal import PortalJudge

/// What Negotiate and NTLM judge one request by, and what its connection had of a sign-in before.
struct WindowsExchange {
    let windows: Blueprint.WebAuthentication.Windows
    let memory: WebTierMemory
    /// The accounts that may get in, with their passwords.
    let accounts: [String: Secret<String>]
    let request: WindowsRequest
    /// How far a sign-in had come on the connection, which has forgotten it.
    let pending: WindowsSignIn.Stage?

    /// Remembers how far the sign-in has come.
    func remember(_ stage: WindowsSignIn.Stage) { memory.remember(stage, over: request.memory) }

    /// A judgement of a scheme's credentials.
    func judgement(
        _ scheme: Blueprint.WebAuthentication.Offer.Scheme, _ verdict: Journal.Authorization.Verdict, _ reason: String,
        _ words: Journal.WindowsCredentials
    ) -> HTTPCredentialsJudgement {
        HTTPCredentialsJudgement(
            authorization: .init(scheme: scheme.rawValue.lowercased(), verdict: verdict, windows: words),
            reason: reason)
    }
}
