import HTTPSemantics
import PortalAuthentication
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

@Suite struct `Flow of a sign-in` {
    private let basic = SchemeChoice.Option.basic(realm: "r", isUTF8: false)
    private let good = NetworkPassword(username: "a", password: Secret("good"))
    private let bad = NetworkPassword(username: "a", password: Secret("bad"))

    private func flow(
        _ offers: [String], scheme: String = "https", failures: Int = 0, canAsk: Bool = true,
        stored: NetworkPassword? = nil, refused: Set<NetworkPassword> = []
    ) throws -> WebTierFlow {
        let origin = try #require(Origin(scheme: scheme, host: "h.test"))
        let choice = SchemeChoice(
            challenges: Challenge.challenges(in: offers.map { HeaderField("WWW-Authenticate", $0) }), at: origin)
        return WebTierFlow(
            choice: choice, failures: failures, canAsk: canAsk, maxAttempts: 5,
            knowledge: WebTierFlow.Knowledge(
                stored: { option in option.takesPassword ? stored : nil },
                isRefused: { _, password in refused.contains(password) }))
    }

    @Test func `uses what is kept, unless it was refused`() throws {
        #expect(try flow(["Basic realm=r"], stored: good).next() == .send(basic, good))
        // A kept password spares a question about a scheme that is not spoken.
        #expect(try flow(["Negotiate", "Basic realm=r"], stored: good).next() == .send(basic, good))
        #expect(try flow(["Basic realm=r"], stored: bad, refused: [bad]).next() == .ask(basic, failures: 0))
        #expect(try flow(["Basic realm=r"], failures: 5, stored: good).next() == .handUp)
    }

    @Test func `asks no handler where none is set`() throws {
        #expect(try flow(["Basic realm=r"], canAsk: false).next() == .handUp)
        #expect(try flow(["Negotiate"], canAsk: false).next() == .handUp)
        #expect(try flow(["Bearer"]).next() == .handUp)
        #expect(
            try flow(["Basic realm=r"], scheme: "http").next() == .fail(PortalError(.basicInsecure, detail: "")))
    }

    @Test func `counts answers that were refused, now or before`() throws {
        var flow = try flow(["Basic realm=r"], refused: [bad])
        let answer = NetworkDisposition.credential(.password(username: "a", Secret("bad")))
        for failures in 1...4 { #expect(flow.next(after: answer, to: basic) == .ask(basic, failures: failures)) }
        #expect(flow.wasKnownAsRefused && flow.next(after: answer, to: basic) == .handUp)
        #expect(flow.failures == 5)
    }

    @Test func `does not count empty answers, but ends`() throws {
        var flow = try flow(["Basic realm=r"])
        let answer = NetworkDisposition.credential(.password(username: "", Secret("")))
        for _ in 1...4 { #expect(flow.next(after: answer, to: basic) == .ask(basic, failures: 0)) }
        #expect(flow.next(after: answer, to: basic) == .handUp)
    }

    @Test func `follows the handler's word`() throws {
        var flow = try flow(["Negotiate", "Basic realm=r"])
        #expect(flow.next() == .ask(.negotiate, failures: 0))
        #expect(flow.next(after: .rejectProtectionSpace, to: .negotiate) == .ask(basic, failures: 0))
        #expect(flow.next(after: .withoutCredential, to: basic) == .handUp)
        #expect(flow.next(after: .cancel, to: basic) == .fail(PortalError(.cancelled, detail: "")))
        #expect(
            flow.next(after: .credential(.password(username: "a", Secret("good"))), to: basic) == .send(basic, good))
        #expect(flow.next(afterRefusalWith: nil) == .ask(basic, failures: 1))
    }
}

@Suite struct `Flow of a client certificate` {
    private func refusal(isQuestion: Bool = false) throws -> CertificateRefusal {
        let origin = try #require(Origin(scheme: "https", host: "h.test"))
        return CertificateRefusal(
            failure: ClientCertificateFailure(origin: origin, cause: .missing),
            cause: PortalError(.clientCertificateRequired, detail: "none"), isOfIdentity: false, isQuestion: isQuestion)
    }

    @Test func `ends, even where the server never says that it saw a certificate`() throws {
        var flow = CertificateFlow(canAsk: true, maxAttempts: 5)
        #expect(flow.next(after: try refusal(isQuestion: true)) == .ask(failures: 0))
        let identity = try Identities.named("alice")
        for failures in 1...4 {
            flow.answered(with: .identity(identity), failures: failures - 1)
            #expect(flow.next(after: try refusal()) == .ask(failures: failures))
        }
        flow.answered(with: .identity(identity), failures: 4)
        #expect(flow.next(after: try refusal()) == .fail)
    }

    @Test func `does not ask again after an answer to go on without`() throws {
        var flow = CertificateFlow(canAsk: true, maxAttempts: 5)
        #expect(flow.next(after: try refusal(isQuestion: true)) == .ask(failures: 0))
        flow.answered(with: .none, failures: 0)
        #expect(flow.next(after: try refusal()) == .fail)
        var silent = CertificateFlow(canAsk: false, maxAttempts: 5)
        #expect(silent.next(after: try refusal()) == .fail)
    }
}

@Suite struct `Refusals of a client certificate over HTTP` {
    private func cause(
        _ status: Int, _ page: String, type: String = "text/html", at url: String = Web.site,
        asked: ClientCertificateRequest? = nil
    ) throws -> ClientCertificateFailure.Cause? {
        var response = HTTPResponse.text(page, type: type, status: status)
        response.certificateRequest = asked
        return CertificateRefusal(response, from: try HTTPURL(url), offered: .none)?.failure.cause
    }

    @Test func `are told from other pages`() throws {
        let asked = ClientCertificateRequest(acceptableIssuers: [], wasAnswered: false)
        #expect(try cause(400, "<title>400 No required SSL certificate was sent</title>") == .missing)
        #expect(try cause(400, "<title>400 Bad Request</title>") == nil)
        #expect(try cause(400, "<title>400 Bad Request</title>", asked: asked) == nil)
        #expect(try cause(403, "HTTP Error 403.7 - Forbidden") == .missing)
        #expect(try cause(403, "HTTP Error 403.70, then 403.17") == .expired)
        #expect(try cause(403, "HTTP Error 403.14") == nil)
        #expect(try cause(403, "<title>403 Forbidden</title>") == nil)
        #expect(try cause(403, "<title>403 Forbidden</title>", asked: asked) == .missing)
        #expect(try cause(403, "{}", type: "application/json", asked: asked) == nil)
        #expect(try cause(200, "403.7", asked: asked) == nil)
        #expect(try cause(403, "403.7", at: "http://h.test/", asked: asked) == nil)
    }
}
