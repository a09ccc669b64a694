extension Journal {
    /// What a client did that made a gate refuse its request, in a closed vocabulary.
    ///
    /// Only refusals that a client can be the cause of have one: not those that a blueprint prescribes, that an app's user has no
    /// right, or that a nonce has grown old.
    package enum Cause: String, Sendable, Codable, Hashable, CaseIterable {
        // Tokens.
        /// Its resource needs a token, and none came.
        case tokenMissing = "token-missing"
        /// One came, in a place where none is looked for.
        case tokenCarrier = "token-carrier"
        case tokenExpired = "token-expired"
        /// It was revoked or replaced.
        case tokenRevoked = "token-revoked"
        /// This portal never issued it: it was cut off, or its escapes were lost.
        case tokenUnknown = "token-unknown"
        /// It is bound to a referer that the request does not name.
        case tokenReferer = "token-referer"
        /// It is bound to another address than the client's.
        case tokenAddress = "token-address"
        /// It was issued for something else.
        case tokenScope = "token-scope"
        /// It cannot be exchanged as the request asks.
        case tokenExchange = "token-exchange"
        /// `client`, `referer` or `ip` of a token request cannot be used.
        case tokenBinding = "token-binding"

        // Passwords.
        case passwordMissing = "password-missing"
        case passwordWrong = "password-wrong"
        case accountLocked = "account-locked"

        // How it was sent.
        /// A secret came in the query.
        case secretInQuery = "secret-in-query"
        /// The operation takes another method.
        case method
        /// The operation takes TLS only.
        case plainHTTP = "plain-http"
        /// Nothing is there.
        case path
        /// Another host serves this.
        case host
        /// The body, or a part of it, cannot be read.
        case body
        /// The request names no format, so that its answer is a page for people.
        case format

        // The web tier.
        /// The web tier asks for credentials, and none came.
        case credentialsMissing = "credentials-missing"
        case credentialsWrong = "credentials-wrong"
        /// They cannot be read, or lack what their scheme demands.
        case credentialsMalformed = "credentials-malformed"
        /// Their scheme, algorithm or realm is not the one that is asked for.
        case credentialsUnasked = "credentials-unasked"
        /// The `response` of a Digest answer is made of the right password, and not as the standard has it.
        case digestResponse = "digest-response"
        /// The `uri` of a Digest answer is not the target of its request.
        case digestURI = "digest-uri"
        /// A nonce came with a count that it had before.
        case digestCount = "digest-count"
        /// An exchange over several legs began on another connection (RFC 4559 §6).
        case credentialsConnection = "credentials-connection"
        /// A Kerberos token came that had signed in before (RFC 4120 §3.2.3).
        case credentialsReplayed = "credentials-replayed"
        /// An NTLM response of a version that is too old (MS-NLMP §3.3.1).
        case credentialsVersion = "credentials-version"
        /// They are not bound to this TLS channel, or to another one (RFC 5929).
        case channelBinding = "channel-binding"
        case certificateMissing = "certificate-missing"
        case certificateRefused = "certificate-refused"
        /// An identity-aware proxy wants an ID token that is good.
        case identityToken = "identity-token"

        // OAuth.
        case application
        case applicationSecret = "application-secret"
        case redirectURI = "redirect-uri"
        case code
        case verifier
        /// The proof key of an authorization request.
        case challenge
        case refreshToken = "refresh-token"
        /// What an identity provider says of a user is not good, or the portal's request to it is not.
        case assertion
        /// A parameter is missing, came twice or has a value that means nothing.
        case parameter
    }
}
