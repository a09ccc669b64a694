import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PretendPortals

/// A credential that can be written down and called in.
final class PaperCredential: StorableCredential, RevocableCredential {
    static let storedKind = "paper"
    let serverContext: ServerContext
    private let token: Locked<String>
    private let live = Locked(true)
    /// What calling in throws.
    let refusal = Locked<PortalError?>(nil)
    /// Is waited for before anything is called in.
    let latch = Locked<Latch?>(nil)
    private let revocations = Locked(0)
    private let writings = Locked(0)
    private let begun = Locked(false)

    init(_ url: String, token: String) throws(PortalError) {
        serverContext = ServerContext(of: try HTTPURL(url))
        self.token = Locked(token)
    }

    var text: String {
        get { token.withLock { $0 } }
        set { token.withLock { $0 = newValue } }
    }
    /// How often it was written down.
    var writingCount: Int { writings.withLock { $0 } }
    var revocationCount: Int { revocations.withLock { $0 } }
    var isBeingRevoked: Bool { begun.withLock { $0 } }
    var referer: String? { nil }
    var username: String? { nil }
    var canRenew: Bool { false }
    func tokenInfo() async throws(PortalError) -> TokenInfo { TokenInfo(accessToken: Secret(text)) }
    func renew(replacing refused: TokenInfo) async throws(PortalError) -> TokenInfo {
        throw PortalError(.tokenInvalid, detail: "paper does not renew itself")
    }

    func stored() -> JSONValue {
        writings.withLock { $0 += 1 }
        return ["url": .string(serverContext.url.description), "token": .string(text)]
    }

    static func restored(from document: JSONValue, in context: any CredentialContext) throws(PortalError)
        -> PaperCredential
    {
        guard let url = document["url"]?.string, let token = document["token"]?.string else {
            throw PortalError(.storeCorrupted, detail: "a paper without url or token")
        }
        return try PaperCredential(url, token: token)
    }

    var holdsLiveTokens: Bool { live.withLock { $0 } }

    func revoke() async throws(PortalError) {
        begun.withLock { $0 = true }
        await latch.withLock { $0 }?.wait()
        revocations.withLock { $0 += 1 }
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        live.withLock { $0 = false }
    }
}

/// A session of a front that can be ended.
final class PaperSession: ArcGISCredential, InvalidatableCredential {
    let serverContext: ServerContext
    let refusal = Locked<PortalError?>(nil)
    private let ended = Locked(0)

    init(_ url: String) throws(PortalError) { serverContext = ServerContext(of: try HTTPURL(url)) }

    var endCount: Int { ended.withLock { $0 } }
    var referer: String? { nil }
    var username: String? { nil }
    var canRenew: Bool { false }
    func tokenInfo() async throws(PortalError) -> TokenInfo { TokenInfo(accessToken: Secret("session")) }
    func renew(replacing refused: TokenInfo) async throws(PortalError) -> TokenInfo {
        throw PortalError(.tokenInvalid, detail: "a session does not renew itself")
    }
    func invalidate() async throws(PortalError) {
        ended.withLock { $0 += 1 }
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
    }
}
