public import HTTPSemantics
internal import Platform
public import PortalAuthentication

/// A front end without a person, for tests and scenarios: the answers of each kind are given in turn, then every question is given up.
public final class ScriptedInterface: AuthenticatorInterface {
    /// The answers that are left, by kind.
    public struct Script: Sendable {
        /// User names and passwords; nil cancels.
        public var signIns: [SignInAnswer?] = []
        /// How far servers are trusted; nil cancels.
        public var trusts: [NetworkTrust?] = []
        /// Client certificates.
        public var identities: [IdentityAnswer] = []
        /// Passwords of PKCS #12 files; nil goes back to the choice.
        public var passwords: [Secret<String>?] = []
        /// Whether a password may go to another host.
        public var consents: [Bool] = []
        /// Who shows sign-in pages; nil where none is expected, so that they count as closed.
        public var agent: (any AuthorizationAgent)?

        /// Starts without any answer.
        public init() {}
    }
    private struct State {
        var script: Script
        var asked: [String] = []
        var complaints: [String] = []
        var notices: [PortalError] = []
        var open = 0
        var mostAtOnce = 0
    }
    private let state: Locked<State>

    /// Takes the answers.
    public init(_ script: Script) { state = Locked(State(script: script)) }

    /// Takes the answers that a body puts into an empty script.
    public convenience init(_ change: (inout Script) -> Void = { _ in }) {
        var script = Script()
        change(&script)
        self.init(script)
    }

    /// What was asked so far, in order: `signIn h.test`, `trust h.test`, `identity h.test`, `password alice.p12`, `consent h.test` or `page`.
    public var asked: [String] { state.withLock { $0.asked } }

    /// Why questions were asked again, in order.
    public var complaints: [String] { state.withLock { $0.complaints } }

    /// Why sign-ins at a page failed, in order.
    public var notices: [PortalError] { state.withLock { $0.notices } }

    /// How many questions were open at the same time at most; an authenticator keeps it at 1, unless the
    /// agent of a page sends requests that are challenged.
    public var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    public func signIn(_ question: SignInQuestion) async -> SignInAnswer? {
        await answer("signIn \(question.host)", question.complaint) { Self.next(&$0.signIns) ?? nil }
    }

    public func trust(_ question: NetworkChallenge) async -> NetworkTrust? {
        await answer("trust \(question.space.origin.authority)", nil) { Self.next(&$0.trusts) ?? nil }
    }

    public func identity(_ question: IdentityQuestion) async -> IdentityAnswer {
        let host = question.challenge.space.origin.authority
        return await answer("identity \(host)", question.complaint) { Self.next(&$0.identities) ?? .cancel }
    }

    public func password(_ question: PKCS12Question) async -> Secret<String>? {
        await answer("password \(question.name)", question.complaint) { Self.next(&$0.passwords) ?? nil }
    }

    public func consent(sendingPasswordTo origin: Origin, for resource: HTTPURL) async -> Bool {
        await answer("consent \(origin.authority)", nil) { Self.next(&$0.consents) ?? false }
    }

    public func agent(for request: AuthorizationRequest) -> any AuthorizationAgent { Page(interface: self) }

    public func notice(_ error: PortalError) async { state.withLock { $0.notices.append(error) } }

    /// Notes a question, and lets other tasks run before it is answered, so that they may ask meanwhile.
    private func answer<Answer: Sendable>(
        _ question: String, _ complaint: String?, _ choose: (inout Script) -> Answer
    ) async -> Answer {
        begin(question, complaint)
        defer { end() }
        await Task.yield()
        return state.withLock { choose(&$0.script) }
    }

    private func begin(_ question: String, _ complaint: String?) {
        state.withLock { state in
            state.asked.append(question)
            if let complaint { state.complaints.append(complaint) }
            state.open += 1
            state.mostAtOnce = max(state.mostAtOnce, state.open)
        }
    }

    private func end() { state.withLock { $0.open -= 1 } }

    private static func next<Answer>(_ answers: inout [Answer]) -> Answer? {
        answers.isEmpty ? nil : answers.removeFirst()
    }

    /// Shows a page as long as it counts as an open question.
    private struct Page: AuthorizationAgent {
        let interface: ScriptedInterface

        func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
            interface.begin("page", nil)
            defer { interface.end() }
            guard let agent = interface.state.withLock({ $0.script.agent }) else {
                throw PortalError(.cancelled, detail: "the script has no agent to show a sign-in page")
            }
            return try await agent.authorize(request)
        }
    }
}

extension ScriptedInterface: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["asked": asked]) }
}
