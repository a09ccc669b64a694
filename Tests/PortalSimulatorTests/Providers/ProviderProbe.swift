import HTTPSemantics
import JSONValues
import PortalJudge
import TLSIdentity

@testable import PortalSimulator

/// A portal and its identity provider without sockets, and a browser between them that keeps cookies and sends forms on.
final class ProviderProbe {
    var oauth: OAuthProbe
    static let origin = "https://127.0.0.2:9443"
    /// Cookies by origin.
    var cookies: [String: [String: String]] = [:]
    /// Every address that the browser was at, with the method, and the reasons of what was refused.
    private(set) var visits: [String] = []
    /// Everything that was sent to the provider's host: targets and forms.
    private(set) var sentToProvider: [String] = []
    private(set) var refusals: [String] = []

    /// The preset `oauth` with a provider at the host that the probe knows; `speaks` is `saml` or `oidc`.
    init(_ speaks: String = "saml", provider: JSONValue = [:], _ overlay: JSONValue = [:]) throws {
        let name = speaks == "oidc" ? "openIDConnect" : "saml"
        let own: JSONValue = [
            "hosts": ["other": ["serves": "provider"]],
            "identityProviders": [
                "other": Blueprint.merge(["speaks": .string(name), "key": "p256"], provider)
            ],
        ]
        oauth = try OAuthProbe("oauth", Blueprint.merge(own, overlay))
    }

    var site: PortalSite { oauth.probe.site }
    var time: Int64 {
        get { oauth.probe.time }
        set { oauth.probe.time = newValue }
    }

    func password(of user: String) -> String {
        site.providerAccounts.first { $0.username == user }?.password.reveal { $0 } ?? ""
    }

    /// What the browser shows at last: an address of the app's, or a page.
    struct View {
        let address: String
        let outcome: SiteProbe.Outcome?
        var page: String { outcome?.text ?? "" }
    }

    /// Opens an address and goes wherever it leads; a page that sends its form is sent on, as its script does.
    func open(_ address: String, form: [(String, String)]? = nil) -> View {
        var address = address
        var form = form
        for _ in 0..<20 {
            guard address.hasPrefix("https://localhost:8443") || address.hasPrefix(Self.origin) else {
                return View(address: address, outcome: nil)
            }
            let outcome = send(address, form: form)
            if let location = outcome.header("Location") {
                address = location.hasPrefix("/") ? Self.originPart(address) + location : location
                form = nil
            } else if outcome.text.contains("document.forms[0].submit()") {
                form = Self.fields(outcome.text)
                address = Self.attribute("action", after: "<form", in: outcome.text) ?? ""
            } else {
                return View(address: address, outcome: outcome)
            }
        }
        return View(address: address, outcome: nil)
    }

    /// One request with the cookies of its origin.
    func send(_ address: String, form: [(String, String)]? = nil) -> SiteProbe.Outcome {
        let origin = Self.originPart(address)
        var probe = oauth.probe
        probe.listener = ListenerFacts(
            name: origin == Self.origin ? "other" : "portal", origin: SiteProbe.origin(origin))
        let known = cookies[origin, default: [:]].sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let headers = known.isEmpty ? [] : [("Cookie", known.joined(separator: "; "))]
        let text = form.map { OAuthProbe.form($0.map { ($0.0, Optional($0.1)) }) }
        let target = String(address.dropFirst(origin.count))
        visits.append("\(text == nil ? "GET" : "POST") \(origin)\(target.prefix { $0 != "?" })")
        if origin == Self.origin { sentToProvider.append("\(target) \(text ?? "")") }
        let outcome = probe.send(text == nil ? "GET" : "POST", target, headers: headers, form: text)
        refusals += outcome.answer.notes.decisions.filter { !$0.passed }.map { "\($0.gate): \($0.reason)" }
        for field in outcome.answer.prepared.headers where field.isNamed("Set-Cookie") {
            let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            cookies[origin, default: [:]][String(pair[0])] = pair.count > 1 ? String(pair[1]) : nil
        }
        return outcome
    }

    /// The portal's page, with the changes of an authorization.
    func begin(_ changes: OAuthProbe.Parameters = []) -> View {
        let usual: OAuthProbe.Parameters = [
            ("client_id", OAuthProbe.client), ("response_type", "code"), ("redirect_uri", OAuthProbe.redirect),
            ("state", "S 1"), ("code_challenge", OAuthProbe.challenge), ("code_challenge_method", "S256"),
        ]
        return open("https://localhost:8443/portal/sharing/rest/oauth2/authorize?\(OAuthProbe.form(usual + changes))")
    }

    /// Follows the link to the provider on the portal's page.
    func choose(_ view: View) -> View {
        let link = Self.attribute("href", after: "<a ", in: view.page) ?? "/no-link"
        return open(Self.originPart(view.address) + link)
    }

    /// Sends the form of a page, with values in some fields.
    func submit(_ view: View, _ values: [(String, String)]) -> View {
        let action = Self.attribute("action", after: "<form", in: view.page) ?? "/no-form"
        let hidden = Self.fields(view.page).filter { field in !values.contains { $0.0 == field.0 } }
        return open(Self.originPart(view.address) + action, form: hidden + values)
    }

    /// Chooses the provider and signs in there.
    func signIn(_ user: String = "alice", password: String? = nil, _ changes: OAuthProbe.Parameters = []) -> View {
        submit(
            choose(begin(changes)), [("username", user), ("password", password ?? self.password(of: user))])
    }

    static func originPart(_ address: String) -> String {
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/")
    }

    static func attribute(_ name: String, after mark: String, in page: String) -> String? {
        // An empty text is found nowhere.
        guard let start = mark.isEmpty ? page.startIndex : page.firstRange(of: mark)?.upperBound,
            let value = page[start...].firstRange(of: " \(name)=\"")?.upperBound
                ?? page[start...].firstRange(of: "\(name)=\"")?.upperBound
        else { return nil }
        return unescaped(String(page[value...].prefix { $0 != "\"" }))
    }

    /// The hidden fields of a page.
    static func fields(_ page: String) -> [(String, String)] {
        page.components("<input type=\"hidden\"").compactMap { part in
            guard let name = attribute("name", after: "", in: part), let value = attribute("value", after: "", in: part)
            else { return nil }
            return (name, value)
        }
    }

    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}

extension String {
    /// What stands behind each place of a mark, up to the end of the tag.
    fileprivate func components(_ mark: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let found = rest.firstRange(of: mark) {
            rest = rest[found.upperBound...]
            parts.append(String(rest.prefix { $0 != ">" }))
        }
        return parts
    }
}
