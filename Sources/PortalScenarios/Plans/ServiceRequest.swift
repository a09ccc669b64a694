internal import JSONValues

/// One request to a service.
struct ServiceRequest: Sendable {
    var service: String
    var layer: String?
    var isQuery: Bool
    var url: String?
    var method: String
    var form: [(name: String, value: String)]
    /// Whether bytes are asked for and no document.
    var isData: Bool
    /// The API key of the request itself, by the blueprint's name of it.
    var key: String?
    var credential: CredentialInput?

    static let keys = CredentialInput.keys + ["service", "layer", "query", "url", "method", "form", "data", "key"]

    /// Reads the arguments of the step `request`, or the request that an answer to a challenge sends first.
    init(_ reader: DocumentReader) throws(DocumentError) {
        let form = try reader.object("form", keys: nil)
        var fields: [(name: String, value: String)] = []
        for key in form?.keys ?? [] { fields.append((key, try form?.text(key) ?? "")) }
        service = try reader.name("service", of: .service) ?? "Traffic"
        DocumentTrace.note(.any, at: DocumentReader.join(reader.path, "layer"))
        layer = reader["layer"].map { $0.string ?? $0.text() }
        isQuery = try reader.truth("query") ?? false
        url = try reader.text("url")
        method = (try reader.word("method", as: MethodName.self) ?? .get).rawValue
        self.form = fields
        isData = try reader.truth("data") ?? false
        key = try reader.text("key")
        credential = try CredentialInput.read(reader)
    }

    private enum MethodName: String, CaseIterable { case get = "GET", post = "POST" }
}
