internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import TLSIdentity

/// The app's side of challenges: answers from the scenario's queue, in order.
///
/// Where the scenario has the app use the client's own ``Authenticator``, that answers, and a ``ScriptedUser`` answers its questions.
final class AppHandlers: ArcGISChallengeHandler, NetworkChallengeHandler {
    /// Sends a request of the app's own, as a step does.
    typealias Sender = @Sendable (ServiceRequest) async -> Void

    private let answers: AnswerQueue
    private let sender = Locked<Sender?>(nil)
    private let challenges = Locked<[String]>([])
    private let identities = Locked(ClientIdentityStore())
    private let configurations = Locked<[OAuthUserConfiguration]>([])
    private let proxies = Locked<[IAPConfiguration]>([])
    private let turns: OpenTurns
    private let tools: AppTools
    /// How the app has the client's own authenticator made; nil where it answers itself.
    private let plan: AuthenticatorPlan?
    private let authenticator = Locked<AppBehavior.Authenticating.Handler?>(nil)

    private var log: RunLog { tools.log }
    private var vault: CredentialVault { tools.vault }
    private var grants: GrantLog { tools.grants }
    private var runIdentities: RunIdentities { tools.runIdentities }
    private var behavior: AppBehavior { tools.behavior }

    init(_ tools: AppTools, authenticator plan: AuthenticatorPlan?) {
        self.tools = tools
        self.plan = plan
        answers = AnswerQueue(tools)
        turns = OpenTurns(of: "challenge", log: tools.log)
    }

    /// Has more answers ready.
    func add(_ plans: [AnswerPlan]) { answers.add(plans) }

    /// Imports into this store from now on.
    func use(_ store: ClientIdentityStore) { identities.withLock { $0 = store } }

    /// Signs people in as these applications from now on.
    func use(_ applications: [OAuthUserConfiguration], proxies known: [IAPConfiguration]) {
        configurations.withLock { $0 = applications }
        proxies.withLock { $0 = known }
        makeAuthenticator()
    }

    private func makeAuthenticator() {
        guard let plan else { return }
        let user = ScriptedUser(tools, answers: answers) { [sender] in await sender.withLock { $0 }?($0) }
        let made = behavior.authenticating.make(
            AppBehavior.Authenticating.Parts(
                interface: user, oAuth: configurations.withLock { $0 }, proxies: proxies.withLock { $0 },
                promptsForUntrustedHosts: plan.promptsForUntrustedHosts))
        authenticator.withLock { $0 = made }
    }

    /// Sends its own requests this way from now on.
    func send(by sender: @escaping Sender) { self.sender.withLock { $0 = sender } }

    /// Another set of handlers of the same app, with no answers queued.
    func successor() -> AppHandlers {
        let next = AppHandlers(tools, authenticator: plan)
        next.use(store)
        next.use(configurations.withLock { $0 }, proxies: proxies.withLock { $0 })
        if let sender = sender.withLock({ $0 }) { next.send(by: sender) }
        return next
    }

    private var store: ClientIdentityStore { identities.withLock { $0 } }

    /// Every challenge that came, described, for the check that descriptions hold no secret.
    var descriptions: [String] { challenges.withLock { $0 } }

    /// What a thrown answer throws.
    struct Thrown: Error, CustomStringConvertible {
        let description: String
    }

    func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
        guard let authenticator = authenticator.withLock({ $0 }) else {
            return try await turns.during { try await answer(challenge) }
        }
        _ = tell(challenge)
        return try await authenticator.handle(challenge)
    }

    /// Writes a challenge down; gives its name and the token service that it is about.
    private func tell(_ challenge: ArcGISChallenge) -> (kind: String, consent: Origin?) {
        let kind: String
        var consent: Origin?
        switch challenge.kind {
        case .oAuthOrToken: kind = "oAuthOrToken"
        case .token: kind = "token"
        case .iap: kind = "iap"
        case .tokenServiceConsent(let origin):
            kind = "consent"
            consent = origin
        }
        behavior.answers.prompt {
            log.challenge(
                kind, failures: challenge.previousFailureCount,
                place: consent.map(tools.name) ?? challenge.requestURL.withoutQuery)
        }
        challenges.withLock { $0.append("\(challenge) \(String(reflecting: challenge))") }
        return (kind, consent)
    }

    private func answer(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
        let (kind, consent) = tell(challenge)
        if let consent, behavior.answers.consents(consent) {
            grants.consented(to: consent)
            return .consent
        }
        guard let plan = await answers.next("\(kind) challenge") else { return .withoutCredential }
        let answer = try await disposition(plan.kind, for: challenge, kind: kind, consent: consent)
        return try await behavior.answers.arcGIS(answer, challenge) {
            try await credential(.account("alice"), for: challenge)
        }
    }

    private func disposition(
        _ answer: AnswerPlan.Kind, for challenge: ArcGISChallenge, kind: String, consent: Origin?
    ) async throws -> ArcGISDisposition {
        switch answer {
        case .credential(let input): return try await credential(input, for: challenge)
        case .cancel: return .cancel
        case .without: return .withoutCredential
        case .consent:
            if let consent { grants.consented(to: consent) }
            return .consent
        case .oauth(let plan, let otherwise):
            if let credential = try await signedIn(plan, for: challenge) { return .credential(credential) }
            if let otherwise {
                return try await disposition(otherwise, for: challenge, kind: kind, consent: consent)
            }
            log.complain("the environment has no application for a \(kind) challenge")
            return .withoutCredential
        case .failure(let text): throw Thrown(description: text)
        case .never:
            await tools.untilCancelled()
            return .cancel
        case .twice(let first, let second):
            let both = [
                try await disposition(first, for: challenge, kind: kind, consent: consent),
                try await disposition(second, for: challenge, kind: kind, consent: consent),
            ]
            let answers = behavior.answers.order([0, 1]).map { both[$0] }
            let twice = CompletionChallengeHandler(arcGIS: { _, answer in answers.forEach(answer) })
            return try await twice.handle(challenge)
        case .requesting(let request, let then):
            await send(request)
            return try await disposition(then, for: challenge, kind: kind, consent: consent)
        case .trust, .reject, .password, .certificate, .imports:
            log.complain("a \(kind) challenge met an answer for another kind")
            return .withoutCredential
        }
    }

    /// Lets the user sign in to what asks; nil where the app knows nothing that fits.
    private func signedIn(
        _ plan: BrowserPlan, for challenge: ArcGISChallenge
    ) async throws -> (any ArcGISCredential)? {
        // What the sign-in itself asks comes while its own question is open.
        try await turns.nesting { try await signedInAlone(plan, for: challenge) }
    }

    private func signedInAlone(
        _ plan: BrowserPlan, for challenge: ArcGISChallenge
    ) async throws -> (any ArcGISCredential)? {
        if challenge.kind == .iap {
            guard let proxy = proxy(for: challenge.requestURL) else { return nil }
            return try await IAPCredential.make(proxy, agent: tools.agent(for: plan), in: challenge.environment)
        }
        guard let configuration = await configuration(for: challenge) else { return nil }
        return try await OAuthUserCredential.make(
            configuration, agent: tools.agent(for: plan), in: challenge.environment)
    }

    /// The proxy that a resource is behind.
    private func proxy(for url: HTTPURL) -> IAPConfiguration? {
        behavior.answers.proxy(proxies.withLock { $0 }, url)
    }

    /// The application as which the user signs in to a resource.
    private func configuration(for challenge: ArcGISChallenge) async -> OAuthUserConfiguration? {
        await behavior.answers.application(configurations.withLock { $0 }, challenge)
    }

    /// What opens the browser in which the user does what a plan says.
    func agent(for plan: BrowserPlan) -> any AuthorizationAgent { tools.agent(for: plan) }

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        guard let authenticator = authenticator.withLock({ $0 }) else {
            return await turns.during { await answer(challenge) }
        }
        tell(challenge)
        return await authenticator.handle(challenge)
    }

    /// Writes a challenge down, and what it shows of certificates.
    private func tell(_ challenge: NetworkChallenge) {
        let realm = challenge.space.realm.map { " \($0)" } ?? ""
        behavior.answers.prompt {
            log.challenge(
                Self.kind(of: challenge.space.method), failures: challenge.previousFailureCount,
                place: tools.name(of: challenge.space.origin) + realm)
        }
        challenges.withLock { $0.append("\(challenge) \(String(reflecting: challenge))") }
        switch challenge.space.method {
        case .serverTrust:
            log.remember("certificate", CertificateView.value(challenge.chain, defects: challenge.defects))
            if challenge.previousFingerprint != nil { log.remember("previousFingerprint", true) }
        case .clientCertificate:
            log.asked(for: challenge.space)
            let names = challenge.candidates.map(runIdentities.name).sorted()
            log.remember("candidates", .array(names.map { .string($0) }))
        default: break
        }
    }

    private func answer(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        tell(challenge)
        let kind = Self.kind(of: challenge.space.method)
        guard let plan = await answers.next("\(kind) challenge") else { return .withoutCredential }
        let answer = await disposition(plan.kind, for: challenge, kind: kind)
        return behavior.answers.network(answer) { known(challenge) }
    }

    private func disposition(
        _ answer: AnswerPlan.Kind, for challenge: NetworkChallenge, kind: String
    ) async -> NetworkDisposition {
        switch answer {
        case .cancel: return .cancel
        case .reject: return .rejectProtectionSpace
        case .never:
            await tools.untilCancelled()
            return .cancel
        case .twice(let first, let second):
            let both = [
                await disposition(first, for: challenge, kind: kind),
                await disposition(second, for: challenge, kind: kind),
            ]
            let answers = behavior.answers.order([0, 1]).map { both[$0] }
            return await CompletionChallengeHandler(network: { _, answer in answers.forEach(answer) }).handle(challenge)
        case .requesting(let request, let then):
            await send(request)
            return await disposition(then, for: challenge, kind: kind)
        default: break
        }
        switch (challenge.space.method, answer) {
        case (_, .without):
            if challenge.space.method == .clientCertificate { grants.unchose(challenge.space.origin) }
            return .withoutCredential
        case (.serverTrust, .trust(let isForCertificate)):
            return .credential(.serverTrust(tools.trust(challenge, isForCertificate: isForCertificate)))
        case (.clientCertificate, .certificate(let name)): return chosen(name, for: challenge)
        case (.clientCertificate, .imports(let files)): return imported(files, for: challenge)
        case (.basic, .password(let input)), (.digest, .password(let input)), (.ntlm, .password(let input)),
            (.negotiate, .password(let input)):
            return .credential(
                .password(username: input.username ?? input.user ?? "", vault.password(of: input)))
        default:
            log.complain("a \(kind) challenge met an answer for another kind")
            return .withoutCredential
        }
    }

    /// The method as `expect.events` spells it.
    private static func kind(of method: AuthenticationMethod) -> String {
        switch method {
        case .serverTrust: "serverTrust"
        case .clientCertificate: "clientCertificate"
        default: "\(method)"
        }
    }

    /// What the app could answer without asking its user.
    private func known(_ challenge: NetworkChallenge) -> NetworkDisposition {
        switch challenge.space.method {
        case .serverTrust: return .credential(.serverTrust(NetworkTrust(scope: .host)))
        case .clientCertificate: return chosen("alice", for: challenge)
        default:
            return .credential(.password(username: "alice", vault.password(of: .account("alice"))))
        }
    }

    /// Hands an identity in: the candidate of that name, or one that the app has elsewhere.
    private func chosen(_ name: String, for challenge: NetworkChallenge) -> NetworkDisposition {
        tools.identity(name, for: challenge).map { .credential(.certificate($0)) } ?? .withoutCredential
    }

    /// Imports files, one after the other, as an app does whose user mistypes the password, and hands the first in that opens.
    private func imported(_ files: [IdentityFile], for challenge: NetworkChallenge) -> NetworkDisposition {
        for file in files {
            do {
                let (path, password) = try runIdentities.file(file)
                let identity = try store.importPKCS12(
                    file: path, password: password, overwrite: file.overwrites,
                    allowsLegacyEncryption: file.allowsLegacy)
                log.note("imported")
                grants.chose(runIdentities.name(of: identity), for: challenge.space.origin)
                return .credential(.certificate(identity))
            } catch let error as IdentityImportError {
                log.fail(error, isStep: false)
            } catch {
                log.complain("the file \(file.recipe) cannot be made: \(error)")
            }
        }
        return .withoutCredential
    }

    private func send(_ request: ServiceRequest) async {
        await turns.nesting { await sender.withLock { $0 }?(request) }
    }

    private func credential(_ input: CredentialInput, for challenge: ArcGISChallenge) async throws -> ArcGISDisposition
    {
        var input = input
        input.username = input.username.map(behavior.text)
        if case .text(let text) = input.password { input.password = .text(behavior.text(text)) }
        return .credential(
            try await vault.credential(input, for: challenge.requestURL, in: challenge.environment, isMade: true))
    }
}
