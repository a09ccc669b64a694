internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import TLSIdentity

/// The app's side of challenges: answers from the scenario's queue, in order.
final class AppHandlers: ArcGISChallengeHandler, NetworkChallengeHandler {
    /// Sends a request of the app's own, as a step does.
    typealias Sender = @Sendable (ServiceRequest) async -> Void

    private let queue = Locked<[AnswerPlan]>([])
    private let sender = Locked<Sender?>(nil)
    private let challenges = Locked<[String]>([])
    private let identities = Locked(ClientIdentityStore())
    private let configurations = Locked<[OAuthUserConfiguration]>([])
    private let proxies = Locked<[IAPConfiguration]>([])
    private let open = Locked((last: 0, turns: Set<Int>(), requesting: 0))
    private let log: RunLog
    private let vault: CredentialVault
    private let grants: GrantLog
    private let runIdentities: RunIdentities
    private let portal: MockPortal
    private let behavior: AppBehavior
    /// How long an answer waits for what the scenario has it wait for.
    private let patience: Duration

    init(
        log: RunLog, vault: CredentialVault, grants: GrantLog, runIdentities: RunIdentities, portal: MockPortal,
        behavior: AppBehavior, patience: Duration
    ) {
        self.log = log
        self.vault = vault
        self.runIdentities = runIdentities
        self.grants = grants
        self.portal = portal
        self.behavior = behavior
        self.patience = patience
    }

    /// Has more answers ready.
    func add(_ plans: [AnswerPlan]) { queue.withLock { $0 += plans } }

    /// Imports into this store from now on.
    func use(_ store: ClientIdentityStore) { identities.withLock { $0 = store } }

    /// Signs people in as these applications from now on.
    func use(_ applications: [OAuthUserConfiguration], proxies known: [IAPConfiguration]) {
        configurations.withLock { $0 = applications }
        proxies.withLock { $0 = known }
    }

    /// Sends its own requests this way from now on.
    func send(by sender: @escaping Sender) { self.sender.withLock { $0 = sender } }

    /// Another set of handlers of the same app, with no answers queued.
    func successor() -> AppHandlers {
        let next = AppHandlers(
            log: log, vault: vault, grants: grants, runIdentities: runIdentities, portal: portal, behavior: behavior,
            patience: patience)
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
        let turn = begin()
        return try await withTaskCancellationHandler {
            defer { end(turn) }
            return try await answer(challenge)
        } onCancel: {
            end(turn)
        }
    }

    private func answer(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
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
                place: consent.map(name) ?? challenge.requestURL.withoutQuery)
        }
        challenges.withLock { $0.append("\(challenge) \(String(reflecting: challenge))") }
        if let consent, behavior.answers.consents(consent) {
            grants.consented(to: consent)
            return .consent
        }
        guard let plan = await next("\(kind) challenge") else { return .withoutCredential }
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
            await untilCancelled()
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
        open.withLock { $0.requesting += 1 }
        defer { open.withLock { $0.requesting -= 1 } }
        if challenge.kind == .iap {
            guard let proxy = proxy(for: challenge.requestURL) else { return nil }
            return try await IAPCredential.make(proxy, agent: agent(for: plan), in: challenge.environment)
        }
        guard let configuration = await configuration(for: challenge) else { return nil }
        return try await OAuthUserCredential.make(configuration, agent: agent(for: plan), in: challenge.environment)
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
    func agent(for plan: BrowserPlan) -> any AuthorizationAgent {
        let browser = ScriptedBrowser(
            plan: plan, trust: BrowserWindow.trust(in: portal), grants: grants,
            password: { [vault] user, isRight in
                vault.password(of: isRight ? .account(user) : .wrong(user))
            }, behavior: behavior.browsing)
        return BrowserWays(browser: browser, note: { [log] in log.note($0) })
    }

    /// Begins a question; a second one at once is a complaint, unless a request that a handler sends itself asks it, or the first one
    /// was withdrawn.
    private func begin() -> Int {
        let (turn, isAlone) = open.withLock { open in
            open.last += 1
            open.turns.insert(open.last)
            return (open.last, open.turns.count == 1 || open.requesting > 0)
        }
        if !isAlone { log.complain("a challenge came while another one was open") }
        return turn
    }

    private func end(_ turn: Int) { open.withLock { _ = $0.turns.remove(turn) } }

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        let turn = begin()
        return await withTaskCancellationHandler {
            defer { end(turn) }
            return await answer(challenge)
        } onCancel: {
            end(turn)
        }
    }

    private func answer(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        let (kind, origin) = (Self.kind(of: challenge.space.method), challenge.space.origin)
        let realm = challenge.space.realm.map { " \($0)" } ?? ""
        behavior.answers.prompt {
            log.challenge(kind, failures: challenge.previousFailureCount, place: name(origin) + realm)
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
        guard let plan = await next("\(kind) challenge") else { return .withoutCredential }
        let answer = await disposition(plan.kind, for: challenge, kind: kind)
        return behavior.answers.network(answer) { known(challenge) }
    }

    private func disposition(
        _ answer: AnswerPlan.Kind, for challenge: NetworkChallenge, kind: String
    ) async -> NetworkDisposition {
        let origin = challenge.space.origin
        switch answer {
        case .cancel: return .cancel
        case .reject: return .rejectProtectionSpace
        case .never:
            await untilCancelled()
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
            if challenge.space.method == .clientCertificate { grants.unchose(origin) }
            return .withoutCredential
        case (.serverTrust, .trust(let isForCertificate)):
            let fingerprint = isForCertificate ? challenge.chain.first?.sha256 : nil
            grants.granted(
                origin, fingerprint: fingerprint, tolerating: [.certificateSelfSigned, .certificateUnknownRoot])
            return .credential(.serverTrust(NetworkTrust(scope: isForCertificate ? .certificate : .host)))
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
        do {
            let known = challenge.candidates.first { runIdentities.name(of: $0) == name }
            let identity = try known ?? runIdentities.identity(name)
            grants.chose(name, for: challenge.space.origin)
            return .credential(.certificate(identity))
        } catch {
            log.complain("there is no identity \(name): \(error)")
            return .withoutCredential
        }
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
        open.withLock { $0.requesting += 1 }
        await sender.withLock { $0 }?(request)
        open.withLock { $0.requesting -= 1 }
    }

    /// Returns when the task is cancelled, and not before.
    private func untilCancelled() async {
        let (never, continuation) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        _ = continuation
    }

    /// What the scenario calls an origin.
    private func name(_ origin: Origin) -> String {
        let places = [("portal", portal.url)] + portal.hostURLs.sorted { $0.key < $1.key }
        return places.first { Origin(ofURL: $0.1) == origin }?.0 ?? origin.description
    }

    private func next(_ kind: String) async -> AnswerPlan? {
        let plan = queue.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let plan else {
            log.complain("a \(kind) came that the scenario has no answer for")
            return nil
        }
        switch plan.until {
        case .requests(let count, let operation)?:
            _ = await portal.waitForRequests(count, operation: operation, timeout: patience)
        case .joined(let count)?:
            let log = log
            if await !isDone(within: patience, { await log.untilJoined(count) }) {
                log.complain("\(count) requests did not join a challenge")
            }
        case nil: break
        }
        grants.asked()
        return plan
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
