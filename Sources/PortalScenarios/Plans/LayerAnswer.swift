internal import JSONValues

/// What the app says about a layer that failed.
enum LayerAnswer: Sendable {
    case skip
    case cancel
    /// The app gives no answer.
    case never
    case retry(CredentialInput?, identity: String?)
    /// Look which identities the failure's protection space accepts, and try again with one.
    case identity(String)
    /// Trust its host, and try again.
    case trust(host: String)

    /// Whether more is done for it than the layer's answer says.
    var dependsOnMoment: Bool {
        switch self {
        case .identity, .trust, .never: true
        case .skip, .cancel, .retry: false
        }
    }

    /// Reads the list `answers` of a step that opens a map.
    static func list(_ reader: DocumentReader) throws(DocumentError) -> [LayerAnswer] {
        var answers: [LayerAnswer] = []
        for (index, value) in try reader.list("answers").enumerated() {
            answers.append(try LayerAnswer(value, source: reader.source, path: "\(reader.path).answers[\(index)]"))
        }
        return answers
    }

    private init(_ value: JSONValue, source: String, path: String) throws(DocumentError) {
        DocumentTrace.note(.words(["skip", "cancel", "never", "retry"]), at: path)
        switch value.string {
        case "skip": self = .skip
        case "cancel": self = .cancel
        case "never": self = .never
        case "retry": self = .retry(nil, identity: nil)
        case let text?:
            throw DocumentError(
                .unknownValue, source: source, keyPath: path, problem: "\"\(text)\" is no answer to a layer",
                allowed: [
                    "skip", "cancel", "never", "retry", "{retry: {as: alice}}", "{trust: portal}",
                    "{identity: alice}",
                ],
                written: text)
        case nil:
            let answer = try DocumentReader(value, source: source, path: path, keys: ["retry", "trust", "identity"])
            if let host = try answer.text("trust") {
                self = .trust(host: host)
            } else if let identity = try answer.text("identity") {
                self = .identity(identity)
            } else if let inner = try answer.object("retry", keys: CredentialInput.keys + ["identity"]) {
                self = .retry(try CredentialInput.read(inner), identity: try inner.text("identity"))
            } else {
                throw answer.missing("retry")
            }
        }
    }
}
