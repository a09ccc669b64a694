extension Journal.Request {
    /// Whether a browser asks for a sign-in page (RFC 6749 §3.1).
    var isAuthorization: Bool { operation.hasSuffix("/authorize") && !isBetweenSites }

    /// Whether a browser carries it between the portal and an identity provider: nothing of it is the client's.
    var isBetweenSites: Bool {
        operation.hasPrefix("provider/") || operation.hasPrefix("oauth2/saml/") || operation.hasPrefix("oauth2/oidc/")
    }

    /// Whether the body goes to an OAuth token endpoint (RFC 6749 §3.2); `generateToken` is none.
    var isTokenEndpoint: Bool { operation.hasSuffix("/token") }

    /// Whether the body asks to revoke a token (RFC 7009 §2.1).
    var isRevocation: Bool { operation.hasSuffix("/revokeToken") }

    /// Whether the body is a sign-in page's form, which a browser sends.
    var isSignInForm: Bool { operation.hasSuffix("/signin") }

    /// Whether a browser asks for a page on the way of signing in or out: the sign-in page and its form, where an out-of-band code
    /// is shown (Esri/arcgis-python-api gis/_impl/_con/_token.py), the sign-out page, and what identity providers send back.
    var isPageOfSignIn: Bool {
        isAuthorization || isSignInForm || isBetweenSites || operation.hasSuffix("/approval")
            || operation.hasSuffix("/signout") || operation.hasSuffix("/logout")
    }

    /// A field of the form, decoded; nil where there is none.
    func formValue(_ name: String) -> String? { formFields.first { $0.name == name }?.value }

    /// A field of the query, decoded; nil where there is none.
    func queryValue(_ name: String) -> String? { queryFields.first { $0.name == name }?.value }

    /// A parameter of an authorization, which may also be a form (RFC 6749 §3.1); nil where there is none.
    func authorizationValue(_ name: String) -> String? { queryValue(name) ?? formValue(name) }

    /// Whether an authorization is the one that an identity-aware proxy itself sends everybody to.
    var isProxysOwn: Bool {
        operation == "identity/authorize" && authorizationValue("state") == nil
            && authorizationValue("code_challenge") == nil
    }
}

extension Evidence {
    /// The code verifiers that clients made up and sent (RFC 7636 §4.5): those that no canary names
    /// stand in the journal.
    ///
    /// One that is longer than ``CodeVerifier/longestSearched`` is none: it is masked by the name of its field alone.
    var verifiers: [Canary] {
        var found: [Canary] = []
        var known = Set(canaries.map(\.value))
        for request in journal.requests where request.isTokenEndpoint {
            guard let text = request.formValue("code_verifier"), !text.isEmpty,
                text.utf8.count <= CodeVerifier.longestSearched, known.insert(text).inserted
            else { continue }
            found.append(
                Canary(
                    name: "verifier#\(found.count + 1)", kind: .codeVerifier, value: text, origins: [request.origin]))
        }
        return found
    }
}
