import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `Challenges` {
    /// A handler that signs in with passwords in order and repeats the last one.
    private func answer(_ stage: Stage, with passwords: String...) {
        stage.handle { challenge in
            let password = passwords[min(challenge.previousFailureCount, passwords.count - 1)]
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(password)))
        }
    }

    private func ask(_ stage: Stage) async -> PortalError? {
        await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
    }

    private func passwords(_ stage: Stage) -> [String?] {
        stage.transport.sent.filter { $0.method == "POST" }.map { $0.form["password"] }
    }

    @Test func `count a wrong password and go on with the right one`() async throws {
        let stage = Stage()
        answer(stage, with: "wrong", Stage.password)
        #expect(await ask(stage) == nil)
        #expect(stage.challenges == ["token,0", "token,1"])
        #expect(
            stage.transport.lines == [
                "GET \(Traffic.server)", "GET \(Traffic.info)", "POST \(Traffic.token)", "POST \(Traffic.token)",
                "GET \(Traffic.server) +tok1",
            ])
    }

    @Test func `end after five wrong passwords`() async throws {
        let stage = Stage()
        answer(stage, with: "1", "2", "3", "4", "5", "6")
        #expect(await ask(stage)?.code == .invalidCredentials)
        #expect(stage.challenges == (0..<5).map { "token,\($0)" })
        #expect(passwords(stage) == ["1", "2", "3", "4", "5"])
    }

    @Test func `never send a refused password twice`() async throws {
        let stage = Stage()
        answer(stage, with: "wrong")
        #expect(await ask(stage)?.code == .invalidCredentials)
        #expect(stage.challenges.count == 5 && passwords(stage) == ["wrong"])
    }

    @Test func `do not count empty fields, and do not go on for ever`() async throws {
        let stage = Stage()
        answer(stage, with: "")
        #expect(await ask(stage)?.code == .emptyCredentials)
        #expect(stage.challenges == Array(repeating: "token,0", count: 5))
        #expect(passwords(stage).isEmpty)
    }

    @Test func `stop when the account is locked`() async throws {
        let stage = Stage()
        stage.portal.can(
            "/generateToken",
            .json([
                "error": [
                    "code": 400, "message": "Unable to generate token.",
                    "details": ["Too many invalid attempts. Please try again later."],
                ]
            ]))
        answer(stage, with: "wrong")
        #expect(await ask(stage)?.code == .accountLocked)
        #expect(stage.challenges.count == 1)
    }

    @Test(arguments: [
        (HTTPResponse.text("busy", status: 503), PortalError.Code.http), (.text("<html>login"), .unexpectedContent),
        (.text("{\"a\":", type: "application/json"), .malformedJSON), (.text(""), .emptyBody),
    ])
    func `do not take a token service in trouble for a wrong password`(
        _ answerOfService: HTTPResponse, _ code: PortalError.Code
    ) async throws {
        let stage = Stage()
        stage.portal.can("/generateToken", answerOfService)
        answer(stage, with: Stage.password)
        #expect(await ask(stage)?.code == code)
        #expect(stage.challenges.count == 1 && passwords(stage).count == 1)
    }

    struct Boom: Error {}

    @Test func `that are answered without a credential fail with the original error`() async throws {
        let stage = Stage()
        stage.handle { _ in .withoutCredential }
        let error = await ask(stage)
        #expect(error?.code == .tokenRequired && error?.serviceCode == 499)
    }

    @Test func `that are cancelled fail as cancelled`() async throws {
        let stage = Stage()
        stage.handle { _ in .cancel }
        #expect(await ask(stage)?.code == .cancelled)
        #expect(stage.transport.sent.count == 1 && stage.environment.credentials.credentials.isEmpty)
    }

    @Test func `whose handler throws end with what it threw`() async throws {
        let stage = Stage()
        stage.handle { _ in throw Boom() }
        let error = await ask(stage)
        #expect(error?.code == .handlerFailed && error?.underlying is Boom)
        #expect(stage.challenges.count == 5)
    }

    @Test func `are not issued where they are suppressed`() async throws {
        let stage = Stage()
        stage.handle { _ in .cancel }
        let error = await failure { () throws(PortalError) in
            try await stage.environment.request(ArcGISRequest(try HTTPURL(Traffic.server), challenges: .suppress))
        }
        #expect(error?.code == .tokenRequired && stage.challenges.isEmpty)
    }

    @Test func `replace an expired token that could not be renewed`() async throws {
        let stage = Stage()
        answer(stage, with: Stage.password)
        let token = TokenInfo(accessToken: Secret("old"))
        stage.environment.credentials.add(
            try PregeneratedTokenCredential(url: try HTTPURL(Traffic.server), tokenInfo: token))
        #expect(await ask(stage) == nil)
        #expect(stage.challenges == ["token,0"])
        #expect(
            stage.transport.lines == [
                "GET \(Traffic.server) +old", "GET \(Traffic.info)", "POST \(Traffic.token)",
                "GET \(Traffic.server) +tok1",
            ])
        #expect(stage.environment.credentials.credentials.count == 1)
    }

    @Test func `count a renewal that was refused`() async throws {
        let stage = Stage()
        answer(stage, with: "unused", "new")
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        #expect(await ask(stage) == nil)
        stage.portal.change { state in
            state.passwords["alice"] = "new"
            state.live = []
        }
        #expect(await ask(stage) == nil)
        #expect(stage.challenges == ["token,1"])
        #expect(passwords(stage) == [Stage.password, Stage.password, "new"])
    }

    @Test func `are raised for a stranger who is denied an item`() async throws {
        let stage = Stage()
        let error = await failure { () throws(PortalError) in
            try await stage.ask("https://h.test/portal/sharing/rest/content/items/private")
        }
        #expect(
            error?.code == .authenticationRequired && error?.messageCode == "GWM_0003"
                && error?.isAuthenticationError == true)
    }

    @Test func `let a handler send requests to the same place`() async throws {
        let stage = Stage()
        stage.handle { challenge in
            let nested = await failure { () throws(PortalError) in
                try await challenge.environment.request(ArcGISRequest(challenge.requestURL, challenges: .suppress))
            }
            #expect(nested?.code == .tokenRequired)
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        #expect(await ask(stage) == nil)
    }
}
