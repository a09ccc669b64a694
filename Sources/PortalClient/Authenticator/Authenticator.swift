internal import HTTPSemantics
internal import Platform
public import PortalAuthentication
internal import TLSIdentity

/// One object for every challenge: signs in as a registered application where one fits, else asks a person (client behaviour of
/// Esri/arcgis-maps-sdk-swift-toolkit, Authentication).
///
/// It asks one question at a time, also where several environments use it; what a question or a sign-in page sends a request
/// for is asked in between. Servers that are not trusted are refused without asking, unless prompting for them is on.
public final class Authenticator: ArcGISChallengeHandler, NetworkChallengeHandler {
    private struct Settings: Sendable {
        var oAuth: [OAuthUserConfiguration]
        var iap: [IAPConfiguration]
        var promptsForUntrustedHosts: Bool
    }
    private let settings: Locked<Settings>
    private let turns = QuestionTurns()
    private let interface: any AuthenticatorInterface

    /// Prepares an object for `AuthenticationManager.handleChallenges(using:)`.
    ///
    /// - Parameters:
    ///   - interface: the app's questions to a person.
    ///   - oAuthUserConfigurations: the applications to sign in as; the first that can be used for a resource is.
    ///   - iapConfigurations: the identity-aware proxies to get past; a resource behind another one is refused.
    ///   - promptForUntrustedHosts: whether a person may trust a server in spite of its certificate. Default: no, it is refused.
    public init(
        interface: any AuthenticatorInterface, oAuthUserConfigurations: [OAuthUserConfiguration] = [],
        iapConfigurations: [IAPConfiguration] = [], promptForUntrustedHosts: Bool = false
    ) {
        self.interface = interface
        settings = Locked(
            Settings(
                oAuth: oAuthUserConfigurations, iap: iapConfigurations,
                promptsForUntrustedHosts: promptForUntrustedHosts))
    }

    /// The applications to sign in as.
    public var oAuthUserConfigurations: [OAuthUserConfiguration] {
        get { settings.withLock { $0.oAuth } }
        set { settings.withLock { $0.oAuth = newValue } }
    }

    /// The identity-aware proxies to get past.
    public var iapConfigurations: [IAPConfiguration] {
        get { settings.withLock { $0.iap } }
        set { settings.withLock { $0.iap = newValue } }
    }

    /// Whether a person is asked about servers that are not trusted.
    public var promptForUntrustedHosts: Bool {
        get { settings.withLock { $0.promptsForUntrustedHosts } }
        set { settings.withLock { $0.promptsForUntrustedHosts = newValue } }
    }

    // MARK: portals and servers

    public func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
        switch challenge.kind {
        case .tokenServiceConsent(let origin):
            let agrees = try await ask(.consent(origin)) {
                await $0.consent(sendingPasswordTo: origin, for: challenge.requestURL)
            }
            return agrees ? .consent : .cancel
        case .iap:
            let configuration = iapConfigurations.first { $0.canBeUsed(for: challenge.requestURL) }
            guard let configuration else { return .withoutCredential }
            return try await browser { agent throws(PortalError) in
                try await IAPCredential.make(configuration, agent: agent, in: challenge.environment)
            }
        case .token, .oAuthOrToken:
            guard let configuration = await configuration(for: challenge) else {
                return try await password(for: challenge)
            }
            return try await browser { agent throws(PortalError) in
                try await OAuthUserCredential.make(configuration, agent: agent, in: challenge.environment)
            }
        }
    }

    /// The first registered application that can be used for the challenge.
    private func configuration(for challenge: ArcGISChallenge) async -> OAuthUserConfiguration? {
        for configuration in oAuthUserConfigurations where await configuration.canBeUsed(for: challenge) {
            return configuration
        }
        return nil
    }

    /// A wrong password fails in the making, which the manager counts and asks about again.
    private func password(for challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
        let answer = try await signIn(
            host: challenge.authenticatingHost ?? challenge.requestURL.origin.authority, realm: nil, method: .token,
            complaint: challenge.previousFailureCount > 0 ? challenge.cause.detail : nil)
        guard let answer else { return .cancel }
        return .credential(
            try await TokenCredential.make(for: challenge, username: answer.username, password: answer.password))
    }

    /// A page that was declined, closed or left alone cancels the challenge; what went wrong behind it surfaces.
    private func browser(
        _ signIn: (any AuthorizationAgent) async throws(PortalError) -> any ArcGISCredential
    ) async throws -> ArcGISDisposition {
        do throws(PortalError) {
            return .credential(try await signIn(InterfaceAgent(turns: turns, interface: interface)))
        } catch {
            switch error.code {
            case .cancelled: return .cancel
            case .authorizationDenied, .authorizationTimedOut:
                await interface.notice(error)
                return .cancel
            default: throw error
            }
        }
    }

    // MARK: the network layer

    public func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        do {
            switch challenge.space.method {
            case .serverTrust:
                guard promptForUntrustedHosts else { return .withoutCredential }
                guard let trust = try await ask(.trust(challenge.space.origin), { await $0.trust(challenge) }) else {
                    return .cancel
                }
                return .credential(.serverTrust(trust))
            case .clientCertificate: return try await identity(for: challenge)
            case .basic, .digest, .ntlm:
                let complaint = challenge.previousFailureCount > 0 ? "user name or password is wrong" : nil
                let answer = try await signIn(
                    host: challenge.space.origin.authority, realm: challenge.space.realm,
                    method: challenge.space.method,
                    complaint: complaint)
                return answer.map { .credential(.password(username: $0.username, $0.password)) } ?? .cancel
            // A ticket is no matter of asking: the environment's policy names the hosts that it is for.
            default: return .rejectProtectionSpace
            }
        } catch {
            return .cancel
        }
    }

    /// Asks until an identity is chosen; what is wrong with a file leads back to the choice, a wrong password to the next one.
    private func identity(for challenge: NetworkChallenge) async throws(PortalError) -> NetworkDisposition {
        var complaint = challenge.previousFailureCount > 0 ? challenge.cause?.detail ?? "it was not accepted" : nil
        while true {
            let question = IdentityQuestion(challenge: challenge, complaint: complaint)
            switch try await ask(.identity(challenge.space.origin), { await $0.identity(question) }) {
            case .identity(let identity): return .credential(.certificate(identity))
            case .none: return .withoutCredential
            case .cancel: return .cancel
            case .file(let bytes, let name, let allowsLegacyEncryption):
                let opening = PKCS12Opening(bytes: bytes, name: name, allowsLegacyEncryption: allowsLegacyEncryption)
                switch try await opening.identity(asking: { question throws(PortalError) in
                    try await self.ask(.password(file: question.name)) { await $0.password(question) }
                }) {
                case .success(let identity): return .credential(.certificate(identity))
                case .failure(let failure): complaint = failure.words
                }
            }
        }
    }

    // MARK: asking

    /// Asks for user name and password; an empty one is refused here, so that it counts as no attempt.
    private func signIn(
        host: String, realm: String?, method: AuthenticationMethod, complaint: String?
    ) async throws(PortalError) -> SignInAnswer? {
        var complaint = complaint
        while true {
            let question = SignInQuestion(host: host, realm: realm, method: method, complaint: complaint)
            let subject = QuestionTurns.Subject.signIn(host: host, realm: realm, method)
            guard let answer = try await ask(subject, { await $0.signIn(question) }) else { return nil }
            if answer.username.isEmpty {
                complaint = "the user name is empty"
            } else if answer.password.reveal(\.isEmpty) {
                complaint = "the password is empty"
            } else {
                return answer
            }
        }
    }

    /// Asks one question in its turn; throws what ``QuestionTurns/pass(_:_:)`` throws.
    private func ask<Answer: Sendable>(
        _ subject: QuestionTurns.Subject, _ body: (any AuthenticatorInterface) async -> Answer
    ) async throws(PortalError) -> Answer {
        try await turns.pass(subject) { () throws(PortalError) -> Answer in
            if Task.isCancelled { throw .cancelledByTask }
            let answer = await body(interface)
            // An answer that comes too late counts no more.
            if Task.isCancelled { throw .cancelledByTask }
            return answer
        }
    }
}

extension Authenticator: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AuthenticationManager {
    /// Has one object answer every challenge from now on; nil removes the handlers, and requests fail with their cause.
    public func handleChallenges(using authenticator: Authenticator?) {
        setHandlers(arcGIS: authenticator, network: authenticator)
    }
}
