internal import JSONValues

/// One request to the control API, taken apart.
struct ControlCall {
    let method: String
    /// The words of the path behind `/__mock`.
    let words: [String]
    let body: [UInt8]

    /// Takes a request apart; nil where its path does not begin with `/__mock`.
    init?(_ request: borrowing IncomingRequest) {
        method = request.method
        body = request.body
        let path = request.target.prefix { $0 != "?" && $0 != "#" }
        let words = path.split(separator: "/").map(String.init)
        guard words.first == "__mock" else { return nil }
        self.words = Array(words.dropFirst())
    }

    private init(method: String, words: [String], body: [UInt8]) {
        self.method = method
        self.words = words
        self.body = body
    }

    /// The same call without its first words.
    func dropping(_ count: Int) -> ControlCall {
        ControlCall(method: method, words: Array(words.dropFirst(count)), body: body)
    }

    /// The body as a JSON value; an empty body is an empty object.
    func document() throws(DocumentError) -> JSONValue {
        guard !body.isEmpty else { return [:] }
        do {
            return try JSONValue(parsing: body)
        } catch {
            throw DocumentError(.unreadable, source: "body", problem: error.description)
        }
    }

    /// The body as a document whose keys are known.
    func reader(keys: [String]) throws(DocumentError) -> DocumentReader {
        try DocumentReader(document(), source: "body", keys: keys)
    }
}
