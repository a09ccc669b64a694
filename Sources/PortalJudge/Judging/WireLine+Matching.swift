internal import HTTPAuthentication

/// A request beside what it needs to be compared: the one before it and the secrets of the run.
struct SeenRequest {
    let request: Journal.Request
    let previous: Journal.Request?
    let canaries: [Canary]

    /// The request as a wire line would write it.
    var text: String {
        var words = [request.method, request.operation]
        words += request.presented.map { "+\($0.alias)" }
        if request.listener != "portal" { words.append("@\(request.listener)") }
        if request.isTokenRequest, let user = request.formFields.first(where: { $0.name == "username" })?.value {
            words.append("user=\(user)")
        }
        words.append("->")
        if let answer = request.answer { words.append(answer.issued ?? "\(answer.code)") } else { words.append("none") }
        return words.joined(separator: " ")
    }
}

extension WireLine {
    /// What keeps a request from being the one that the line means; empty where it is the one.
    func differences(from seen: SeenRequest) -> [String] {
        let request = seen.request
        var found: [String] = []
        if method != "*", method != request.method { found.append("method is \(request.method)") }
        if !Self.matches(operation, request.operation) { found.append("operation is \(request.operation)") }
        if let listener, listener != "*", listener != request.listener {
            found.append("arrived at \(request.listener)")
        }
        found += tokenDifference(request)
        for attribute in attributes {
            if let difference = Self.difference(attribute, seen) { found.append(difference) }
        }
        if let result { found += Self.difference(result, request.answer) }
        return found
    }

    /// How near a request is; smaller is nearer, 0 is a match.
    func distance(from seen: SeenRequest) -> Int {
        differences(from: seen).reduce(0) { $0 + ($1.hasPrefix("operation") ? 3 : 1) }
    }

    private static func matches(_ pattern: String, _ operation: String) -> Bool {
        guard pattern.hasSuffix("*") else { return pattern == operation }
        return operation.hasPrefix(String(pattern.dropLast()))
    }

    private func tokenDifference(_ request: Journal.Request) -> [String] {
        let aliases = request.presented.map(\.alias)
        switch token {
        case .unasked: return []
        case .none: return aliases.isEmpty ? [] : ["carries \(aliases.joined(separator: ", ")), no token expected"]
        case .some: return aliases.isEmpty ? ["carries no token"] : []
        case .alias(let alias):
            if aliases.isEmpty { return ["carries no token"] }
            return aliases.allSatisfy { $0 == alias } ? [] : ["carries \(aliases.joined(separator: ", "))"]
        }
    }

    private static func difference(_ attribute: Attribute, _ seen: SeenRequest) -> String? {
        let request = seen.request
        switch attribute {
        case .carrier(let carrier):
            let others = request.presented.filter { $0.carrier != carrier }
            return others.isEmpty && !request.presented.isEmpty
                ? nil : "token in \(others.map(\.carrier.rawValue).joined(separator: ", "))"
        case .referer(let referer):
            let header = request.headers.first(named: "Referer")
            return header == referer ? nil : "Referer is \(header ?? "absent")"
        case .connection(let isNew):
            let reused = request.connection == seen.previous?.connection
            return reused == !isNew
                ? nil : isNew ? "came over the same connection" : "came over a connection of its own"
        case .path(let path):
            let received = String(request.target.prefix { $0 != "?" })
            return received == path ? nil : "path is \(received)"
        case .user(let user):
            let written = request.formFields.first { $0.name == "username" }?.value
            return written == user ? nil : "user is \(written ?? "absent")"
        case .password(let isRight): return passwordDifference(isRight, seen)
        case .form(let name, let value):
            return difference(of: "form.\(name)", request.formFields.first { $0.name == name }?.value, value)
        case .query(let name, let value):
            return difference(of: "query.\(name)", request.queryFields.first { $0.name == name }?.value, value)
        case .header(let name, let value):
            return difference(of: "header.\(name)", request.headers.first(named: name), value)
        }
    }

    private static func difference(of name: String, _ actual: String?, _ expected: String?) -> String? {
        actual == expected ? nil : "\(name) is \(actual ?? "absent")"
    }

    private static func passwordDifference(_ isRight: Bool, _ seen: SeenRequest) -> String? {
        let fields = seen.request.formFields
        guard let user = fields.first(where: { $0.name == "username" })?.value,
            let password = fields.first(where: { $0.name == "password" })?.value
        else { return "no user name and password in the form" }
        let name = "password:\(user)"
        let known = seen.canaries.filter { $0.name == name || $0.name.hasPrefix("\(name)#") }
        let right = known.contains { $0.value == password }
        return right == isRight ? nil : right ? "the password is right" : "the password is not the account's"
    }

    private static func difference(_ result: Result, _ answer: Journal.Answer?) -> [String] {
        switch (result, answer) {
        case (.unanswered, nil): []
        case (.unanswered, let answer?): ["was answered with \(answer.code)"]
        case (_, nil): ["was never answered"]
        case (.code(let code), let answer?): answer.code == code ? [] : ["was answered with \(answer.code)"]
        case (.status(let status), let answer?): answer.status == status ? [] : ["HTTP status was \(answer.status)"]
        case (.issued(let alias), let answer?):
            answer.issued == alias
                ? [] : [answer.issued.map { "handed out \($0)" } ?? "was answered with \(answer.code)"]
        }
    }
}
