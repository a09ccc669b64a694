import JSONValues
import Platform
import PortalJudge
import Testing

@testable import PortalSimulator

/// Codes, refresh tokens and their ends.
@Suite struct `Signing in by a code` {
    @Test func `gives a token and a refresh token for the person who signed in`() throws {
        let oauth = try OAuthProbe()
        let page = oauth.authorize()
        #expect(page.status == 200)
        #expect(OAuthProbe.information(page)["client_id"]?.string == "mockportal-app")
        let back = oauth.signIn(page)
        let location = try #require(back.header("Location"))
        #expect(back.status == 302)
        #expect(location.hasPrefix("https://app.test/auth?code="))
        #expect(OAuthProbe.parameter("state", of: location) == "S 1")
        #expect(back.answer.notes.issued == "code#1")
        let answer = oauth.redeem(OAuthProbe.parameter("code", of: location) ?? "")
        #expect(answer.json["expires_in"]?.integer == 1800)
        #expect(answer.json["username"]?.string == "alice")
        #expect(answer.json["ssl"]?.bool == true)
        #expect(answer.json["refresh_token_expires_in"]?.integer == 1_209_600)
        #expect(answer.header("Cache-Control") == "no-store")
        #expect(answer.answer.notes.issued == "token#1")
        #expect(answer.answer.notes.alsoIssued == ["refresh#1"])
        #expect(
            answer.answer.notes.grant
                == .init(type: "authorization_code", client: "mockportal-app", presented: "code#1"))
        #expect(oauth.user(of: answer.accessToken) == "alice")
        let again = oauth.refresh(answer.refreshToken)
        #expect(again.answer.notes.issued == "token#2" && again.json["refresh_token"] == nil, "\(again.text)")
        #expect(oauth.user(of: again.accessToken) == "alice")
        let other = oauth.refresh(answer.refreshToken, grant: "exchange_refresh_token")
        #expect(other.answer.notes.alsoIssued == ["refresh#2"], "\(other.text)")
        #expect(oauth.user(of: other.accessToken) == "alice")
        #expect(oauth.user(of: again.accessToken) == nil, "what the old refresh token gave ends with it")
        #expect(oauth.refresh(answer.refreshToken).refusal == "invalid_grant: Invalid refresh_token")
        #expect(oauth.revoke(other.refreshToken).json == ["success": true])
        #expect(oauth.user(of: other.accessToken) == nil)
    }

    @Test func `gives nothing for a code once the person is let in no more`() throws {
        let oauth = try OAuthProbe()
        let code = oauth.code()
        oauth.probe.site.state.withLock { $0.close("alice") }
        let refused = oauth.redeem(code)
        #expect(refused.refusal == "invalid_grant: Invalid code", "\(refused.text)")
        oauth.probe.site.state.withLock { $0.open("alice") }
        #expect(oauth.user(of: oauth.redeem(code).accessToken) == "alice")
    }
}
