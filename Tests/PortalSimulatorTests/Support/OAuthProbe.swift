import HTTPSemantics
import JSONValues

@testable import PortalSimulator

/// A portal without sockets that people and applications sign in to.
struct OAuthProbe {
    static let client = "mockportal-app"
    static let redirect = "https://app.test/auth"
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    /// RFC 7636 Appendix B.
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    var probe: SiteProbe

    init(
        _ preset: String = "oauth", _ overlay: JSONValue = [:], limits: ResourceLimits = ResourceLimits()
    ) throws { probe = try SiteProbe(preset, overlay, limits: limits) }

    typealias Parameters = [(String, String?)]

    /// Joins parameters, of which those without a value are left out.
    static func form(_ parameters: Parameters) -> String {
        parameters.compactMap { name, value in value.map { "\(name)=\(PercentEncoding.encode($0))" } }
            .joined(separator: "&")
    }

    /// Asks for the sign-in page; parameters replace or complete the usual ones, and nil takes one away.
    func authorize(_ changes: Parameters = [], headers: [(String, String)] = []) -> SiteProbe.Outcome {
        let usual: Parameters = [
            ("client_id", Self.client), ("response_type", "code"), ("redirect_uri", Self.redirect), ("state", "S 1"),
            ("code_challenge", Self.challenge), ("code_challenge_method", "S256"),
        ]
        let kept = usual.filter { name, _ in !changes.contains { $0.0 == name } }
        return probe.send(
            "GET", "/portal/sharing/rest/oauth2/authorize?\(Self.form(kept + changes))", headers: headers)
    }

    /// What the first line with braces of a page holds.
    static func information(_ page: SiteProbe.Outcome) -> JSONValue {
        let line = page.text.split(separator: "\n").first { $0.contains("{") } ?? ""
        guard let start = line.firstIndex(of: "{"), let end = line.lastIndex(of: "}") else { return .null }
        return (try? JSONValue(parsing: String(line[start...end]))) ?? .null
    }

    /// Sends the page's form.
    func signIn(
        _ page: SiteProbe.Outcome, as user: String = "alice", password: String? = nil, _ more: Parameters = [],
        headers: [(String, String)] = []
    ) -> SiteProbe.Outcome {
        let state = Self.information(page)["oauth_state"]?.string
        return probe.send(
            "POST", "/portal/sharing/rest/oauth2/signin", headers: headers,
            form: Self.form(
                [
                    ("oauth_state", state), ("username", user), ("password", password ?? probe.password(of: user)),
                ] + more))
    }

    /// Signs in and gives the code.
    func code(_ changes: Parameters = [], as user: String = "alice") -> String {
        Self.parameter("code", of: signIn(authorize(changes), as: user).header("Location") ?? "") ?? "no code"
    }

    /// A parameter of a redirect's query or fragment, decoded.
    static func parameter(_ name: String, of location: String) -> String? {
        guard let mark = location.firstIndex(where: { "?#".contains($0) }) else { return nil }
        return FormParameters(Array(location[location.index(after: mark)...].utf8))[name]
    }

    /// Asks for tokens; without `f`, as strict OAuth clients do.
    func token(_ parameters: Parameters) -> SiteProbe.Outcome {
        let usual: Parameters = [("client_id", Self.client)]
        let kept = usual.filter { name, _ in !parameters.contains { $0.0 == name } }
        return probe.send("POST", "/portal/sharing/rest/oauth2/token", form: Self.form(kept + parameters))
    }

    /// Redeems a code.
    func redeem(_ code: String, _ changes: Parameters = []) -> SiteProbe.Outcome {
        let usual: Parameters = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", Self.redirect),
            ("code_verifier", Self.verifier),
        ]
        return token(usual.filter { name, _ in !changes.contains { $0.0 == name } } + changes)
    }

    func refresh(_ token: String, grant: String = "refresh_token", _ more: Parameters = []) -> SiteProbe.Outcome {
        self.token([("grant_type", grant), ("refresh_token", token), ("redirect_uri", Self.redirect)] + more)
    }

    func revoke(_ token: String, client: String = OAuthProbe.client) -> SiteProbe.Outcome {
        probe.send(
            "POST", "/portal/sharing/rest/oauth2/revokeToken",
            form: Self.form([("auth_token", token), ("client_id", client), ("f", "json")]))
    }

    /// Who a token is.
    func user(of token: String?) -> String? { probe.get("community/self", token: token).json["username"]?.string }
}

extension SiteProbe.Outcome {
    /// The token of an answer.
    var accessToken: String { json["access_token"]?.string ?? "no token in \(text)" }
    var refreshToken: String { json["refresh_token"]?.string ?? "no refresh token in \(text)" }
    /// Word and description of a refusal.
    var refusal: String { "\(error?["error"]?.string ?? "-"): \(error?["error_description"]?.string ?? "-")" }
}
