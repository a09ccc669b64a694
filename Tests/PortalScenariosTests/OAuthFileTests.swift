import JSONValues
import PortalScenarios
import ScenarioFormat
import Testing

@Suite struct `Scenario files of signing in` {
    private func scenario(environment: String, step: String) throws -> Scenario {
        let text = """
            title: A title
            catalogue: O01
            environment: \(environment)
            client:
              - \(step)
            expect:
              wire: any
            """
        return try Scenario(parsing: text, id: "family/name", source: "family/name.yaml")
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var environment = "{}"
        var step = "connect: {}"
        let keyPath: String
        var suggestion: String?
    }

    @Test(arguments: [
        Mistake(
            testDescription: "unknown key of an application", environment: "{ oauth: [{ clientID: app }] }",
            keyPath: "environment.oauth[0].clientID", suggestion: "client"),
        Mistake(
            testDescription: "life that is no duration", environment: "{ oauth: [{ lifetime: maximal }] }",
            keyPath: "environment.oauth[0].lifetime"),
        Mistake(
            testDescription: "unknown way of keeping", environment: "{ store: passphrse }",
            keyPath: "environment.store.key", suggestion: "passphrase"),
        Mistake(
            testDescription: "unknown thing to hear", environment: "{ hears: [stores] }",
            keyPath: "environment.hears[0]",
            suggestion: "store"),
        Mistake(
            testDescription: "unknown key of an API key", environment: "{ apiKey: { nam: weather } }",
            keyPath: "environment.apiKey.nam", suggestion: "name"),
        Mistake(
            testDescription: "unknown act in the browser", step: "answers: [{ oauth: { as: alice, browser: denie } }]",
            keyPath: "client[0].answers[0].oauth.browser", suggestion: "deny"),
        Mistake(
            testDescription: "no user who signs in", step: "answers: [{ oauth: { browser: deny } }]",
            keyPath: "client[0].answers[0].oauth.as"),
        Mistake(
            testDescription: "another answer without a browser", step: "answers: [{ otherwise: cancel }]",
            keyPath: "client[0].answers[0].oauth"),
        Mistake(
            testDescription: "another answer that comes twice",
            step: "answers: [{ oauth: alice, otherwise: { credential: alice, times: 2 } }]",
            keyPath: "client[0].answers[0].otherwise"),
        Mistake(
            testDescription: "unknown way back", step: "signIn: { as: alice, way: listner }",
            keyPath: "client[0].signIn.way", suggestion: "listener"),
        Mistake(
            testDescription: "unknown secret", step: "application: { secret: worng }",
            keyPath: "client[0].application.secret", suggestion: "wrong"),
        Mistake(
            testDescription: "damage that is not named", step: "damageStore: { file: network }",
            keyPath: "client[0].damageStore.how"),
        Mistake(
            testDescription: "unknown damage", step: "damageStore: { how: flipp }",
            keyPath: "client[0].damageStore.how",
            suggestion: "flip"),
        Mistake(
            testDescription: "unknown argument of a restart", step: "restart: { kill: true }",
            keyPath: "client[0].restart.kill", suggestion: "killed"),
        Mistake(
            testDescription: "argument of what has none", step: "revokeTokens: { as: alice }",
            keyPath: "client[0].revokeTokens.as"),
    ])
    func `that cannot be read name the place and what is near`(_ mistake: Mistake) throws {
        let error = try #require(throws: DocumentError.self) {
            _ = try scenario(environment: mistake.environment, step: mistake.step).runs()
        }
        #expect(error.keyPath == mistake.keyPath)
        #expect(error.suggestion == mistake.suggestion)
    }

    @Test(arguments: [
        (
            "{ oauth: [{}, { portal: \"{{host:other}}\", client: app, redirect: \"https://app.test/\", lifetime: 10m }] }",
            "connect: {}"
        ),
        ("{ apiKey: weather, hears: [store, credentialUpdated], store: { key: keyFile, is: wrong } }", "connect: {}"),
        (
            "{}",
            "answers: [{ oauth: alice, otherwise: { credential: alice }, until: { joined: 4 } }, { oauth: { as: alice, browser: never, way: paste } }]"
        ),
        ("{}", "restart: { killed: true }"), ("{}", "openStores: {}"),
        ("{}", "openStores: { key: keyFile, is: wrong }"),
        ("{}", "request: { service: Traffic, key: weather }"), ("{}", "removeCredential: {}"),
    ])
    func `can be read`(_ row: (environment: String, step: String)) throws {
        #expect(try scenario(environment: row.environment, step: row.step).runs().count == 1)
    }
}

@Suite struct `Pages that a scripted browser reads` {
    private static let page = """
        <!DOCTYPE html><html><head><title>Sign In</title><script>
        var oAuthInfo = {"oauth_state":"OPAQUE"};
        </script></head><body>
        <form action="/search"><input name="q"></form>
        <FORM method=post action="/sharing/oauth2/signin?a=1&amp;b=2">
        <input type="hidden" name="oauth_state" value="a&quot;b &lt;c&gt;">
        <input name=username value='old'><input type="password" name="password" required>
        <input type="submit" value="Sign in"><button type="submit" name="cancel" value="true" formnovalidate>Cancel</button>
        </FORM></body></html>
        """

    @Test func `are read by the form that has a password`() throws {
        let form = try #require(PageForm(page: Self.page))
        #expect(form.action == "/sharing/oauth2/signin?a=1&b=2")
        #expect(form.fields.map(\.name) == ["oauth_state", "username", "password"])
        #expect(form.fields.first?.value == "a\"b <c>")
    }

    @Test func `are filled in and sent without the button that gives up`() throws {
        let form = try #require(PageForm(page: Self.page))
        let sent = form.signingIn(username: "alice", password: "p&=")
        #expect(sent.map(\.0) == ["oauth_state", "username", "password"])
        #expect(sent.map(\.1) == ["a\"b <c>", "alice", "p&="])
    }

    @Test func `are given up by their own button`() throws {
        let form = try #require(PageForm(page: Self.page))
        let sent = try #require(form.cancelling)
        #expect(sent.last?.0 == "cancel")
        #expect(sent.last?.1 == "true")
    }

    @Test(arguments: [
        "", "<form>", "<form action=x><input name=user></form>", "<input type=password>", "<form><input type=password",
        "<form <form <form",
    ])
    func `that have no such form are none`(_ page: String) {
        #expect(PageForm(page: page) == nil)
    }

    @Test func `without a button to give up cannot be given up`() throws {
        let form = try #require(PageForm(page: "<form><input type=password name=p></form>"))
        #expect(form.cancelling == nil)
        #expect(form.action.isEmpty)
    }

    @Test func `show their code by its field`() {
        let page = "<label for=\"code\">Code</label><input id=\"code\" value=\"a&amp;b\" readonly>"
        #expect(PageForm.value(ofInput: "code", in: page) == "a&b")
        #expect(PageForm.value(ofInput: "other", in: page) == nil)
    }
}
