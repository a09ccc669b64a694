extension FindingGuide {
    /// Why the portal refused: one for each ``Journal/Cause``.
    static let refusals = Journal.Cause.allCases.map { cause in
        let (meaning, advice, source) = refusal(cause)
        return FindingGuide("refused.\(cause.rawValue)", meaning, advice: advice, source: source)
    }

    private static let generateToken = "developers.arcgis.com/rest › Generate Token"
    private static let carriers = "developers.arcgis.com › HTTP authorization headers"

    private static func refusal(_ cause: Journal.Cause) -> (meaning: String, advice: String, source: String) {
        switch cause {
        case .tokenMissing, .tokenCarrier, .tokenExpired, .tokenRevoked, .tokenUnknown, .tokenReferer, .tokenAddress,
            .tokenScope,
            .tokenExchange, .tokenBinding:
            token(cause)
        case .passwordMissing:
            (
                "The portal refused a token request: its form lacks the user name or the password.",
                "Send username and password as form fields of one POST, percent-encoded.", generateToken
            )
        case .passwordWrong:
            (
                "The portal refused a user name and password that are not the account's.",
                "Send both exactly as they were typed, encoded once as UTF-8; user names keep their case.",
                "\(generateToken); WHATWG URL Standard, application/x-www-form-urlencoded"
            )
        case .accountLocked:
            (
                "The portal refused even the right password: too many wrong ones came before.",
                "Stop at the first refusal and ask the user; never send a refused password again.",
                "enterprise.arcgis.com › Configure the built-in store"
            )
        case .secretInQuery:
            (
                "The portal refused a request because a password or secret stands in its query.",
                "Move it into the form of the POST.", "\(generateToken); RFC 6749 §2.3.1"
            )
        case .method:
            (
                "The portal refused a request because its operation takes another method.",
                "Send it as a POST with its parameters in a form, also after a redirect (307, 308) and on a replay.",
                "\(generateToken); RFC 6749 §3.2"
            )
        case .plainHTTP:
            (
                "The portal refused a request that came without TLS.",
                "Use the https address, and take it over for everything that follows.",
                "\(generateToken); RFC 6749 §3.2"
            )
        case .path:
            (
                "Nothing is at the address that was asked for: its path is not one of the portal's.",
                "Put the portal's context before /sharing/rest, keep the case of paths, and escape each segment once.",
                "developers.arcgis.com/rest › Get started; RFC 3986 §6.2.2.1"
            )
        case .host:
            (
                "The host that was asked does not serve this operation.",
                "Take the address from what the server says of itself (authInfo, owningSystemUrl), and use it as it stands.",
                "developers.arcgis.com/rest › Server Info"
            )
        case .body:
            (
                "The portal refused a request because its body cannot be read.",
                "Name the body's media type, encode it as that type says, and send parameters without a file name.",
                "RFC 7578 §4; RFC 9110 §8.3"
            )
        case .format:
            (
                "The answer was a page for people: the request named no format.",
                "Send f=json with every request to the REST interface.", "developers.arcgis.com › Common parameters (f)"
            )
        default: other(cause)
        }
    }

    private static func token(_ cause: Journal.Cause) -> (meaning: String, advice: String, source: String) {
        switch cause {
        case .tokenCarrier:
            (
                "The portal found no token: one came in a place where it does not look.",
                "Send it in X-Esri-Authorization first, and try the next documented place once where it is not found.",
                carriers
            )
        case .tokenExpired:
            (
                "The portal refused a token that has expired.",
                "Renew a token before its expiry, which the answer tells in milliseconds, or once when it is refused.",
                generateToken
            )
        case .tokenRevoked:
            (
                "The portal refused a token that was revoked or replaced.",
                "Ask for a new token once, and repeat the request with it.",
                "developers.arcgis.com/rest › Revoke Token"
            )
        case .tokenUnknown:
            (
                "The portal refused a token that it never issued.",
                "Send the token as it was received: not cut, not decoded, percent-encoded once in forms and queries.",
                "\(carriers); RFC 3986 §2.1"
            )
        case .tokenReferer:
            (
                "The portal refused a token that is bound to a referer which the request does not name.",
                "Send the same Referer header with the token request and with every request that carries the token.",
                "\(generateToken) (client=referer)"
            )
        case .tokenAddress:
            (
                "The portal refused a token that is bound to another address than the client's.",
                "Ask with client=requestip, or with client=referer where requests take several ways.",
                "\(generateToken) (client=ip)"
            )
        case .tokenScope:
            (
                "The portal refused a token that was issued for something else.",
                "Keep tokens by portal and server, and exchange a portal's token for one of the federated server.",
                "developers.arcgis.com › Access secure services; \(generateToken) (serverUrl)"
            )
        case .tokenExchange:
            (
                "The portal refused to exchange a token for one of a server.",
                "Send a token that is good and the URL of a server that is federated with this portal.",
                "\(generateToken) (serverUrl)"
            )
        case .tokenBinding:
            (
                "The portal refused a token request because of its client, referer or ip.",
                "Send client=referer with a referer, client=ip with an ip, or client=requestip alone.", generateToken
            )
        default:
            (
                "The portal refused a request that needs a token and carries none.",
                "Sign in first, and send the token with every request to what is secured.", carriers
            )
        }
    }

    private static func other(_ cause: Journal.Cause) -> (meaning: String, advice: String, source: String) {
        switch cause {
        case .credentialsMissing:
            (
                "The web tier refused a request that carries no credentials.",
                "Answer the challenge of the 401 with the user's credentials, on the connection or a new one.",
                "RFC 9110 §11.6.1"
            )
        case .credentialsWrong:
            (
                "The web tier refused credentials that are not the account's.",
                "Take user name and password as they were typed, and reckon Digest from exactly these bytes.",
                "RFC 7617 §2; RFC 7616 §3.4"
            )
        case .credentialsMalformed:
            (
                "The web tier refused credentials that lack something which their scheme demands.",
                "Repeat realm, nonce, opaque and algorithm as they came, and add qop, nc and cnonce.",
                "RFC 7616 §3.4"
            )
        case .credentialsUnasked:
            (
                "The web tier refused credentials of a scheme, algorithm or realm that it did not offer.",
                "Choose a challenge from WWW-Authenticate, the strongest that is known, and answer that one.",
                "RFC 9110 §11.6.1; RFC 7616 §3.7"
            )
        case .digestResponse:
            (
                "The web tier refused a Digest response that is made of the right password in another way than the standard's.",
                "Take each word of A1 and A2 as it is sent, hash method and uri of the very request, and write small digits.",
                "RFC 7616 §3.4.1–§3.4.3"
            )
        case .digestURI:
            (
                "The web tier refused a Digest answer whose uri is not the target of its request.",
                "Write into uri the request target, path and query, exactly as it stands in the request line.",
                "RFC 7616 §3.4 (uri), §3.4.6"
            )
        case .digestCount:
            (
                "The web tier refused a nonce that came twice with one count, or with the count zero.",
                "Begin nc with 00000001 for each nonce and raise it with every request.", "RFC 7616 §3.4 (nc)"
            )
        case .credentialsConnection:
            (
                "The web tier refused the second leg of a sign-in whose first leg came over another connection.",
                "Send all legs of a Negotiate or NTLM sign-in over one connection, and begin anew where it was closed.",
                "RFC 4559 §6; MS-NTHT §3.1"
            )
        case .credentialsReplayed:
            (
                "The web tier refused a Kerberos token that had signed in before.",
                "Make a new token for each request; the ticket in it may be the same.", "RFC 4120 §3.2.3; RFC 4559 §5"
            )
        case .credentialsVersion:
            (
                "The web tier refused an LM or NTLMv1 response.",
                "Answer with NTLMv2 only, and refuse a challenge that has no target information.",
                "MS-NLMP §3.3.2, §3.1.5.1.2"
            )
        case .channelBinding:
            (
                "The web tier refused a sign-in that is not bound to this TLS channel.",
                "Add tls-server-end-point, made of the certificate that this connection has shown.",
                "RFC 5929 §4; MS-NLMP §2.2.2.1 (MsvAvChannelBindings)"
            )
        case .certificateMissing:
            (
                "The server refused a connection on which no client certificate was shown.",
                "Show the certificate that was chosen for this host when the handshake asks for one.",
                "RFC 8446 §4.4.2"
            )
        case .certificateRefused:
            (
                "The server refused the client certificate.",
                "Choose a certificate that is in date and whose issuer is among those that the server names.",
                "RFC 8446 §4.4.2.3; RFC 5280 §6"
            )
        case .identityToken:
            (
                "The identity-aware proxy refused a request without an ID token that is good.",
                "Sign in at the proxy's authority and send its ID token as Authorization: Bearer.",
                "OpenID Connect Core 1.0 §3.1; RFC 6750 §2.1"
            )
        case .application:
            (
                "The portal refused a client_id that is registered for no application.",
                "Send the client_id of the registered application, unchanged.", "RFC 6749 §2.2"
            )
        case .applicationSecret:
            (
                "The portal refused a client secret that is missing or another one.",
                "Send the application's own client_secret in the form, and none for an application without.",
                "RFC 6749 §2.3.1"
            )
        case .redirectURI:
            (
                "The portal refused a redirect URI that is missing, not registered or another than before.",
                "Send the registered redirect_uri, byte by byte the same in both requests.", "RFC 6749 §3.1.2, §4.1.3"
            )
        case .code:
            (
                "The portal refused an authorization code that is used, expired, unknown or another application's.",
                "Redeem each code once, at once, and decoded once from the redirect.", "RFC 6749 §4.1.2, §4.1.3"
            )
        case .verifier:
            (
                "The portal refused a code verifier that does not belong to the challenge.",
                "Keep the verifier of this very sign-in; the challenge is its SHA-256 in base64url without padding.",
                "RFC 7636 §4.1, §4.2, §4.6"
            )
        case .challenge:
            (
                "The portal refused an authorization request because of its code challenge.",
                "Send code_challenge of 43 characters with code_challenge_method=S256.", "RFC 7636 §4.2, §4.3"
            )
        case .assertion:
            (
                "The portal refused what an identity provider says of a user, or the provider refused the portal's request.",
                "Let the browser carry the provider's answer to the portal unchanged, once and at once.",
                "SAML 2.0 Profiles §4.1.4; OpenID Connect Core 1.0 §3.1.3.7"
            )
        case .refreshToken:
            (
                "The portal refused a refresh token that has expired, was revoked or is another application's.",
                "Keep the newest refresh token with its application, and sign in anew where it is refused.",
                "RFC 6749 §6"
            )
        default:
            (
                "The portal refused a request of OAuth because a parameter is missing, doubled or means nothing.",
                "Send each parameter of the grant once, with a value that the document names.", "RFC 6749 §3.1, §3.2"
            )
        }
    }
}
