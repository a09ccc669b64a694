import Platform
import PretendPortals
import Testing

@testable import PortalAuthentication

struct PastedAgents {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var redirectURI = "my-ags-app://auth"
        let pasted: String
        /// What comes back; nil where it is asked again.
        var callback: String?
        /// What the complaint says.
        var says = ""
    }

    private static let answer = "my-ags-app://auth?code=C0de&state=\(SignInRequest.state)"
    private static let oob = "urn:ietf:wg:oauth:2.0:oob"
    private static let site = "https://app.test/auth"

    private static let cases = [
        Case(testDescription: "the address", pasted: answer, callback: answer),
        Case(testDescription: "blanks around it", pasted: "  \(answer)\r\n", callback: answer),
        Case(
            testDescription: "a slash that the browser added", pasted: answer.replacing("auth?", with: "auth/?"),
            callback: answer.replacing("auth?", with: "auth/?")),
        Case(
            testDescription: "a denial", pasted: "my-ags-app://auth?error=access_denied&state=\(SignInRequest.state)",
            callback: "my-ags-app://auth?error=access_denied&state=\(SignInRequest.state)"),
        Case(
            testDescription: "a web site's", redirectURI: site,
            pasted: "https://APP.test/auth?code=C&state=\(SignInRequest.state)",
            callback: "https://APP.test/auth?code=C&state=\(SignInRequest.state)"),
        Case(
            testDescription: "a listener's on another machine", redirectURI: "http://127.0.0.1:8000/cb",
            pasted: "http://127.0.0.1:8000/cb?state=\(SignInRequest.state)&code=C",
            callback: "http://127.0.0.1:8000/cb?state=\(SignInRequest.state)&code=C"),
        Case(testDescription: "nothing", pasted: " \n", says: "Nothing was pasted"),
        Case(testDescription: "too much", pasted: String(repeating: "x", count: 20_000), says: "too long"),
        Case(testDescription: "the code alone", pasted: "C0de", says: "no address"),
        Case(
            testDescription: "the sign-in page itself",
            pasted: "https://h.test/portal/sharing/rest/oauth2/authorize?client_id=app&state=\(SignInRequest.state)",
            says: "the sign-in page itself"),
        Case(
            testDescription: "another address", pasted: "https://evil.test/auth?code=C&state=\(SignInRequest.state)",
            says: "my-ags-app://auth"),
        Case(
            testDescription: "one that only starts alike", redirectURI: site,
            pasted: "https://app.test/authority?code=C&state=\(SignInRequest.state)", says: "another one"),
        Case(
            testDescription: "a host that only starts alike", redirectURI: site,
            pasted: "https://app.test.evil.test/auth?code=C&state=\(SignInRequest.state)", says: "another one"),
        Case(testDescription: "cut off before the code", pasted: "my-ags-app://auth", says: "no code"),
        Case(
            testDescription: "cut off before the state", pasted: "my-ags-app://auth?code=C0de", says: "another sign-in"),
        Case(
            testDescription: "of another sign-in", pasted: "my-ags-app://auth?code=C0de&state=other",
            says: "another sign-in"),
        Case(
            testDescription: "in the fragment", pasted: "my-ags-app://auth#code=C0de&state=\(SignInRequest.state)",
            says: "no code"),
        Case(testDescription: "a code", redirectURI: oob, pasted: " C0de-_.~ ", callback: "C0de-_.~"),
        Case(testDescription: "the page's title", redirectURI: oob, pasted: "SUCCESS code=C0de", callback: "C0de"),
        Case(
            testDescription: "the page's address", redirectURI: oob,
            pasted: "https://h.test/portal/sharing/rest/oauth2/approval?code=C0de", callback: "C0de"),
        Case(
            testDescription: "another page's address", redirectURI: oob, pasted: "https://evil.test/approval?code=C0de",
            says: "without a code"),
        Case(testDescription: "the end's address", redirectURI: oob, pasted: "\(oob)?code=C0de", callback: "C0de"),
        Case(
            testDescription: "the end's address with its state", redirectURI: oob,
            pasted: "\(oob)?code=C0de&state=\(SignInRequest.state)", callback: "C0de"),
        Case(
            testDescription: "the end of another sign-in", redirectURI: oob, pasted: "\(oob)?code=C0de&state=other",
            says: "another sign-in"),
        Case(testDescription: "an end without a code", redirectURI: oob, pasted: "\(oob)?x=1", says: "without a code"),
        Case(
            testDescription: "a denial at the end's address", redirectURI: oob, pasted: "\(oob)?error=access_denied",
            callback: "\(oob)?error=access_denied"),
        Case(
            testDescription: "a denial at the page's address", redirectURI: oob,
            pasted: "https://h.test/portal/sharing/rest/oauth2/approval?error=access_denied",
            callback: "\(oob)?error=access_denied"),
        Case(
            testDescription: "a denial in the page's title", redirectURI: oob, pasted: "Denied error=access_denied",
            callback: "\(oob)?error=access_denied"),
        Case(testDescription: "a sentence", redirectURI: oob, pasted: "here it is", says: "no code"),
        Case(testDescription: "an accent", redirectURI: oob, pasted: "Códe", says: "no code"),
    ]

    @Test(arguments: cases)
    func `What was pasted is taken, or asked for again with the reason`(pasted: Case) async throws {
        let questions = Locked<[PastedAgent.Question]>([])
        let agent = PastedAgent { question in
            questions.withLock { questions in
                questions.append(question)
                return questions.count == 1 ? pasted.pasted : nil
            }
        }
        let request = try SignInRequest(pasted.redirectURI).request
        guard let callback = pasted.callback else {
            await #expect(throws: PortalError(.cancelled, detail: "")) { try await agent.authorize(request) }
            let complaint = questions.withLock { $0.last?.complaint ?? "" }
            #expect(complaint.contains(pasted.says), "\(complaint)")
            return
        }
        let response = try await agent.authorize(request)
        #expect(response.callback == callback)
        #expect(response.redirectURI.description == pasted.redirectURI)
        let first = try #require(questions.withLock { $0.first })
        #expect(first.complaint == nil)
        #expect(first.address.withoutQuery == "https://h.test/portal/sharing/rest/oauth2/authorize")
        #expect(first.instruction.contains(pasted.redirectURI == Self.oob ? "code" : pasted.redirectURI))
    }

    @Test func `No answer for five minutes ends it, and so does a cancelled task`() async throws {
        for isCancelled in [false, true] {
            let sign = try SignInRequest()
            let agent = PastedAgent { _ in
                await FirstAnswer<String?>(ifCancelled: nil).from { _ in }
            }
            let task = Task { try await agent.authorize(sign.request) }
            await sign.stage.time.until { waits, _ in waits == 1 }
            if isCancelled { task.cancel() } else { sign.stage.time.advance(by: .seconds(300)) }
            let error = await #expect(throws: PortalError.self) { try await task.value }
            #expect(error?.code == (isCancelled ? .cancelled : .authorizationTimedOut))
        }
    }
}
