import HTTPSemantics
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import TLSIdentity

/// The built-in client as a command uses it: one portal, what the command line gave, and a person to ask for the rest.
struct ClientSession: Sendable {
    let environment: PortalEnvironment
    let portal: Portal
    private let transport: CurlTransport
    /// Whether there is a terminal at which the user can be asked.
    private let canAsk: Bool
    /// What the command line gave.
    private let tried: TriedCredentials
    /// Where the store writes; nil without one.
    private let persistence: TrialPersistence?
    /// Whether a web tier has asked for a user name and a password.
    private let wasAsked: Locked<Bool>
    /// Whether a token was given for a user name and a password.
    private let wasAccepted: Locked<Bool>

    /// Prepares a session; nothing is sent yet.
    ///
    /// Throws one clear line: wrong usage for a URL that is none, exit 2 for a file or a store that cannot be read.
    init(
        portalURL: String, signIn: SignInOptions, identity: IdentityOptions, trust: TrustOptions,
        reach: ReachOptions, connection: Portal.Connection?
    ) async throws(CommandFailure) {
        let given = try GivenSignIn(signIn)
        try await self.init(
            portalURL: portalURL, given: given, webTier: signIn.webTier, identity: identity, trust: trust,
            reach: reach, store: signIn.store, connection: connection)
    }

    /// Prepares a session of a user who is already signed in, or an anonymous one.
    init(
        portalURL: String, webTier: WebTierOptions, identity: IdentityOptions, trust: TrustOptions,
        reach: ReachOptions, store: CredentialStoreOptions
    ) async throws(CommandFailure) {
        try await self.init(
            portalURL: portalURL, given: nil, webTier: webTier, identity: identity, trust: trust, reach: reach,
            store: store, connection: .anonymous)
    }

    private init(
        portalURL: String, given: GivenSignIn?, webTier: WebTierOptions, identity: IdentityOptions, trust: TrustOptions,
        reach: ReachOptions, store: CredentialStoreOptions, connection: Portal.Connection?
    ) async throws(CommandFailure) {
        let url: PortalURL
        do { url = try PortalURL(portalURL) } catch {
            let advice =
                PortalURL.holdsUser(portalURL) ? ": --user <name> and --password-file <file> take them" : ""
            throw CommandFailure("\(PortalURL.shown(portalURL)): \(error.detail)\(advice)", .wrongUsage)
        }
        let reach = try reach.checked()
        do { transport = try CurlTransport(proxies: reach.proxies) } catch {
            throw CommandFailure("\(error)", .couldNotJudge)
        }
        var policy = ClientPolicy()
        if let referer = given?.referer { policy.referer = referer }
        policy.consentedTokenServices = given?.consents ?? []
        reach.limits.apply(to: &policy)
        do { policy.negotiate = try webTier.kerberos.policy() } catch { throw CommandFailure(error) }
        let identities = try identity.store.existing()
        let (wasAsked, wasAccepted) = (Locked(false), Locked(false))
        self.wasAsked = wasAsked
        self.wasAccepted = wasAccepted
        environment = PortalEnvironment(
            policy: policy, transport: transport, trust: try trust.decisions(for: url), identities: identities,
            keepsIdentityChoices: identity.remembers
        ) { event in
            if case .replay(_, .httpCredential) = event { wasAsked.withLock { $0 = true } }
            if case .tokenAcquired = event { wasAccepted.withLock { $0 = true } }
        }
        let chosen = try identity.given(in: identities)
        if let warning = chosen.flatMap(IdentityTable.warning) { Console.complain("mockportal: \(warning)") }
        let login = try webTier.login(besides: given)
        persistence = try await store.open(for: environment)
        // What the command line gave takes the place of what was kept once the portal has accepted it.
        if given != nil || login != nil { persistence?.begin() }
        canAsk = Terminal.isThere
        var configuration: OAuthUserConfiguration?
        do throws(PortalError) {
            if let chosen {
                try await environment.networkCredentials.add(
                    .certificate(chosen), for: ProtectionSpace(origin: url.root.origin, method: .clientCertificate))
            }
            tried = try await TriedCredentials(
                try given?.credential(for: url, in: environment), login, for: url, in: environment)
            configuration = try given?.oauth.configuration(for: url)
        } catch {
            throw CommandFailure("\(error)", .wrongUsage)
        }
        let interface = TerminalInterface(
            userName: given?.user, httpUserName: webTier.httpUser ?? given?.user,
            opensBrowser: given?.oauth.noBrowser != true, keepsTrust: store.folder != nil)
        let authenticator = Authenticator(
            interface: interface, oAuthUserConfigurations: configuration.map { [$0] } ?? [],
            promptForUntrustedHosts: true)
        // What the command line gave is tried once; only a person is asked again. A browser needs no terminal.
        let asksForCredentials = !tried.hasCredential && (canAsk || configuration != nil)
        environment.authentication.setHandlers(
            arcGIS: asksForCredentials ? authenticator : nil, network: canAsk ? authenticator : nil)
        let isKept = environment.credentials.credential(for: url.root) != nil
        let signsIn = isKept || given?.user != nil || configuration != nil
        portal = Portal(url: url, connection: connection ?? (signsIn ? .authenticated : .anonymous), in: environment)
    }

    /// Writes down what the store is to keep; exit 2 where that fails. To be called once everything is shown.
    func keep() async throws(CommandFailure) {
        await tried.takeBackUnusedLogin(isUsed: wasAsked.withLock { $0 })
        do { try await save() } catch { throw CommandFailure("\(error)", .couldNotJudge) }
    }

    private func save() async throws(PortalError) {
        try await persistence?.end()
        try await environment.authentication.saveCredentials()
    }

    /// Does something with the portal; a refusal ends the command with one clear line and exit 1.
    func perform<Result: Sendable>(
        _ body: (Portal) async throws(PortalError) -> Result
    ) async throws(CommandFailure) -> Result {
        defer { transport.shutdown() }
        do {
            return try await body(portal)
        } catch {
            await tried.takeBack(
                after: error, isAccepted: wasAccepted.withLock { $0 }, isUsed: wasAsked.withLock { $0 })
            // What was typed and accepted before something else failed is kept as was asked for.
            do { try await save() } catch { Console.complain("\(error)") }
            throw CommandFailure(message(for: error), .refused)
        }
    }

    /// Returns the portal with a signed-in user: by the web tier where that signs in, else by the portal's own sign-in.
    func signedIn() async throws(PortalError) -> Portal {
        try await portal.load()
        guard portal.user == nil else { return portal }
        let insisting = Portal(url: portal.url, connection: .authenticated, in: environment)
        try await insisting.load()
        return insisting
    }

    /// The failure, and what to give where something was missing.
    private func message(for error: PortalError) -> String {
        let words = messageWithoutTicket(for: error)
        let offers = error.challenges.contains { $0.method == .negotiate }
        guard error.code == .httpAuthentication, offers, environment.policy.negotiate.hosts.isEmpty,
            let host = error.protectionSpace?.origin.host
        else { return words }
        return "\(words); to sign in with your Kerberos ticket: --negotiate \(host)"
    }

    private func messageWithoutTicket(for error: PortalError) -> String {
        if error.code == .httpAuthentication, tried.hasLogin, wasAsked.withLock({ $0 }) {
            return "\(error); the user name and password that were given were not accepted"
        }
        if !canAsk, !tried.hasCredential, Self.asksForCredentials.contains(error.code), takesCredentials(error) {
            return "\(error); there is no terminal to ask on: "
                + "use --user <name> with --password-stdin or --password-file <file>, --token-file <file> or --client-id <id>"
        }
        if error.code == .tokenServiceNotConsented, let host = error.protectionSpace?.origin {
            return "\(error); to consent: --consent \(host.authority)"
        }
        if let option = error.timeout.map(LimitOptions.option) { return "\(error); \(option) <seconds> allows more" }
        if error.code == .proxyAuthenticationRequired {
            return "\(error); give it with --proxy-user <name> and --proxy-password-file <file> beside --proxy <url>"
        }
        if error.code == .clientCertificateRequired {
            return "\(error); \(identityAdvice(for: error))"
        }
        if !canAsk, let failure = error.serverTrust {
            guard let words = TrustOptions.message(for: failure, at: portal.url) else {
                return "\(error); neither --trust nor --ca-file lets that pass: "
                    + "ask the server's administrator for another certificate"
            }
            return "\(error); to trust it: \(words)"
        }
        return "\(error)"
    }

    /// How a client certificate is given: one of the store where it holds one that fits.
    private func identityAdvice(for error: PortalError) -> String {
        let space = error.protectionSpace
        let fitting = environment.identities.identities(for: space).map(\.commonName)
        guard !fitting.isEmpty else {
            return "give one with --p12 <file>, or keep one with: mockportal identity import <file>"
        }
        let names = fitting.prefix(5).joined(separator: ", ")
        return
            "the store holds \(names)\(fitting.count > 5 ? " and others" : ""): --identity <name> shows one of them, --p12 <file> another"
    }

    /// Whether a user name and a password, or a token, could answer what was asked for.
    private func takesCredentials(_ error: PortalError) -> Bool {
        let methods = Set(error.challenges.map(\.method))
        return methods.isEmpty || !methods.isDisjoint(with: SchemeChoice.answeredByPassword)
    }

    private static let asksForCredentials: Set<PortalError.Code> = [
        .authenticationRequired, .tokenRequired, .httpAuthentication,
    ]
}

extension TrustOptions {
    /// How the certificate of a refusal could be trusted; nil where no option can: an exception and an authority stand for the issuer
    /// alone, never for dates, names or the purpose (row S12).
    static func message(for failure: ServerTrustFailure, at portal: PortalURL) -> String? {
        guard failure.defects.isSubset(of: [.selfSigned, .unknownRoot]), let leaf = failure.chain.first else {
            return nil
        }
        let place = failure.origin == portal.root.origin ? "" : "\(failure.origin.authority)="
        return "--ca-file <file>, or --trust \(place)\(leaf.sha256)"
    }

    /// The authorities of the files, and the certificates that were named, each at its host only.
    fileprivate func decisions(for url: PortalURL) throws(CommandFailure) -> TrustDecisions {
        var decisions = TrustDecisions()
        for file in authorityFiles {
            do {
                decisions.authorities.append(PEMCertificates(try InputFile.authorities(file)))
            } catch {
                throw CommandFailure(error)
            }
        }
        decisions.grants = exceptions.compactMap { exception in
            let parts = Self.parts(of: exception)
            guard let fingerprint = Self.normalised(parts.fingerprint) else { return nil }
            let origin = parts.place.flatMap(Self.origin) ?? url.root.origin
            return TrustGrant(host: origin.host, port: origin.port, scope: .certificate(sha256: fingerprint))
        }
        return decisions
    }
}
