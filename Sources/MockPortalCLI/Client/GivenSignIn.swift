import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient

/// What the command line gives to sign in with, once its files are read.
struct GivenSignIn: Sendable {
    /// The user that it names.
    let user: String?
    let password: Secret<String>?
    let token: Secret<String>?
    let referer: String?
    let oauth: OAuthOptions
    /// The token services on other hosts that the password may go to.
    let consents: Set<Origin>

    /// Reads the files; exit 2 for one that cannot be read.
    init(_ options: SignInOptions) throws(CommandFailure) {
        user = options.user
        referer = options.referer
        oauth = options.oauth
        consents = Set(options.consents.compactMap(TrustOptions.origin))
        if options.passwordStdin {
            do { password = Secret(try InputFile.firstLineOfStandardInput() ?? "") } catch {
                throw CommandFailure(error)
            }
        } else {
            password = try Self.secret(options.passwordFile)
        }
        let fromFile = try Self.secret(options.tokenFile, InputFile.secretWord)
        token = options.token.map { Secret($0) } ?? fromFile
    }

    /// Returns the credential given for a portal; nil where the user has to be asked. Throws for a malformed token.
    func credential(for portal: PortalURL, in environment: PortalEnvironment) throws(PortalError) -> (
        any ArcGISCredential
    )? {
        if let user, let password {
            return TokenCredential(for: portal.root, username: user, password: password, in: environment)
        }
        guard let token else { return nil }
        return try PregeneratedTokenCredential(
            url: portal.root, tokenInfo: TokenInfo(accessToken: token), referer: referer)
    }

    private static func secret(
        _ file: String?, _ read: (String) throws(DocumentError) -> Secret<String> = InputFile.secretLine
    ) throws(CommandFailure) -> Secret<String>? {
        guard let file else { return nil }
        do { return try read(file) } catch { throw CommandFailure(error) }
    }
}

extension WebTierOptions {
    /// Who answers Basic and Digest: the user named for it, else the portal's; nil where no password is given.
    func login(besides given: GivenSignIn?) throws(CommandFailure) -> SignInAnswer? {
        guard let httpUser else {
            guard let user = given?.user, let password = given?.password else { return nil }
            return SignInAnswer(username: user, password: password)
        }
        guard let httpPasswordFile else { return nil }
        do {
            return SignInAnswer(username: httpUser, password: try InputFile.secretLine(httpPasswordFile))
        } catch {
            throw CommandFailure(error)
        }
    }
}
