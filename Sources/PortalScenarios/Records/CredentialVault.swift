internal import HTTPSemantics
internal import MockPortalServer
internal import Platform
internal import PortalAuthentication
internal import PortalJudge

/// Makes the credentials that a scenario names, and remembers every secret that it made up.
final class CredentialVault: Sendable {
    private struct State {
        var wrong: [Canary] = []
        var same: [String: String] = [:]
        var issued: [String: Secret<String>] = [:]
    }
    private let state = Locked(State())
    private let portal: MockPortal
    private let placeholders: Placeholders

    init(portal: MockPortal, placeholders: Placeholders) {
        self.portal = portal
        self.placeholders = placeholders
    }

    /// Secrets that are the driver's and not the portal's.
    var canaries: [Canary] { state.withLock { $0.wrong } }

    /// Remembers a token that the portal issued outside the wire.
    func keep(_ token: Secret<String>, as alias: String) { state.withLock { $0.issued[alias] = token } }

    /// The text of a token by its alias; nil where there is none.
    func token(_ alias: String) -> Secret<String>? {
        if let issued = state.withLock({ $0.issued[alias] }) { return issued }
        return portal.canaries().first { $0.name == alias }.map { Secret($0.value) }
    }

    /// The token that an input brings; nil where it brings none.
    func token(of input: CredentialInput) throws(PortalError) -> Secret<String>? {
        if let text = input.tokenText { return Secret(text) }
        guard let alias = input.token else { return nil }
        if let token = token(alias) { return token }
        throw PortalError(.invalidArgument, detail: "there is no \(alias)")
    }

    /// The password that an input means.
    func password(of input: CredentialInput) -> Secret<String> {
        let user = input.user ?? ""
        switch input.password {
        case .right: return portal.accounts.first { $0.username == user }?.password ?? rightIgnoringCase(user)
        case .wrong: return Secret(makeWrong(user))
        case .sameWrong:
            if let known = state.withLock({ $0.same[user] }) { return Secret(known) }
            let text = makeWrong(user)
            state.withLock { $0.same[user] = text }
            return Secret(text)
        case .text(let text):
            let isAccounts = portal.accounts.contains { $0.password == Secret(text) }
            if !isAccounts { remember(text, user) }
            return Secret(text)
        }
    }

    /// Makes a credential; `isMade` asks for a token at once, as an app does that answers a challenge.
    func credential(
        _ input: CredentialInput, for url: HTTPURL, in environment: PortalEnvironment, isMade: Bool
    ) async throws(PortalError) -> any ArcGISCredential {
        if let token = try self.token(of: input) {
            return try PregeneratedTokenCredential(
                url: url, tokenInfo: TokenInfo(accessToken: token), referer: input.referer)
        }
        let tokenURL = try tokenURL(of: input)
        let password = password(of: input)
        if isMade {
            return try await TokenCredential.make(
                for: url, username: input.username ?? input.user ?? "", password: password, tokenURL: tokenURL,
                lifetime: input.lifetime, in: environment)
        }
        return TokenCredential(
            for: url, username: input.username ?? input.user ?? "", password: password, tokenURL: tokenURL,
            lifetime: input.lifetime, in: environment)
    }

    /// The token service that an input names; nil where it is to be discovered.
    func tokenURL(of input: CredentialInput) throws(PortalError) -> HTTPURL? {
        switch input.tokenURL {
        case "discover": nil
        case "explicit": try HTTPURL("\(portal.url)/sharing/rest/generateToken")
        default: try HTTPURL(placeholders.filled(input.tokenURL))
        }
    }

    private func rightIgnoringCase(_ user: String) -> Secret<String> {
        portal.accounts.first { $0.username.lowercased() == user.lowercased() }?.password ?? Secret(makeWrong(user))
    }

    private func makeWrong(_ user: String) -> String {
        let number = state.withLock { $0.wrong.count } + 1
        let canary = WrongPassword.canary(for: user, number: number, portal: portal)
        state.withLock { $0.wrong.append(canary) }
        return canary.value
    }

    /// A wrong password that some origins may see.
    func makeWrong(_ user: String, at origins: [String]) -> Secret<String> {
        keep(WrongPassword.text(after: "wrong-"), as: "wrong:\(user)", origins)
    }

    /// A password that a page makes a user choose, which some origins may see; nil is those of the portal's accounts.
    func makeNew(_ user: String, at origins: [String]?) -> Secret<String> {
        keep(WrongPassword.text(after: "chosen-"), as: "chosen:\(user)", origins ?? self.origins)
    }

    private func keep(_ text: String, as name: String, _ origins: [String]) -> Secret<String> {
        state.withLock { state in
            state.wrong.append(
                Canary(name: "\(name)#\(state.wrong.count + 1)", kind: .password, value: text, origins: origins))
        }
        return Secret(text)
    }

    /// A client secret that is not the application's.
    func makeSecret(_ client: String) -> String {
        let text = WrongPassword.text(after: "secret-")
        let canary = Canary(name: "wrong-secret:\(client)", kind: .clientSecret, value: text, origins: origins)
        state.withLock { $0.wrong.append(canary) }
        return text
    }

    /// The origins that may see secrets of the portal's accounts.
    private var origins: [String] { portal.canaries().first { $0.kind == .password }?.origins ?? [] }

    private func remember(_ text: String, _ user: String) {
        let origins = origins
        state.withLock { state in
            guard !state.wrong.contains(where: { $0.value == text }) else { return }
            state.wrong.append(
                Canary(name: "typed:\(user)#\(state.wrong.count + 1)", kind: .password, value: text, origins: origins))
        }
    }
}
