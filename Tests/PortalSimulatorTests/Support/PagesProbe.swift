import HTTPSemantics

@testable import PortalSimulator

/// A person with a browser at a portal without sockets.
struct PagesProbe {
    let probe: SiteProbe

    init(_ probe: SiteProbe) { self.probe = probe }

    struct NoCookie: Error {
        let answer: String
    }

    /// Sends the sign-in form of the portal or of the server.
    func send(
        _ user: String, password: String? = nil, onServer: Bool = false, redirect: String = "",
        headers: [(String, String)] = [("Origin", "https://localhost:8443")]
    ) -> SiteProbe.Outcome {
        let password = PercentEncoding.encode(password ?? probe.password(of: user))
        return probe.send(
            "POST", onServer ? "/server/rest/login" : "/portal/home/signin.html", headers: headers,
            form: "username=\(user)&password=\(password)&redirect=\(PercentEncoding.encode(redirect))")
    }

    /// Signs in and gives what the browser sends from then on.
    func signIn(_ user: String, onServer: Bool = false) throws -> String {
        let outcome = send(user, onServer: onServer)
        guard let cookie = outcome.header("Set-Cookie") else { throw NoCookie(answer: outcome.text) }
        return String(cookie.prefix { $0 != ";" })
    }
}
