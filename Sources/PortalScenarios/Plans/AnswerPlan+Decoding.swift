internal import JSONValues

extension AnswerPlan {
    private static let words = ["cancel", "without", "consent", "reject", "never"]
    private static let keys = [
        "credential", "token", "trust", "password", "certificate", "importThenCertificate", "throw", "cancel",
        "without", "consent", "reject", "never", "twice", "requests", "then", "until", "times", "oauth", "otherwise",
    ]

    /// Reads the list of a step `answers`.
    static func list(_ outer: DocumentReader, _ key: String) throws(DocumentError) -> [AnswerPlan] {
        var plans: [AnswerPlan] = []
        for (index, value) in try outer.list(key).enumerated() {
            let path = "\(DocumentReader.join(outer.path, key))[\(index)]"
            plans += try one(value, source: outer.source, path: path)
        }
        return plans
    }

    private static func one(_ value: JSONValue, source: String, path: String) throws(DocumentError) -> [AnswerPlan] {
        DocumentTrace.shape("answer", at: path)
        DocumentTrace.note(.words(words), at: path)
        for key in words { DocumentTrace.note(.any, at: DocumentReader.join(path, key)) }
        for key in ["then", "otherwise"] {
            DocumentTrace.note(.shape("answer"), at: DocumentReader.join(path, key))
        }
        for key in ["credential", "oauth"] { DocumentTrace.note(.text, at: DocumentReader.join(path, key)) }
        if let word = value.string {
            guard let kind = kind(of: word) else {
                throw DocumentError(
                    .unknownValue, source: source, keyPath: path, problem: "\"\(word)\" is no answer", allowed: words,
                    written: word)
            }
            return [AnswerPlan(kind: kind, until: nil)]
        }
        let reader = try DocumentReader(value, source: source, path: path, keys: keys)
        var until: Until?
        if let wait = try reader.object("until", keys: ["requests", "operation", "joined", "challenges"]) {
            let joined = try wait.number("joined", in: 1...10_000)
            let challenges = try wait.number("challenges", in: 1...10_000)
            guard joined == nil && challenges == nil || wait.keys.count == 1 else {
                throw reader.wrongType("until", "one of requests (with operation, if need be), joined and challenges")
            }
            if let joined {
                until = .joined(joined)
            } else if let challenges {
                until = .challenges(challenges)
            } else {
                until = .requests(
                    try wait.number("requests", in: 1...10_000) ?? 1,
                    operation: try wait.name("operation", of: .operation))
            }
        }
        let plan = AnswerPlan(kind: try kind(reader), until: until)
        return Array(repeating: plan, count: try reader.number("times", in: 1...1000) ?? 1)
    }

    private static func kind(of word: String) -> Kind? {
        switch word {
        case "cancel": .cancel
        case "without": .without
        case "consent": .consent
        case "reject": .reject
        case "never": .never
        default: nil
        }
    }

    private static func kind(_ reader: DocumentReader) throws(DocumentError) -> Kind {
        let named = reader.keys.filter { !["until", "times", "then", "otherwise"].contains($0) }
        guard named.count <= 1 else {
            throw DocumentError(
                .wrongType, source: reader.source, keyPath: reader.path,
                problem: "an answer is one thing, and this is \(named.joined(separator: " and "))")
        }
        for word in words where reader[word] != nil { if let kind = kind(of: word) { return kind } }
        if let nested = try nested(reader) { return nested }
        if let text = try reader.text("throw") { return .failure(text) }
        if let trust = try reader.word("trust", as: TrustName.self) {
            return .trust(isForCertificate: trust == .certificate)
        }
        if let identity = try reader.text("certificate") { return .certificate(identity) }
        if reader["importThenCertificate"] != nil {
            return .imports(try IdentityFile.list(reader, "importThenCertificate"))
        }
        DocumentTrace.note(.text, at: DocumentReader.join(reader.path, "password"))
        for key in ["password", "credential"] {
            guard let user = reader[key]?.string else { continue }
            DocumentMistakes.refer(
                to: user, .user, source: reader.source, at: DocumentReader.join(reader.path, key))
        }
        if let user = reader["password"]?.string { return .password(.account(user)) }
        if let inner = try reader.object("password", keys: ["as", "username", "password"]) {
            guard let input = try CredentialInput.read(inner) else { throw inner.missing("as") }
            return .password(input)
        }
        if let token = try reader.text("token") {
            return .credential(
                CredentialInput(user: nil, password: .right, token: token, tokenURL: "discover", authType: .unknown))
        }
        if let user = reader["credential"]?.string {
            return .credential(.account(user))
        }
        guard let inner = try reader.object("credential", keys: CredentialInput.keys),
            let input = try CredentialInput.read(inner)
        else {
            throw reader.missing("credential")
        }
        return .credential(input)
    }

    /// Reads an answer that is made of others; nil where it is a plain one.
    private static func nested(_ reader: DocumentReader) throws(DocumentError) -> Kind? {
        if reader["twice"] != nil {
            let answers = try list(reader, "twice")
            let elements = try reader.list("twice")
            guard elements.count == 2, elements.allSatisfy({ $0["times"] == nil && $0["until"] == nil }),
                answers.count == 2
            else {
                throw reader.wrongType("twice", "a list of two answers, which come at once")
            }
            return .twice(answers[0].kind, answers[1].kind)
        }
        if let value = reader["oauth"] {
            let plan = try BrowserPlan(
                value, source: reader.source, path: DocumentReader.join(reader.path, "oauth"))
            return .oauth(plan, otherwise: try inner(reader, "otherwise"))
        }
        guard reader["otherwise"] == nil else { throw reader.missing("oauth") }
        guard let request = try reader.object("requests", keys: ServiceRequest.keys) else {
            guard reader["then"] == nil else { throw reader.missing("requests") }
            return nil
        }
        guard let then = try inner(reader, "then") else { throw reader.missing("then") }
        return .requesting(try ServiceRequest(request), then: then)
    }

    /// Reads an answer inside another one, which comes at once and once; nil where there is none.
    private static func inner(_ reader: DocumentReader, _ key: String) throws(DocumentError) -> Kind? {
        guard let value = reader[key] else { return nil }
        let path = DocumentReader.join(reader.path, key)
        guard let answer = try one(value, source: reader.source, path: path).first, answer.until == nil,
            value["times"] == nil
        else {
            throw reader.wrongType(key, "an answer that comes at once and once")
        }
        return answer.kind
    }

    private enum TrustName: String, CaseIterable { case certificate, host }
}
