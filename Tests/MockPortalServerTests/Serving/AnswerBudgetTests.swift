import JSONValues
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Budget of answers that are under way` {
    private static let uncounted = AnswerBudget.uncounted

    private static func answer(_ size: Int) -> Answer {
        Answer(PreparedAnswer(status: 200, body: Array(repeating: 97, count: size)), operation: "test")
    }

    private static func isRefused(_ answer: Answer) -> Bool {
        answer.prepared.status == 503 && answer.prepared.retryAfter == "1" && answer.share == nil
            && answer.notes.decisions.map(\.gate) == ["limits"]
    }

    @Test func `Short answers are not counted`() {
        let budget = AnswerBudget(limit: 1)
        let admitted = (1...3).map { _ in budget.admit(Self.answer(Self.uncounted)) { false } }
        #expect(admitted.allSatisfy { $0.prepared.status == 200 && $0.share == nil })
        #expect(budget.bytes == 0 && !budget.isUsedUp)
    }

    @Test func `What does not fit is refused until there is room`() {
        let size = Self.uncounted + 1
        let budget = AnswerBudget(limit: 2 * size)
        var kept = (1...2).map { _ in budget.admit(Self.answer(size)) { false } }
        #expect(kept.map(\.prepared.status) == [200, 200])
        #expect(budget.bytes == 2 * size && budget.isUsedUp)
        #expect(Self.isRefused(budget.admit(Self.answer(size)) { false }))
        kept.removeLast()
        #expect(budget.bytes == size && !budget.isUsedUp)
        #expect(budget.admit(Self.answer(size)) { false }.prepared.status == 200)
        kept = []
        #expect(budget.bytes == 0)
    }

    @Test func `An answer that goes to several clients is counted once`() {
        let answer = Self.answer(Self.uncounted + 1)
        let budget = AnswerBudget(limit: answer.prepared.size)
        var kept = (1...3).map { _ in budget.admit(answer) { false } }
        #expect(kept.map(\.prepared.status) == [200, 200, 200])
        #expect(budget.bytes == answer.prepared.size)
        kept.removeFirst(2)
        #expect(budget.bytes == answer.prepared.size)
        kept = []
        #expect(budget.bytes == 0)
    }

    @Test func `One that is larger than the limit goes alone`() {
        let budget = AnswerBudget(limit: 1)
        let first = budget.admit(Self.answer(Self.uncounted + 1)) { false }
        #expect(first.prepared.status == 200)
        #expect(Self.isRefused(budget.admit(Self.answer(Self.uncounted + 1)) { false }))
        withExtendedLifetime(first) {}
    }

    @Test func `What was done is told also where there is no room`() {
        let budget = AnswerBudget(limit: Self.uncounted + 1)
        let kept = (1...2).map { _ in budget.admit(Self.answer(Self.uncounted + 1)) { true } }
        #expect(kept.map(\.prepared.status) == [200, 200])
        #expect(budget.isUsedUp && budget.bytes == 2 * (Self.uncounted + 1))
    }

    @Test func `Nothing is issued and no fault is played by a refusal`() {
        let budget = AnswerBudget(limit: 1)
        let first = budget.admit(Self.answer(Self.uncounted + 1)) { false }
        var answer = Self.answer(Self.uncounted + 1)
        answer.notes.issued = "token#1"
        answer.fault = "reset"
        let refused = budget.admit(answer) { false }
        #expect(refused.notes.issued == nil && refused.fault == nil)
        withExtendedLifetime(first) {}
    }
}

@Suite struct `Large answers to slow readers` {
    /// More than the kernel takes of one answer (tcp(7): `tcp_wmem`, `tcp_rmem`).
    private static let size = 24 << 20

    private static func start(_ limit: Int) throws -> MockPortal {
        var options = ServeOptions.unhurried
        options.resources.answerBytes = limit
        let body = String(repeating: "a", count: size)
        return try TestPortal.start(
            ["http": "serve", "answers": [["operation": "info", "body": .string(body)]]], preset: "anonymous",
            options: options)
    }

    /// A client that has asked for the answer and reads nothing.
    private static func ask(
        _ portal: MockPortal, _ target: String = TestPortal.infoPath, staying: Bool = false
    ) async throws -> RawClient {
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL), room: 4096)
        let end = staying ? "" : "Connection: close\r\n"
        await client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(end)\r\n")
        return client
    }

    @Test(arguments: ["leaves", "reads"])
    func `Further ones are refused until a client has read its answer or left`(_ end: String) async throws {
        let portal = try Self.start(Self.size)
        defer { portal.stop() }
        var slow: RawClient? = try await Self.ask(portal, staying: true)
        while portal.responder.underWay.bytes == 0 { await Task.yield() }
        #expect(portal.responder.underWay.bytes == Self.size)
        let refused = try await Self.ask(portal).read()
        #expect(refused.hasPrefix("HTTP/1.1 503 "))
        #expect(refused.contains("Retry-After: 1"))
        #expect(refused.contains("answers of 24 MiB are under way"))
        let entry = try #require(portal.journal().requests.last)
        #expect(entry.answer?.status == 503 && entry.answer?.retryAfter == "1")
        #expect(entry.decisions.last?.gate == "limits" && entry.decisions.last?.passed == false)
        // What is heavy is not even worked out.
        #expect(try await Self.ask(portal, "/portal/sharing/rest/search?f=json&q=a").readStatus() == 503)
        // What is short goes.
        #expect(try await Self.ask(portal, "/portal/sharing/rest/portals/self?f=json").readStatus() == 200)
        // Its connection stays open.
        if end == "reads" { #expect(await slow?.readCount(ofBody: Self.size) ?? 0 > Self.size) } else { slow = nil }
        while portal.responder.underWay.bytes > 0 { await Task.yield() }
        #expect(try await Self.ask(portal).readCount() > Self.size)
        withExtendedLifetime(slow) {}
    }

    @Test func `What is held back counts too`() async throws {
        let portal = try Self.start(Self.size)
        defer { portal.stop() }
        try portal.perform(.set(["hold": ["info"]]))
        let held = try await Self.ask(portal)
        while portal.heldBackCount == 0 { await Task.yield() }
        #expect(portal.responder.underWay.bytes == Self.size)
        try portal.perform(.release("info"))
        #expect(await held.readCount() > Self.size)
        while portal.responder.underWay.bytes > 0 { await Task.yield() }
    }
}

extension RawClient {
    /// Reads until the peer closes, or has sent a whole answer with so large a body, and gives the number of bytes.
    fileprivate func readCount(ofBody size: Int? = nil) async -> Int { await readBytes(ofBody: size).count }
}
