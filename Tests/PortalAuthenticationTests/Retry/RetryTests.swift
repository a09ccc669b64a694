import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `Retries` {
    private static let item = "https://h.test/portal/sharing/rest/content/items/public"
    private static func lost(wasSent: Bool = true) -> TransportError {
        TransportError(.emptyReply, url: "https://h.test", detail: "nothing came", mayHaveBeenSent: wasSent)
    }

    /// A stage whose wire breaks, or whose server is busy, so many times before a path is answered.
    private func stage(
        breaking path: String, _ times: Int, wasSent: Bool = true, with response: HTTPResponse? = nil,
        waits: SteeredTimeSource.Waits = .pass, policy: (inout ClientPolicy) -> Void = { _ in }
    ) -> Stage {
        let left = Locked(times)
        let portal = PretendPortal()
        return Stage(
            policy: policy, waits: waits,
            script: { sent throws(TransportError) in
                let isBroken = left.withLock { left -> Bool in
                    guard sent.path.hasSuffix(path), left > 0 else { return false }
                    left -= 1
                    return true
                }
                guard isBroken else { return portal.answer(sent) }
                if let response { return response }
                throw Self.lost(wasSent: wasSent)
            })
    }

    private func waits(_ stage: Stage) -> [Duration] {
        stage.recorded.compactMap { event -> Duration? in
            if case .retrying(_, _, let wait, _) = event { wait } else { nil }
        }
    }

    @Test func `of a request follow after growing waits`() async throws {
        let stage = stage(breaking: "/public", 2)
        let began = stage.time.now()
        _ = try await stage.ask(Self.item)
        #expect(stage.transport.lines == Array(repeating: "GET \(Self.item)", count: 3))
        #expect(waits(stage) == [.milliseconds(562.5), .milliseconds(1125)])
        #expect(stage.time.now() >= began.advanced(byMilliseconds: 1687))
    }

    @Test func `end after three tries with the last cause`() async throws {
        let broken = stage(breaking: "/public", 100)
        let error = await failure { () throws(PortalError) in try await broken.ask(Self.item) }
        #expect(error?.code == .connectionLost && broken.transport.sent.count == 3)

        let busy = stage(breaking: "/public", 100, with: .text("<html>503</html>", status: 503))
        let answered = await failure { () throws(PortalError) in try await busy.ask(Self.item) }
        #expect(answered?.code == .http && answered?.httpStatus == 503 && busy.transport.sent.count == 3)
    }

    @Test func `cost a request that succeeds nothing`() async throws {
        let stage = stage(breaking: "/public", 0, waits: .hold)
        _ = try await stage.ask(Self.item)
        #expect(stage.transport.sent.count == 1 && waits(stage).isEmpty)
    }

    @Test func `of what may have been executed do not happen`() async throws {
        let stage = stage(breaking: "/applyEdits", 1)
        let url = "https://h.test/server/x/applyEdits"
        let error = await failure { () throws(PortalError) in try await stage.ask(url, method: .post, [("a", "1")]) }
        #expect(error?.code == .connectionLost && stage.transport.sent.count == 1)

        let busy = self.stage(breaking: "/applyEdits", 1, with: .text("busy", status: 503))
        let refused = await failure { () throws(PortalError) in try await busy.ask(url, method: .post, [("a", "1")]) }
        #expect(refused?.httpStatus == 503 && busy.transport.sent.count == 1)
    }

    @Test func `of what was never sent do happen`() async throws {
        let stage = stage(breaking: "/applyEdits", 2, wasSent: false)
        _ = try await stage.ask("https://h.test/server/x/applyEdits", method: .post, [("a", "1")])
        #expect(stage.transport.sent.count == 3 && Set(stage.transport.sent.map(\.body)).count == 1)
    }

    @Test func `know a GET that travels as POST`() async throws {
        let stage = stage(breaking: "/public", 1)
        _ = try await stage.ask(Self.item, [("text", String(repeating: "x", count: 3000))])
        #expect(stage.transport.sent.map(\.method) == ["POST", "POST"])
    }

    @Test func `know a GET whose token travels in a form`() async throws {
        let stage = stage(breaking: "/MapServer", 1, policy: { $0.carriers = [.formBody] })
        stage.environment.credentials.add(try stage.alice(Traffic.server, tokenURL: Traffic.token))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.sent.map(\.method) == ["POST", "POST", "POST"])
    }

    @Test func `of a token request happen only where it was never sent`() async throws {
        let sent = stage(breaking: "/generateToken", 1)
        sent.environment.credentials.add(try sent.alice(Traffic.server, tokenURL: Traffic.token))
        let error = await failure { () throws(PortalError) in try await sent.ask(Traffic.server) }
        #expect(error?.code == .connectionLost && sent.transport.lines == ["POST \(Traffic.token)"])

        let unsent = stage(breaking: "/generateToken", 1, wasSent: false)
        unsent.environment.credentials.add(try unsent.alice(Traffic.server, tokenURL: Traffic.token))
        _ = try await unsent.ask(Traffic.server)
        #expect(unsent.transport.sent.map(\.method) == ["POST", "POST", "GET"])
    }

    /// Catalogue T46.
    @Test func `do not repeat a token request that was answered 503, and count no wrong password`() async throws {
        let stage = stage(breaking: "/generateToken", 1, with: .text("<html>503</html>", status: 503))
        stage.handle { challenge in
            .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .http && error?.httpStatus == 503)
        #expect(stage.transport.sent.filter { $0.method == "POST" }.count == 1 && stage.challenges == ["token,0"])
        _ = try await stage.ask(Traffic.server)
        #expect(stage.challenges == ["token,0", "token,0"])
    }

    @Test func `count each hop of a redirect for itself`() async throws {
        let left = Locked(["/a": 2, "/b": 2])
        let stage = Stage(script: { sent throws(TransportError) in
            let end = String(sent.path.suffix(2))
            let isBroken = left.withLock { left -> Bool in
                guard let count = left[end], count > 0 else { return false }
                left[end] = count - 1
                return true
            }
            if isBroken { throw Self.lost() }
            return end == "/a" ? .redirect(302, "b") : .json(["ok": true])
        })
        _ = try await stage.ask("https://h.test/x/a")
        #expect(stage.transport.sent.count == 6)
    }

    /// Catalogue X08.
    @Test func `wait as long as the server asks, up to a bound`() async throws {
        var response = HTTPResponse.text("busy", status: 503)
        response.headers.append(HeaderField("Retry-After", "7"))
        let patient = stage(breaking: "/public", 1, with: response)
        _ = try await patient.ask(Self.item)
        #expect(waits(patient) == [.seconds(7)])

        var limited = HTTPResponse.text("slow down", status: 429)
        limited.headers.append(HeaderField("Retry-After", "120"))
        let stage = stage(breaking: "/public", 9, with: limited)
        let error = await failure { () throws(PortalError) in try await stage.ask(Self.item) }
        #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(120) && error?.httpStatus == 429)
        #expect(stage.transport.sent.count == 1 && error?.description.contains("try again in 120 s") == true)
    }

    @Test(arguments: ["99999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func `tell of a hundred years at most`(value: String) async throws {
        var limited = HTTPResponse.text("slow down", status: 429)
        limited.headers.append(HeaderField("Retry-After", value))
        let stage = stage(breaking: "/public", 9, with: limited)
        let error = await failure { () throws(PortalError) in try await stage.ask(Self.item) }
        #expect(error?.retryAfter == .seconds(3_155_760_000))
    }

    @Test func `end at once where the task is cancelled while it waits`() async throws {
        let stage = stage(breaking: "/public", 1, waits: .hold)
        let task = Task { await failure { () throws(PortalError) in try await stage.ask(Self.item) } }
        await stage.time.until { waits, _ in waits == 1 }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        #expect(stage.transport.sent.count == 1)
    }

    @Test func `end where the user signs out while they wait`() async throws {
        let stage = stage(breaking: "/public", 1, waits: .hold)
        let task = Task { await failure { () throws(PortalError) in try await stage.ask(Self.item) } }
        await stage.time.until { waits, _ in waits == 1 }
        await stage.environment.authentication.signOut()
        #expect(await task.value?.code == .signedOut)
        #expect(stage.transport.sent.count == 1)
    }

    @Test func `repeat no question`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let left = Locked(1)
        let portal = PretendPortal()
        let stage = Stage(script: { sent throws(TransportError) in
            let isBroken = left.withLock { left -> Bool in
                guard sent.header("Authorization") != nil, left > 0 else { return false }
                left -= 1
                return true
            }
            if isBroken { throw Self.lost() }
            return tier.answer(sent) { portal.answer(sent) }
        })
        stage.answer { _ in .credential(.password(username: "alice", Secret("right"))) }
        _ = try await stage.ask(Self.item)
        #expect(stage.challenges == ["basic,0"])
        #expect(stage.transport.sent.map { $0.header("Authorization") != nil } == [false, true, false, true])
    }

    @Test func `do not keep what was said beyond a sign-out`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let portal = PretendPortal()
        let stage = Stage(
            policy: { $0.retry.maxTries = 1 },
            script: { sent throws(TransportError) in
                if sent.header("Authorization") != nil { throw Self.lost() }
                return tier.answer(sent) { portal.answer(sent) }
            })
        stage.answer { _ in .credential(.password(username: "alice", Secret("right"))) }
        _ = await failure { () throws(PortalError) in try await stage.ask(Self.item) }
        await stage.environment.authentication.signOut()
        _ = await failure { () throws(PortalError) in try await stage.ask(Self.item) }
        #expect(stage.challenges == ["basic,0", "basic,0"])
    }
}
