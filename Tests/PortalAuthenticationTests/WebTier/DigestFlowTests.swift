import HTTPSemantics
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `Digest before a portal` {
    private func ask(
        _ stage: Stage, _ url: String = Web.site, method: ArcGISRequest.Method = .get,
        _ parameters: [(String, String)] = []
    ) async -> PortalError? {
        await failure { () throws(PortalError) in try await stage.ask(url, method: method, parameters) }
    }

    struct Offer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: [String]
        let answer: String
    }
    static let offers = [
        Offer(
            testDescription: "MD5", lines: [PretendWebTier.digest], answer: "self digest=alice nonce#1 nc=1"),
        Offer(
            testDescription: "SHA-256", lines: [PretendWebTier.sha256],
            answer: "self digest=alice nonce#1 nc=1 SHA-256"),
        Offer(
            testDescription: "SHA-256 first", lines: [PretendWebTier.sha256, PretendWebTier.digest],
            answer: "self digest=alice nonce#1 nc=1 SHA-256"),
        Offer(
            testDescription: "MD5 first", lines: [PretendWebTier.digest, PretendWebTier.sha256],
            answer: "self digest=alice nonce#1 nc=1 SHA-256"),
        Offer(
            testDescription: "an unknown algorithm first",
            lines: [PretendWebTier.digest + ", algorithm=SHA3-512", PretendWebTier.digest],
            answer: "self digest=alice nonce#1 nc=1"),
        Offer(
            testDescription: "Basic first", lines: [PretendWebTier.basic, PretendWebTier.digest],
            answer: "self digest=alice nonce#1 nc=1"),
        Offer(
            testDescription: "no qop", lines: ["Digest realm=\"{realm}\", nonce=\"{nonce}\""],
            answer: "self digest=alice nonce#1"),
        Offer(
            testDescription: "session", lines: [PretendWebTier.digest + ", algorithm=MD5-sess"],
            answer: "self digest=alice nonce#1 nc=1"),
    ]

    @Test(arguments: offers) func `is answered at once`(_ offer: Offer) async throws {
        let tier = PretendWebTier()
        tier.change { $0.offers = offer.lines }
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage) == nil)
        #expect(tier.lines == ["self", offer.answer])
        #expect(stage.challenges == ["digest,0"])
    }

    @Test func `counts the uses of a nonce`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        for url in [Web.site, Web.item, "https://h.test/server/rest/info"] { #expect(await ask(stage, url) == nil) }
        #expect(
            tier.lines == [
                "self", "self digest=alice nonce#1 nc=1", "abc digest=alice nonce#1 nc=2",
                "info digest=alice nonce#1 nc=3",
            ])
    }

    @Test func `takes a new nonce for a stale one without asking`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage) == nil)
        tier.expireNonces()
        #expect(await ask(stage) == nil)
        #expect(
            tier.lines.suffix(2) == ["self digest=alice nonce#1 nc=2 stale", "self digest=alice nonce#2 nc=1"])
        #expect(stage.challenges == ["digest,0"])
        #expect(
            stage.recorded.contains {
                if case .replay(_, .newNonce) = $0 { true } else { false }
            })
    }

    @Test func `ends where every nonce is stale`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        tier.change { $0.staleness = .always }
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        let error = await ask(stage)
        #expect(error?.code == .digestStaleLoop && error?.legacyCode == -1013 && error?.httpStatus == 401)
        #expect(tier.lines.count == 4 && stage.challenges == ["digest,0"])
    }

    @Test func `takes the next nonce from an answer`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        tier.change { $0.givesNextNonce = true }
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        for _ in 0..<2 { #expect(await ask(stage) == nil) }
        #expect(tier.lines == ["self", "self digest=alice nonce#1 nc=1", "self digest=alice nonce#2 nc=1"])
    }

    @Test func `counts a wrong password as failed`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.wrong(), Web.right])
        #expect(await ask(stage) == nil)
        #expect(
            tier.lines == ["self", "self digest=alice nonce#1 nc=1 wrong", "self digest=alice nonce#2 nc=1"])
        #expect(stage.challenges == ["digest,0", "digest,1"])
    }

    @Test func `hashes the body where only that is offered, and sends it whole once`() async throws {
        let tier = PretendWebTier("Digest realm=\"{realm}\", nonce=\"{nonce}\", qop=\"auth-int\"")
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage, Web.item, method: .post, [("title", "Größe & Maß")]) == nil)
        #expect(tier.lines == ["abc", "abc digest=alice nonce#1 nc=1"])
        let bodies = stage.transport.sent.map(\.body)
        #expect(bodies.count == 2 && bodies[0] == bodies[1] && bodies[0].contains("title="))
    }

    @Test func `is not answered where its quality of protection is unknown`() async throws {
        let tier = PretendWebTier("Digest realm=\"{realm}\", nonce=\"{nonce}\", qop=\"auth-conf\"")
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage)?.code == .unsupportedQop)
        #expect(tier.lines == ["self"] && stage.challenges.isEmpty)
    }

    @Test func `gives every request that runs beside others a count of its own`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        let everybodyIsThere = Latch()
        let count = Locked(0)
        let stage = tier.stage(wrap: { sent in
            guard sent.header("Authorization") == nil else { return }
            if count.withLock({
                $0 += 1; return $0 == 8
            }) {
                everybodyIsThere.open()
            }
            await everybodyIsThere.wait()
        })
        stage.answer(inTurn: [Web.right])
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<8 { group.addTask { await ask(stage) } }
            for await error in group { #expect(error == nil) }
        }
        #expect(stage.challenges == ["digest,0"])
        let answers = tier.lines.filter { $0.contains("digest=") }
        #expect(answers.count == 8 && Set(answers).count == 8 && !answers.contains { $0.hasSuffix("replayed") })
        // Later ones at the same time too, over a nonce that has become stale.
        tier.expireNonces()
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<8 { group.addTask { await ask(stage, Web.item) } }
            for await error in group { #expect(error == nil) }
        }
        #expect(stage.challenges == ["digest,0"] && !tier.lines.contains { $0.hasSuffix("replayed") })
    }

    @Test(arguments: [true, false]) func `sends one by one what would end each other's nonces`(
        givesNextNonce: Bool
    ) async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        tier.change { state in
            state.staleness = .allButTheLast
            state.givesNextNonce = givesNextNonce
        }
        let portal = PretendPortal()
        let rounds = Rounds(of: 8)
        let stage = Stage(script: { sent throws(TransportError) in
            let response = tier.answer(sent) { portal.answer(sent) }
            if sent.path.hasSuffix("abc") { await rounds.hold(response) }
            return response
        })
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage) == nil)
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<8 { group.addTask { await ask(stage, Web.item) } }
            for await error in group { #expect(error == nil, "\(tier.lines)") }
        }
        #expect(stage.challenges == ["digest,0"])
    }

    @Test func `goes out without TLS, unlike Basic`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic, PretendWebTier.digest)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        stage.environment.core.secureOrigins.noteNoTLS(of: try HTTPURL("http://h.test"))
        #expect(await ask(stage, "http://h.test/portal/sharing/rest/portals/self") == nil)
        #expect(tier.lines.last == "self digest=alice nonce#1 nc=1")
    }

    @Test func `a request that comes while another one is cut off signs in alone`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        let portal = PretendPortal()
        let isFirst = Once()
        let bothAreThere = Latch()
        let count = Locked(0)
        let stage = Stage(
            policy: { $0.retry.maxTries = 1 },
            script: { sent throws(TransportError) in
                if sent.header("Authorization") == nil {
                    if count.withLock({
                        $0 += 1; return $0 == 2
                    }) {
                        bothAreThere.open()
                    }
                    await bothAreThere.wait()
                } else if isFirst.take() {
                    throw TransportError(.connectionLost, url: sent.path, detail: "cut off", mayHaveBeenSent: true)
                }
                return tier.answer(sent) { portal.answer(sent) }
            })
        try await stage.environment.networkCredentials.add(
            .password(username: "alice", Secret("right")), for: try Web.space(.digest))
        let errors = await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<2 { group.addTask { await ask(stage) } }
            return await group.reduce(into: [PortalError?]()) { $0.append($1) }
        }
        #expect(errors.filter { $0?.code == .connectionLost }.count == 1 && errors.filter { $0 == nil }.count == 1)
    }
}

/// Holds the answers of so many requests until all have one, and then those of the refused ones once more.
private final class Rounds: Sendable {
    private let first = Latch()
    private let second = Latch()
    private let answers = Locked<(total: Int, refused: Int)>((0, 0))
    private let count: Int

    init(of count: Int) { self.count = count }

    func hold(_ response: HTTPResponse) async {
        let (number, refused) = answers.withLock { answers in
            answers.total += 1
            if answers.total <= count, response.status == 401 { answers.refused += 1 }
            return (answers.total, answers.refused)
        }
        if number == count { first.open() }
        if number == count + refused { second.open() }
        if number <= count { await first.wait() } else if number <= count + refused { await second.wait() }
    }
}

/// True the first time.
private final class Once: Sendable {
    private let isLeft = Locked(true)
    func take() -> Bool {
        isLeft.withLock { isLeft in
            defer { isLeft = false }
            return isLeft
        }
    }
}
