public import HTTPSemantics
public import JSONValues

/// A request for a resource of a portal or server, before any credentials.
public struct ArcGISRequest: Sendable {
    /// How parameters travel.
    public enum Method: String, Sendable, Hashable {
        case get = "GET"
        case post = "POST"
        case head = "HEAD"
    }
    /// What is asked for.
    public enum Expectation: Sendable, Hashable {
        /// A JSON document; `f=json` is added.
        case json
        /// Bytes as they are, such as an image.
        case bytes
    }
    /// Whose request it is.
    public enum Identity: Sendable, Hashable {
        /// Signed with what the store holds for the URL.
        case stored
        /// Sent bare first, whatever the store holds.
        case anonymous
    }

    /// The resource.
    public var url: HTTPURL
    /// Default GET.
    public var method: Method
    /// Parameters: in the query of a GET, in the form of a POST.
    public var parameters: [(String, String)]
    /// Files that travel with the parameters of a POST, as `multipart/form-data` (RFC 7578). Default: none.
    public var files: [FormFile] = []
    /// Default JSON.
    public var expectation: Expectation
    /// Default: whatever the store holds.
    public var identity: Identity
    /// Whether the handlers are asked when credentials are missing. Default: yes.
    public var challenges: ChallengePolicy
    /// What it is signed with where the store holds nothing for it; it comes before the environment's key. Default: none.
    public var apiKey: Secret<String>?

    /// Asks for a resource.
    public init(
        _ url: HTTPURL, method: Method = .get, parameters: [(String, String)] = [],
        expecting expectation: Expectation = .json, as identity: Identity = .stored,
        challenges: ChallengePolicy = .ask, apiKey: Secret<String>? = nil
    ) {
        self.url = url
        self.method = method
        self.parameters = parameters
        self.expectation = expectation
        self.identity = identity
        self.challenges = challenges
        self.apiKey = apiKey
    }
}

/// What came back, after every renewal, challenge and redirect.
public struct ArcGISAnswer: Sendable {
    /// The status line's number.
    public let status: Int
    /// Header fields as they came.
    public let headers: [HeaderField]
    /// The body as it came.
    public let body: [UInt8]
    /// The document, where JSON was asked for.
    public let json: JSONValue
    /// The URL that answered in the end.
    public let url: HTTPURL
}
