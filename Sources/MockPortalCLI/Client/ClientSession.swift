import HTTPAuthentication
import PortalAuthentication
import PortalClient
import PortalTransport
import TLSIdentity

/// The built-in client as a command uses it: one portal, what the command line gave, and a person to ask for the rest.
struct ClientSession: Sendable {
    let environment: PortalEnvironment
    let portal: Portal
    private let transport: CurlTransport
    private let prompts: Prompts?
    /// Whether the command line named a user or a token.
    private let hasCredential: Bool
    /// Whether it named a user for the web tier.
    private let hasLogin: Bool

    /// Prepares a session; nothing is sent yet.
    ///
    /// Throws one clear line: wrong usage for a URL that is none, exit 2 for a file that cannot be read.
    init(
        portalURL: String, signIn: SignInOptions, identity: IdentityOptions, trust: TrustOptions,
        connection: Portal.Connection?
    ) async throws(CommandFailure) {
        let url: PortalURL
        do { url = try PortalURL(portalURL) } catch {
            throw CommandFailure("\(portalURL): \(error.detail)", .wrongUsage)
        }
        do { transport = try CurlTransport() } catch { throw CommandFailure("\(error)", .couldNotJudge) }
        var policy = ClientPolicy()
        if let referer = signIn.referer { policy.referer = referer }
        let store = try identity.store.existing()
        environment = PortalEnvironment(
            policy: policy, transport: transport, trust: try trust.decisions(for: url), identities: store)
        let origin = url.root.origin
        let chosen = try identity.given(in: store)
        let password = try signIn.givenPassword()
        let login = try signIn.givenLogin(password: password)
        let prompts = Prompts.onTerminal(userName: signIn.user, httpUserName: signIn.httpUser ?? signIn.user)
        self.prompts = prompts
        hasLogin = login != nil
        hasCredential = signIn.user != nil && password != nil || signIn.token != nil || signIn.tokenFile != nil
        do throws(PortalError) {
            if let chosen {
                try await environment.networkCredentials.add(
                    .certificate(chosen), for: ProtectionSpace(origin: origin, method: .clientCertificate))
            }
            if let login {
                // Without a realm it holds for every realm of the portal's own origin, and for Digest as well.
                try await environment.networkCredentials.add(
                    .password(username: login.username, login.password),
                    for: ProtectionSpace(origin: origin, method: .basic))
            }
            if let user = signIn.user, let password {
                environment.credentials.add(
                    TokenCredential(for: url.root, username: user, password: password, in: environment))
            } else if let token = try signIn.givenToken() {
                let info = TokenInfo(accessToken: token)
                environment.credentials.add(
                    try PregeneratedTokenCredential(url: url.root, tokenInfo: info, referer: signIn.referer))
            }
        } catch {
            throw CommandFailure("\(error)", .wrongUsage)
        }
        // What the command line gave is tried once; only a person is asked again.
        environment.authentication.setHandlers(
            arcGIS: hasCredential ? nil : prompts, network: prompts)
        let signsIn = hasCredential || signIn.user != nil
        portal = Portal(url: url, connection: connection ?? (signsIn ? .authenticated : .anonymous), in: environment)
    }

    /// Does something with the portal; a refusal ends the command with one clear line and exit 1.
    func perform<Result: Sendable>(
        _ body: (Portal) async throws(PortalError) -> Result
    ) async throws(CommandFailure) -> Result {
        defer { transport.shutdown() }
        do {
            return try await body(portal)
        } catch {
            throw CommandFailure(words(for: error), .refused)
        }
    }

    /// The portal once somebody is signed in: the web tier may have seen to that, else it is asked for.
    func signedIn() async throws(PortalError) -> Portal {
        try await portal.load()
        guard portal.user == nil else { return portal }
        let insisting = Portal(url: portal.url, connection: .authenticated, in: environment)
        try await insisting.load()
        return insisting
    }

    /// The failure, and what to give where something was missing.
    private func words(for error: PortalError) -> String {
        if error.code == .httpAuthentication, hasLogin {
            return "\(error); the user name and password that were given were not accepted"
        }
        if prompts == nil, !hasCredential, Self.asksForCredentials.contains(error.code) {
            return "\(error); there is no terminal to ask on: "
                + "use --user <name> with --password-stdin or --password-file <file>, or --token-file <file>"
        }
        if error.code == .clientCertificateRequired {
            return "\(error); give one with --p12 <file>, or keep one with: mockportal identity import <file>"
        }
        if prompts == nil, let leaf = error.serverTrust?.chain.first {
            return "\(error); to trust it: --ca-file <file>, or --trust \(leaf.sha256)"
        }
        return "\(error)"
    }

    private static let asksForCredentials: Set<PortalError.Code> = [
        .authenticationRequired, .tokenRequired, .httpAuthentication,
    ]
}

extension SignInOptions {
    /// The password of standard input or of its file.
    fileprivate func givenPassword() throws(CommandFailure) -> Secret<String>? {
        if passwordStdin { return Secret(InputFile.firstLineOfStandardInput() ?? "") }
        guard let passwordFile else { return nil }
        do { return Secret(try InputFile.firstLine(passwordFile)) } catch { throw CommandFailure(error) }
    }

    /// Who answers Basic and Digest: the user named for it, else the portal's.
    fileprivate func givenLogin(
        password: Secret<String>?
    ) throws(CommandFailure) -> (username: String, password: Secret<String>)? {
        if let httpUser {
            guard let httpPasswordFile else { return nil }
            do { return (httpUser, Secret(try InputFile.firstLine(httpPasswordFile))) } catch {
                throw CommandFailure(error)
            }
        }
        guard let user, let password else { return nil }
        return (user, password)
    }

    /// The token of the command line or of its file.
    fileprivate func givenToken() throws(PortalError) -> Secret<String>? {
        if let token { return Secret(token) }
        guard let tokenFile else { return nil }
        do {
            let text = String(decoding: try InputFile.bytes(tokenFile), as: UTF8.self)
            return Secret(text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "")
        } catch {
            throw PortalError(.invalidArgument, detail: "\(error)")
        }
    }
}

extension TrustOptions {
    /// The authorities of the files, and the certificates that were named, on the portal's host only.
    fileprivate func decisions(for url: PortalURL) throws(CommandFailure) -> TrustDecisions {
        var decisions = TrustDecisions()
        for file in authorityFiles {
            do {
                decisions.authorities.append(
                    PEMCertificates(String(decoding: try InputFile.bytes(file), as: UTF8.self)))
            } catch {
                throw CommandFailure(error)
            }
        }
        decisions.grants = fingerprints.compactMap(Self.normalised).map { fingerprint in
            TrustGrant(host: url.root.origin.host, port: url.root.origin.port, scope: .certificate(sha256: fingerprint))
        }
        return decisions
    }
}
