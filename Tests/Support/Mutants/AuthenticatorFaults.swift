internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalClient
internal import PortalScenarios
internal import PortalTransport

/// An authenticator with a fault planted around it: it answers some challenges itself and leaves the others to the real one.
struct FaultyAuthenticator: ArcGISChallengeHandler, NetworkChallengeHandler {
    typealias ArcGIS =
        @Sendable (ArcGISChallenge, _ real: AppBehavior.Authenticating.Handler) async throws -> ArcGISDisposition
    typealias Network =
        @Sendable (NetworkChallenge, _ real: AppBehavior.Authenticating.Handler) async -> NetworkDisposition
    let real: AppBehavior.Authenticating.Handler
    var arcGIS: ArcGIS = { try await $1.handle($0) }
    var network: Network = { await $1.handle($0) }

    func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition { try await arcGIS(challenge, real) }

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition { await network(challenge, real) }
}

/// A front end with a fault planted around it: it answers some questions itself and puts the others to the user.
struct FaultyInterface: AuthenticatorInterface {
    let real: any AuthenticatorInterface
    var onSignIn: @Sendable (SignInQuestion, any AuthenticatorInterface) async -> SignInAnswer? = {
        await $1.signIn($0)
    }
    var onTrust: @Sendable (NetworkChallenge, any AuthenticatorInterface) async -> NetworkTrust? = {
        await $1.trust($0)
    }
    var onIdentity: @Sendable (IdentityQuestion, any AuthenticatorInterface) async -> IdentityAnswer = {
        await $1.identity($0)
    }
    var onPassword: @Sendable (PKCS12Question, any AuthenticatorInterface) async -> Secret<String>? = {
        await $1.password($0)
    }
    var consents = false
    var isSilent = false

    func signIn(_ question: SignInQuestion) async -> SignInAnswer? { await onSignIn(question, real) }
    func trust(_ question: NetworkChallenge) async -> NetworkTrust? { await onTrust(question, real) }
    func identity(_ question: IdentityQuestion) async -> IdentityAnswer { await onIdentity(question, real) }
    func password(_ question: PKCS12Question) async -> Secret<String>? { await onPassword(question, real) }
    func consent(sendingPasswordTo origin: Origin, for resource: HTTPURL) async -> Bool {
        if consents { return true }
        return await real.consent(sendingPasswordTo: origin, for: resource)
    }
    func agent(for request: AuthorizationRequest) -> any AuthorizationAgent { real.agent(for: request) }
    func notice(_ error: PortalError) async { if !isSilent { await real.notice(error) } }
}

/// Shows a sign-in page as a front end does.
struct AgentOfInterface: AuthorizationAgent {
    let interface: any AuthenticatorInterface

    func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        try await interface.agent(for: request).authorize(request)
    }
}

extension AppBehavior.Authenticating {
    /// Makes an authenticator of parts that were changed.
    mutating func change(_ change: @escaping @Sendable (inout Parts) -> Void) {
        make = { $0.with(change).authenticator }
    }

    /// Makes an authenticator whose front end is a faulty one.
    mutating func interface(_ change: @escaping @Sendable (inout FaultyInterface) -> Void) {
        make = { parts in
            var faulty = FaultyInterface(real: parts.interface)
            change(&faulty)
            let interface = faulty
            return parts.with { $0.interface = interface }.authenticator
        }
    }

    /// Has a faulty one in front of the authenticator.
    mutating func decorate(_ change: @escaping @Sendable (inout FaultyAuthenticator, Parts) -> Void) {
        make = { parts in
            var faulty = FaultyAuthenticator(real: parts.authenticator)
            change(&faulty, parts)
            return faulty
        }
    }

    /// Takes the first configuration of all, whether it can be used for the resource or not.
    mutating func takeFirstConfiguration() {
        decorate { faulty, parts in
            let agent = AgentOfInterface(interface: parts.interface)
            faulty.arcGIS = { challenge, real in
                switch challenge.kind {
                case .iap:
                    guard let first = parts.proxies.first else { break }
                    return .credential(try await IAPCredential.make(first, agent: agent, in: challenge.environment))
                case .token, .oAuthOrToken:
                    guard let first = parts.oAuth.first else { break }
                    return .credential(
                        try await OAuthUserCredential.make(first, agent: agent, in: challenge.environment))
                case .tokenServiceConsent: break
                }
                return try await real.handle(challenge)
            }
        }
    }
}
