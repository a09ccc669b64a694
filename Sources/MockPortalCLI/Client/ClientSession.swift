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

    /// Prepares a session; nothing is sent yet.
    ///
    /// Throws one clear line: wrong usage for a URL that is none, exit 2 for a file that cannot be read.
    init(
        portalURL: String, signIn: SignInOptions, trust: TrustOptions, connection: Portal.Connection?
    ) throws(CommandFailure) {
        let url: PortalURL
        do { url = try PortalURL(portalURL) } catch {
            throw CommandFailure("\(portalURL): \(error.detail)", .wrongUsage)
        }
        do { transport = try CurlTransport() } catch { throw CommandFailure("\(error)", .couldNotJudge) }
        var policy = ClientPolicy()
        if let referer = signIn.referer { policy.referer = referer }
        environment = PortalEnvironment(policy: policy, transport: transport, trust: try trust.decisions(for: url))
        let password = signIn.passwordStdin ? Secret(InputFile.firstLineOfStandardInput() ?? "") : nil
        let prompts = Prompts.onTerminal(userName: signIn.user)
        self.prompts = prompts
        hasCredential = signIn.user != nil && password != nil || signIn.token != nil || signIn.tokenFile != nil
        do throws(PortalError) {
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
        environment.authentication.setHandlers(arcGIS: hasCredential ? nil : prompts, network: prompts)
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

    /// The failure, and what to give where something was missing.
    private func words(for error: PortalError) -> String {
        if prompts == nil, !hasCredential, Self.asksForCredentials.contains(error.code) {
            return "\(error); there is no terminal to ask on: "
                + "use --user <name> with --password-stdin, or --token-file <file>"
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
