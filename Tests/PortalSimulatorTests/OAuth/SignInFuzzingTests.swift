import Fuzzing
import JSONValues
import Testing

@testable import PortalSimulator

/// Mutated requests to the endpoints of OAuth.
@Suite struct `Unexpected requests of OAuth` {
    @Test(arguments: 0..<4) func `are answered within the rules`(_ round: Int) throws {
        let oauth = try OAuthProbe("oauth-app")
        let state = OAuthProbe.information(oauth.authorize())["oauth_state"]?.string ?? ""
        let way = "client_id=mockportal-app&redirect_uri=https%3A%2F%2Fapp.test%2Fauth"
        let proof = "code_challenge=\(OAuthProbe.challenge)&code_challenge_method=S256"
        let seeds = [
            "GET /authorize \(way)&response_type=code&state=s&\(proof)",
            "GET /authorize client_id=mockportal-app&response_type=token&redirect_uri=my-ags-app%3A%2F%2Fauth&expiration=-1",
            "GET /authorize client_id=mockportal-app&redirect_uri=http://127.0.0.1:99999/callback&response_type=code",
            "POST /signin oauth_state=\(state)&username=alice&password=x",
            "POST /signin oauth_state=\(state)&cancel=true",
            "POST /token \(way)&grant_type=authorization_code&code=\(oauth.code())&code_verifier=\(OAuthProbe.verifier)",
            "POST /token \(way)&grant_type=exchange_refresh_token&refresh_token=x",
            "POST /token \(way)&grant_type=client_credentials&client_secret=x&expiration=99999999999999999999",
            "POST /revokeToken auth_token=x&client_id=mockportal-app", "GET /signout \(way)",
            "GET /approval code=x&error=%3Cscript%3E", "GET /validateRedirectUri \(way)&f=json",
        ]
        let replay = FuzzReplay(seeds: seeds.map { ($0, Array($0.utf8)) })
        #expect(replay.brokenSeeds { SignInProperties.violation(by: $0, at: oauth.probe) } == [])
        let broken = replay.brokenMutation(round: round, count: 400) {
            SignInProperties.violation(by: $0, at: oauth.probe)
        }
        #expect(broken == nil)
    }
}

/// What holds for every request of OAuth, whatever it is.
enum SignInProperties {
    /// The first property that a request breaks, in words; nil where all hold. Its bytes are method, path and parameters.
    static func violation(by bytes: [UInt8], at probe: SiteProbe) -> String? {
        let words = bytes.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count == 3, let path = String(validating: words[1], as: UTF8.self), path.hasPrefix("/") else {
            return nil
        }
        // What the listener's parser lets through in a target.
        let parameters = String(decoding: words[2].filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
        let target = "/portal/sharing/rest/oauth2" + path.filter { $0 > " " && $0 < "\u{7F}" }
        let isPost = words[0].elementsEqual("POST".utf8)
        let answer =
            isPost ? probe.send("POST", target, form: parameters) : probe.send("GET", "\(target)?\(parameters)")
        guard [200, 302, 405].contains(answer.status) else { return "a status of \(answer.status)" }
        if let location = answer.header("Location") {
            guard location.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                return "a redirect of other characters"
            }
            let ways = [
                "https://app.test/auth", "my-ags-app://auth", "http://127.0.0.1", "http://localhost",
                "https://localhost:8443", "https://www.arcgis.com",
            ]
            guard ways.contains(where: { location.lowercased().hasPrefix($0) }) else {
                return "a redirect to \(location)"
            }
        } else if answer.status == 302 {
            return "a redirect to nowhere"
        }
        let isPage = answer.header("Content-Type")?.hasPrefix("text/html") == true && answer.status == 200
        // Of all pages only those of a sign-in have this policy.
        if isPage, answer.header("Referrer-Policy") != "no-referrer", answer.text.contains("<script") {
            return "a script on a page of the directory"
        } else if isPage, answer.header("Referrer-Policy") == "no-referrer" {
            let scripts = answer.text.split(separator: "<script", omittingEmptySubsequences: false).count - 1
            guard scripts == 1 else { return "a page with \(scripts) scripts" }
            guard OAuthProbe.information(answer) != .null else { return "a page whose first braces hold no object" }
        }
        return nil
    }
}
