internal import HTTPSemantics
internal import JSONValues

/// One request to the control API, taken apart.
struct ControlRequest {
    let method: String
    /// The words of the path behind `/__mock`.
    private(set) var words: [String]
    let query: FormParameters
    let body: [UInt8]
    /// Whether a page is preferred to JSON (RFC 9110 §12.5.1): a browser names `text/html`.
    var wantsPage = false
    /// What the caller of an event stream was told last (HTML Standard §9.2.4).
    var lastEventID: String?

    /// Takes a request apart: the capability that its path begins with, and the call where `/__mock` comes next.
    static func read(_ request: borrowing IncomingRequest) -> (capability: Substring, request: ControlRequest?) {
        let target = request.target.prefix { $0 != "#" }
        let path = target.prefix { $0 != "?" }
        // More words than the longest path has are a path that is not there.
        let words = path.split(separator: "/", maxSplits: 32)
        guard words.dropFirst().first == "__mock" else { return (words.first ?? "", nil) }
        var call = ControlRequest(
            method: request.method, words: words.dropFirst(2).map(String.init),
            query: FormParameters(target.dropFirst(path.count + 1).utf8), body: request.body)
        call.wantsPage = request.header("Accept")?.lowercased().contains("text/html") == true
        call.lastEventID = request.header("Last-Event-ID")
        return (words[0], call)
    }

    init(method: String, words: [String], query: FormParameters = FormParameters(), body: [UInt8] = []) {
        self.method = method
        self.words = words
        self.query = query
        self.body = body
    }

    /// The same call without its first words.
    func dropping(_ count: Int) -> ControlRequest {
        var call = self
        call.words = Array(words.dropFirst(count))
        return call
    }

    /// The body as a JSON value; an empty body is an empty object, and a member that stands twice is refused (RFC 8259 §4).
    func document() throws(DocumentError) -> JSONValue {
        guard !body.isEmpty else { return [:] }
        do {
            return try JSONValue(parsingDocument: body)
        } catch {
            throw DocumentError(.unreadable, source: "body", problem: error.description)
        }
    }
}
