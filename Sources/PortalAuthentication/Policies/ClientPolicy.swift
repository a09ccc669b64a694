public import HTTPSemantics
public import PortalTransport

/// How a client behaves where the documents leave it a choice.
public struct ClientPolicy: Sendable {
    /// Answers to one challenge before the request fails with its last cause. Default 5 (rule R11).
    public var maxAttempts: Int = 5
    /// Where tokens may stand, in the order in which they are tried. Default: `X-Esri-Authorization`, then a form (rules R3, R9).
    public var carriers: [TokenCarrier] = [.esriHeader, .formBody]
    /// What tokens are bound to: `referer` of a token request and the `Referer` field of every request with a token (rule R6).
    public var referer: String = "https://portal-client.invalid/"
    /// How early a token is renewed, at most a tenth of its lifetime. Default 5 min (rule R7).
    public var renewalMargin: Duration = .seconds(300)
    /// Redirects that are followed for one request. Default 10 (rule R19).
    public var maxRedirects: Int = 10
    /// The TLS port that stands beside a plain one; any other port keeps its number (rule R20).
    public var securePorts: [Int: Int] = [80: 443, 7080: 7443, 6080: 6443]
    /// The length from which a GET becomes a POST with the same parameters. Default 2000.
    public var maxQueryLength: Int = 2000
    /// Schemes of HTTP authentication that may be used, in the order in which they are preferred (rule R15).
    public var httpSchemes: [AuthenticationMethod] = SchemeChoice.preference
    /// Where a Kerberos ticket is used without asking, and which. Default: nowhere.
    public var negotiate = NegotiatePolicy()
    /// Whether a password may travel as Basic over plain HTTP. Default: no (rule R15).
    public var allowsInsecureBasic: Bool = false
    /// How often one request is sent again with a new nonce because the last one was stale. Default 2 (rule R16).
    public var maxStaleRetries: Int = 2
    /// What is sent again by itself, and when (rule R21).
    public var retry: RetryPolicy = RetryPolicy()
    /// The hosts that the environment's API key may go to, as ``HostPattern``s; what is no pattern names no host. Default: those of
    /// ArcGIS.
    public var apiKeyHosts: [String] = ["*.arcgis.com"]
    /// Whether an API key stands for a sign-in, so that no handler is asked for one (as in ArcGIS' own SDKs). Default: no, a key is
    /// no user.
    public var apiKeyCountsAsSignIn: Bool = false
    /// Hosts that share a portal's tokens, each family as ``HostPattern``s: a user who is signed in to a portal of a family is signed
    /// in to every server of it, without an exchange. Default: none, every server is asked to which portal it belongs.
    ///
    /// ArcGIS Online is such a family: its portals' tokens are good at the services of the same environment
    /// (Esri/arcgis-rest-js, `canUseOnlineToken`).
    public var tokenFamilies: [[String]] = []
    /// Where a password may go although it is another host than the portal's and the resource's: the user has consented beforehand, so
    /// no handler is asked (rule R5). Default: nowhere.
    public var consentedTokenServices: Set<Origin> = []
    /// Limits that differ from the transport's own (rule R22).
    public var limits: TransportLimits?

    /// Starts with every default.
    public init() {}
}
