import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals

/// Many tasks that ask three servers through one environment, and what must never happen meanwhile.
final class Crowd: Sendable {
    /// What was seen on the wire and by the handler.
    final class Watch: Sendable {
        struct State {
            var last = 0
            var prompts: Set<Int> = []
            var closed: Set<Int> = []
            var mostPrompts = 0
            /// Those under way.
            var logins: [String: Set<Int>] = [:]
            /// Which were under way when a login began.
            var beside: [Int: Set<Int>] = [:]
            var answered: Set<Int> = []
            var leaks: [String] = []
        }
        let state = Locked(State())
        var mostPrompts: Int { state.withLock { $0.mostPrompts } }
        /// Logins of one user that were under way at once, and were both answered: one that is given up goes on for a moment.
        var doubleLogins: Int {
            state.withLock { state in
                state.answered.count { state.beside[$0]?.isDisjoint(with: state.answered) == false }
            }
        }
        var leaks: [String] { state.withLock { $0.leaks } }

        func number() -> Int {
            state.withLock { state in
                state.last += 1
                return state.last
            }
        }
        /// Opens a prompt, unless it was closed already.
        func open(_ prompt: Int) {
            state.withLock { state in
                guard !state.closed.contains(prompt) else { return }
                state.prompts.insert(prompt)
                state.mostPrompts = max(state.mostPrompts, state.prompts.count)
            }
        }
        func close(_ prompt: Int) {
            state.withLock { state in
                state.closed.insert(prompt)
                state.prompts.remove(prompt)
            }
        }
        func begin(_ login: Int, of user: String) {
            state.withLock { state in
                state.beside[login] = state.logins[user] ?? []
                state.logins[user, default: []].insert(login)
            }
        }
        /// Ends a login; later calls do nothing.
        func end(_ login: Int, of user: String, isAnswered: Bool) {
            state.withLock { state in
                guard state.logins[user]?.remove(login) != nil, isAnswered else { return }
                state.answered.insert(login)
            }
        }
        func leak(_ what: String) { state.withLock { $0.leaks.append(what) } }
    }
    private struct Portal {
        var numbers: SeededNumbers
        var live: Set<String> = []
        var issued = 0
        var isCalm = false
    }

    let watch = Watch()
    let environment: PortalEnvironment
    private let portal: Locked<Portal>
    private let numbers: Locked<SeededNumbers>
    private static let hosts = ["a.test", "b.test", "c.test"]

    init(seed: UInt64) {
        let portal = Locked(Portal(numbers: SeededNumbers(seed)))
        let watch = watch
        let transport = ScriptedTransport { sent throws(TransportError) in
            try await Self.answer(sent, portal, watch)
        }
        self.portal = portal
        numbers = Locked(SeededNumbers(seed &+ 1000))
        var policy = ClientPolicy()
        policy.carriers = [.esriHeader]
        environment = PortalEnvironment(
            policy: policy, transport: transport,
            time: SteeredTimeSource(following: StandingTimeSource(at: Timestamp(milliseconds: 1_700_000_000_000))),
            random: FixedRandomSource(0.5))
        install()
    }

    /// No more accidents.
    func calm() { portal.withLock { $0.isCalm = true } }

    func ask(_ host: String) async throws(PortalError) -> ArcGISAnswer {
        try await environment.request(ArcGISRequest(try HTTPURL("https://\(host)/s/rest/services/X")))
    }

    /// Sends so many requests and gives how each ended.
    func run(requests: Int) async -> [PortalError?] {
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<requests {
                let (host, start, fate, delay) = numbers.withLock { numbers in
                    (
                        Self.hosts.randomElement(using: &numbers) ?? "a.test", Int.random(in: 0..<600, using: &numbers),
                        Int.random(in: 0..<100, using: &numbers),
                        Int.random(in: 0..<60, using: &numbers)
                    )
                }
                group.addTask { await self.live(host, start, fate, delay) }
                if fate % 7 == 0 { await Task.yield() }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// One request and what befalls it or everybody.
    private func live(_ host: String, _ start: Int, _ fate: Int, _ delay: Int) async -> PortalError? {
        for _ in 0..<start { await Task.yield() }
        let request = Task { await failure { () throws(PortalError) in try await self.ask(host) } }
        for _ in 0..<delay { await Task.yield() }
        switch fate {
        case 0..<25: request.cancel()
        case 25..<35: portal.withLock { $0.live = [] }
        case 35..<38: await environment.authentication.signOut()
        case 38..<42: install()
        default: break
        }
        return await request.value
    }

    private func install() {
        let (watch, numbers, portal) = (watch, numbers, portal)
        environment.authentication.setHandlers(
            arcGIS: ClosureHandler { challenge in
                let (fate, delay) = numbers.withLock { numbers in
                    (Int.random(in: 0..<40, using: &numbers), Int.random(in: 0..<40, using: &numbers))
                }
                let prompt = watch.number()
                // It closes when the person answers, or when its task is cancelled, which may be before it opens.
                await withTaskCancellationHandler {
                    watch.open(prompt)
                    for _ in 0..<delay { await Task.yield() }
                    watch.close(prompt)
                } onCancel: {
                    watch.close(prompt)
                }
                let isCalm = portal.withLock { $0.isCalm }
                guard !isCalm else { return .credential(try Self.alice(challenge, "right")) }
                if fate == 0 { return .cancel }
                if fate == 1 { return .withoutCredential }
                return .credential(try Self.alice(challenge, fate < 4 ? "wrong" : "right"))
            }, network: nil)
    }

    private static func alice(_ challenge: ArcGISChallenge, _ password: String) throws -> TokenCredential {
        let host = challenge.requestURL.origin.host
        return TokenCredential(
            for: challenge.requestURL, username: "alice", password: Secret("\(password)@\(host)"),
            tokenURL: try HTTPURL("https://\(host)/s/tokens/generateToken"), in: challenge.environment)
    }

    private static func answer(
        _ sent: ScriptedTransport.Sent, _ portal: Locked<Portal>, _ watch: Watch
    ) async throws(TransportError) -> HTTPResponse {
        let host = Origin(ofURL: sent.url)?.host ?? ""
        for other in hosts where other != host {
            if sent.token?.contains(other) == true || sent.form["password"]?.contains(other) == true {
                watch.leak("\(sent) with a secret of \(other)")
            }
        }
        let isLogin = sent.path.hasSuffix("/generateToken")
        let (login, user) = (watch.number(), host + (sent.form["password"] ?? ""))
        if isLogin { watch.begin(login, of: user) }
        defer { watch.end(login, of: user, isAnswered: !Task.isCancelled) }
        let (delay, accident) = portal.withLock { portal in
            (
                Int.random(in: 0..<20, using: &portal.numbers),
                portal.isCalm ? 99 : Int.random(in: 0..<100, using: &portal.numbers)
            )
        }
        await withTaskCancellationHandler {
            for _ in 0..<delay where !Task.isCancelled { await Task.yield() }
        } onCancel: {
            // A connection that the client has closed carries nothing any more.
            watch.end(login, of: user, isAnswered: false)
        }
        if Task.isCancelled { throw TransportError(.cancelled, url: sent.path, detail: "cancelled") }
        if accident < 4 {
            throw TransportError(.emptyReply, url: sent.path, detail: "lost", mayHaveBeenSent: accident < 2)
        }
        if accident < 7 { return .text("busy", status: 503) }
        return portal.withLock { portal in
            if isLogin {
                guard sent.form["password"] == "right@\(host)" else {
                    return .json([
                        "error": [
                            "code": 400, "message": "Unable to generate token.",
                            "details": ["Invalid username or password."],
                        ]
                    ])
                }
                portal.issued += 1
                let token = "tok\(portal.issued)@\(host)"
                portal.live.insert(token)
                return .json(["token": .string(token), "ssl": true])
            }
            guard let token = sent.token else { return .tokenRequired }
            guard portal.live.contains(token) else {
                return .json(["error": ["code": 498, "message": "Invalid token.", "details": []]])
            }
            return .json(["ok": true])
        }
    }
}
