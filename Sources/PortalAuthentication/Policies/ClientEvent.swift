public import HTTPSemantics

/// Something that a client did or noticed; it holds no secret.
public enum ClientEvent: Sendable, Hashable {
    /// A request goes out; the URL has no query.
    case request(id: Int, method: String, url: String, carriesToken: Bool)
    /// An answer came.
    case response(id: Int, status: Int)
    /// No answer came.
    case noResponse(id: Int, code: PortalError.Code)
    /// A redirect is followed.
    case redirected(from: String, to: String, status: Int)
    /// A request is sent again: after a renewal, with another carrier or with new credentials.
    case replay(url: String, reason: ReplayReason)
    /// A request is sent again after a broken wire or a busy server, once so long has been waited (rule R21).
    case retrying(url: String, attempt: Int, after: Duration, cause: PortalError.Code)
    /// A handler is asked; `kind` is `token`, `oAuthOrToken`, `tokenServiceConsent(…)`, `serverTrust`, `clientCertificate`,
    /// `negotiate`, `digest`, `ntlm` or `basic`.
    case challenge(id: Int, kind: String, host: String, failures: Int)
    /// A request waits for the answer to a challenge that another one has brought about.
    case challengeJoined(url: String)
    /// A handler answered: `credential`, `withoutCredential`, `cancel`, `consent`, `rejectProtectionSpace` or `threw`.
    case disposition(id: Int, answer: String)
    /// A first token was issued.
    case tokenAcquired(ServerContext, expires: Timestamp?)
    /// A token was replaced by a new one without asking anybody.
    case tokenRenewed(ServerContext, expires: Timestamp?)
    /// What a credential holds has changed and should be kept: a first or another token, a rotated refresh token.
    case credentialUpdated(ServerContext)
    /// Another user is signed in than before; tokens of servers that were got for the other one are dropped.
    case userChanged(ServerContext)
    /// A sign-in has taken the place of another one, whose refresh token is not revoked and stays good until it expires.
    case signInReplaced(ServerContext)
    /// OAuth tokens are forgotten that were not revoked and stay good until they expire (rule R24): the stores were cleared, or what came
    /// too late for that could not be called in.
    case clearedWithoutRevoking(count: Int)
    /// What a persistent store holds could not be written down and is tried again with its next change.
    case storeNotSaved(name: String, PortalError.Code)
    /// Something in a persistent store is of a kind that is not known here; it stays there unread.
    case storedCredentialNotRead(kind: String)
    /// A renewal failed.
    case tokenRenewalFailed(ServerContext, PortalError.Code)
    /// The same user name and password were refused before and were not sent again (rule R12).
    case refusedCredentialsNotSent(ServerContext)
    /// A resource asked for a token and nothing was sent, while a user is signed in to portals under other addresses: the
    /// contexts that the store holds credentials for. A portal has one address for its credentials, however many names it has.
    case credentialScopeMismatch(url: String, held: [ServerContext])
    /// The server does not describe its security; the usual token service is tried (rule R4).
    case discoveryFallback(url: String)
    /// A host that is trusted whatever it shows has shown another certificate.
    case certificateChanged(Origin, previous: String, current: String)
    /// An identity whose certificate has expired is about to be offered.
    case identityExpired(subject: String)
    /// A plain request is sent over TLS (rule R20).
    case upgradedToTLS(url: String)
    /// A layer could not be loaded while a web map was opened and is left out, since no delegate could say otherwise.
    case layerSkipped(id: String, PortalError.Code)
    /// An object's loading went on; the name is `portal`, `item`, `webMap`, `layer`, `map` …
    case loadStatus(of: String, LoadStatus, code: PortalError.Code?)
    /// Both stores were emptied.
    case signedOut

    /// Why a request was sent again.
    public enum ReplayReason: Sendable, Hashable {
        case renewedToken
        case otherCarrier
        case newCredential
        case trustGranted
        /// With a user name and password for the web tier.
        case httpCredential
        /// With a new nonce, since the last one was stale (RFC 7616 §3.3).
        case newNonce
        /// Over a new connection with a client certificate, or with the decision to send none.
        case identityChosen
    }
}

/// How far an object has come.
public enum LoadStatus: Sendable, Hashable {
    case notLoaded
    case loading
    case loaded
    case failed
}
