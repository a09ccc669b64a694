/// The portal's cookie by which it knows the browser that began a sign-in at a provider.
///
/// An answer of the provider counts in that browser alone: an attacker could send a user's browser an answer of the attacker's own
/// sign-in (RFC 6749 §10.12), or use one that was taken from a user's (saml-profiles §4.1.4.3; SAML bindings §3.5.5.2).
enum BrowserMark {
    private static let name = "sign_in_browser"

    /// What the browser brings; nil where it brings none.
    static func text(_ request: EndpointRequest) -> String? {
        CookieHeader.value(of: name, in: request.cookie).map(String.init)
    }

    /// The value of `Set-Cookie`; a form that the provider's page sends brings it along (RFC 6265bis §5.6.7.1).
    static func header(_ text: String, _ request: EndpointRequest) -> String {
        let path = "\(request.site.addresses.context)/sharing/rest/oauth2"
        return "\(name)=\(text); Path=\(path); Secure; HttpOnly; SameSite=None"
    }

    /// Why an answer does not count in this browser; nil where it does.
    static func refusal(_ request: EndpointRequest, began browser: String) -> (reason: String, message: String)? {
        let brought = text(request)
        guard brought != browser else { return nil }
        let what = brought == nil ? "the cookie \(name) is not there" : "the cookie \(name) is another one"
        return (
            "the sign-in began in another browser: \(what)",
            "This sign-in began in another browser. Go back to the app and try again."
        )
    }
}
