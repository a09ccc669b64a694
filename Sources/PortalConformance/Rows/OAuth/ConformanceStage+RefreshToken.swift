internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication

extension RowClient {
    /// A sign-in of an earlier run whose access token has run out, so that only its refresh token is left.
    func restoredSignIn(of application: ConformanceProfile.Application?) -> OAuthUserCredential? {
        guard let application, let refresh = application.refreshToken else { return nil }
        let past = JSONValue.integer(1_000_000_000_000)
        let document: JSONValue = [
            "application": [
                "portal": .string(portal.root.description), "clientID": .string(application.clientID),
                "redirectURI": .string(application.redirectURI),
            ],
            "session": [
                "current": ["token": "expired-before-this-run", "expires": past, "renewal": past, "requiresTLS": true],
                "redirectURI": .string(application.redirectURI),
                "refresh": [
                    "token": .string(refresh.reveal { $0 }), "issued": .integer(SystemTimeSource().now().milliseconds),
                ],
            ],
        ]
        return try? OAuthUserCredential.restored(from: document, in: environment)
    }
}
