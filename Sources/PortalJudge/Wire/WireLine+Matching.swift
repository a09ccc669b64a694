internal import HTTPSemantics

/// A request beside what it needs to be compared: the one before it and the secrets of the run.
struct SeenRequest {
    var request: Journal.Request
    /// What findings show in its place, where tokens go by other names than in the journal.
    var shown: Journal.Request?
    let previous: Journal.Request?
    let canaries: [Canary]
    /// Everything that came before.
    var earlier: ArraySlice<Journal.Request> = []
    /// The handshake of its connection; nil on a plain one.
    var handshake: Journal.Handshake?
    /// Whether the client's clock is steered with the portal's, so that only what was advanced counts as waited.
    var isSteered = false
    /// Whether the client chooses how a token travels: in a form, a request to a service is a POST.
    var choosesCarrier = false
    /// Whether ``text`` names the query where that carries the token.
    var tellsCarrier = false
    /// How often the same request without a credential was answered before, since the client was last asked for something.
    var answeredBefore = 0

    /// The request as a wire line would write it.
    var text: String {
        let request = shown ?? request
        var words = [request.method, request.operation]
        words += request.presented.map { "+\($0.alias)" }
        if tellsCarrier, !request.presented.isEmpty, request.presented.allSatisfy({ $0.carrier == .query }) {
            words.append("carrier=query")
        }
        words += request.authorization?.words ?? []
        if let identity = handshake?.identity { words.append("identity=\(identity)") }
        if request.listener != "portal" { words.append("@\(request.listener)") }
        if request.isTokenRequest, let user = request.formFields.first(where: { $0.name == "username" })?.value {
            words.append("user=\(user)")
        }
        if request.isTokenEndpoint || request.isRevocation { words += oauthWords }
        if let fault = request.fault { words.append("fault=\(fault)") }
        words.append("->")
        if let answer = request.answer {
            words.append(answer.handedOut.isEmpty ? "\(answer.code)" : answer.handedOut.joined(separator: ","))
        } else {
            words.append("none")
        }
        return words.joined(separator: " ")
    }
}

extension SeenRequest {
    /// What a request to an OAuth endpoint is about, without its secrets.
    private var oauthWords: [String] {
        let names = [("code", "code"), ("refresh_token", "refresh"), ("auth_token", "revokes")]
        let grant = request.formValue("grant_type").map { ["form.grant_type=\($0)"] } ?? []
        return grant
            + names.compactMap { field, word in
                request.formValue(field).map { value in
                    "\(word)=\(canaries.first { $0.value == value }?.name ?? "unknown")"
                }
            }
    }
}

extension WireLine {
    /// What keeps a request from being the one that the line means; empty where it is the one.
    func differences(from seen: SeenRequest) -> [String] {
        let request = seen.request
        var found: [String] = []
        if !Self.matches(method, request.method), !isCarriedByForm(seen) {
            found.append("method is \(request.method)")
        }
        if !Self.matches(operation, request.operation) { found.append("operation is \(request.operation)") }
        if let listener, listener != "*", listener != request.listener {
            found.append("arrived at \(request.listener)")
        }
        found += tokenDifference(request)
        found += credentialDifferences(request.authorization)
        if let difference = identity?.difference(from: seen.handshake) { found.append(difference) }
        for attribute in attributes {
            if let difference = Self.difference(attribute, seen) { found.append(difference) }
        }
        if let result { found += Self.difference(result, request.answer) }
        return found
    }

    /// Whether a request is a POST only because its token travels in a form (developers.arcgis.com/rest › Token-based
    /// authentication: `token` is a parameter of any operation, and each may be sent by POST).
    private func isCarriedByForm(_ seen: SeenRequest) -> Bool {
        let carriers = attributes.contains { if case .carrier = $0 { true } else { false } }
        let asksToken: Bool =
            switch token {
            case .some, .alias: true
            case .none, .unasked: false
            }
        return seen.choosesCarrier && method == "GET" && seen.request.method == "POST" && asksToken && !carriers
            && !seen.request.presented.isEmpty && seen.request.presented.allSatisfy { $0.carrier == .form }
    }

    /// Whether a request is the one that the line means but for the connection over which it came.
    func differsInConnectionAlone(from seen: SeenRequest) -> Bool {
        var line = self
        line.attributes.removeAll { if case .connection = $0 { true } else { false } }
        return line.attributes != attributes && line.differences(from: seen).isEmpty
    }

    /// How near a request is; smaller is nearer, 0 is a match.
    func distance(from seen: SeenRequest) -> Int {
        differences(from: seen).reduce(0) { $0 + ($1.hasPrefix("operation") ? 3 : 1) }
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

    private func credentialDifferences(_ actual: Journal.Authorization?) -> [String] {
        switch (credentials, actual) {
        case (nil, _), (CredentialMark.none?, nil): return []
        case (CredentialMark.none?, let actual?):
            return ["carries \(actual.words.first ?? actual.scheme), no HTTP credentials expected"]
        case (.some?, nil): return ["carries no HTTP credentials"]
        case (.some(let scheme, let user, let verdict)?, let actual?):
            if scheme != actual.scheme { return ["carries \(actual.words.first ?? actual.scheme)"] }
            var found: [String] = []
            if let user, user != actual.username { found.append("user is \(actual.username ?? "unreadable")") }
            if let verdict, verdict != actual.verdict {
                found.append("the \(scheme) credentials are \(actual.verdict.rawValue)")
            }
            return found
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
            let received = request.path
            return received == PercentEncoding.normalize(path[...]) ? nil : "path is \(received)"
        case .user(let user):
            let written = request.formFields.first { $0.name == "username" }?.value
            return written == user ? nil : "user is \(written ?? "absent")"
        case .password(let isRight): return passwordDifference(isRight, seen)
        case .realm(let realm): return difference(of: "realm", request.authorization?.realm, realm)
        case .nonce(let nonce): return difference(of: "nonce", request.authorization?.nonce, nonce)
        case .nonceCount(let count):
            return difference(
                of: "nc", request.authorization?.nonceCount.map(String.init), count.map(String.init))
        case .qop(let qop): return difference(of: "qop", request.authorization?.qop, qop)
        case .algorithm(let algorithm):
            let written = request.authorization?.algorithm
            return written?.lowercased() == algorithm?.lowercased() ? nil : "algorithm is \(written ?? "absent")"
        case .windows(let field, let value):
            let actual = request.authorization?.windows?[field]
            return actual == value ? nil : "\(field.rawValue) is \(actual ?? "absent")"
        case .clientNonce(let wanted): return clientNonceDifference(wanted, seen)
        case .form(let name, let value):
            return difference(of: "form.\(name)", request.formFields.first { $0.name == name }?.value, value)
        case .query(let name, let value):
            return difference(of: "query.\(name)", request.queryFields.first { $0.name == name }?.value, value)
        case .header(let name, let value):
            return difference(of: "header.\(name)", request.headers.first(named: name), value)
        case .gap(let least, let most): return gapDifference(least, most, seen)
        case .fault(let fault): return difference(of: "fault", request.fault, fault)
        case .code(let alias): return aliasDifference("code", ["code"], alias, seen)
        case .refreshToken(let alias): return aliasDifference("refresh", ["refresh_token"], alias, seen)
        case .revoked(let alias): return aliasDifference("revokes", ["auth_token", "token"], alias, seen)
        case .secret(let isRight): return secretDifference(isRight, seen)
        case .fresh(let field): return freshDifference(field, seen)
        }
    }

    private static func difference(of name: String, _ actual: String?, _ expected: String?) -> String? {
        actual == expected ? nil : "\(name) is \(actual ?? "absent")"
    }

    private static func gapDifference(_ least: Int64, _ most: Int64?, _ seen: SeenRequest) -> String? {
        guard let before = seen.earlier.last(where: { $0.operation == seen.request.operation }) else {
            return "no earlier request of \(seen.request.operation)"
        }
        let gap = seen.request.wait(since: before, isSteered: seen.isSteered)
        return gap < least || gap > most ?? .max ? "came \(gap) ms after the one before" : nil
    }

    private static func clientNonceDifference(_ wanted: ClientNonce, _ seen: SeenRequest) -> String? {
        let earlier = seen.earlier.filter { $0.authorization?.cnonce != nil }
        switch (wanted, seen.request.authorization?.cnonce) {
        case (.absent, nil): return nil
        case (.absent, _?): return "carries a cnonce"
        case (_, nil): return "carries no cnonce"
        case (.new, let cnonce?):
            let same = earlier.last { $0.authorization?.cnonce == cnonce }
            return same.map { "the cnonce is that of request \($0.number)" }
        case (.same, let cnonce?):
            guard let last = earlier.last else { return "no earlier request has a cnonce" }
            return last.authorization?.cnonce == cnonce
                ? nil : "the cnonce is another one than that of request \(last.number)"
        }
    }

    /// Compares a secret of the form with the one that an alias means.
    private static func aliasDifference(
        _ name: String, _ fields: [String], _ alias: String, _ seen: SeenRequest
    ) -> String? {
        guard let value = fields.lazy.compactMap({ seen.request.formValue($0) }).first else {
            return "\(name) is absent"
        }
        let known = seen.canaries.first { $0.value == value }?.name
        return known == alias ? nil : "\(name) is \(known ?? "unknown")"
    }

    private static func secretDifference(_ isRight: Bool, _ seen: SeenRequest) -> String? {
        guard let value = seen.request.formValue("client_secret") else { return "no client secret in the form" }
        let name = "secret:\(seen.request.formValue("client_id") ?? "")"
        let right = seen.canaries.contains { $0.name == name && $0.value == value }
        return right == isRight
            ? nil : right ? "the client secret is right" : "the client secret is not the application's"
    }

    private static func freshDifference(_ field: FreshField, _ seen: SeenRequest) -> String? {
        func value(_ request: Journal.Request) -> String? {
            switch field {
            case .verifier: request.formValue("code_verifier")
            case .challenge: request.authorizationValue("code_challenge")
            case .state: request.authorizationValue("state")
            }
        }
        guard let own = value(seen.request), !own.isEmpty else { return "\(field.rawValue) is absent" }
        return seen.earlier.last { value($0) == own }.map { "the \(field.rawValue) is that of request \($0.number)" }
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
        case (.handedOut(let aliases), let answer?):
            aliases.allSatisfy(answer.handedOut.contains)
                ? []
                : [
                    answer.handedOut.isEmpty
                        ? "was answered with \(answer.code)" : "handed out \(answer.handedOut.joined(separator: ","))"
                ]
        }
    }
}

extension Journal.Request {
    /// Milliseconds of portal time since another request; where clocks are steered, without the real time that went by.
    ///
    /// A stored report may claim any times: a wait beyond all numbers is the longest one.
    func wait(since before: Journal.Request, isSteered: Bool) -> Int64 {
        if isSteered, let advanced, let earlier = before.advanced { return advanced.clampedDifference(from: earlier) }
        return portalTime.clampedDifference(from: before.portalTime)
    }
}

extension Journal.Authorization {
    /// The credentials as wire lines write them.
    package var words: [String] {
        let standing = verdict == .right ? "" : "/\(verdict.rawValue)"
        var words = ["\(scheme)=\(username ?? "unknown")\(standing)"]
        if scheme == "digest" {
            words.append("nonce=\(nonce ?? "-")")
            words.append("nc=\(nonceCount.map(String.init) ?? "-")")
            words.append("qop=\(qop ?? "-")")
            words.append("algorithm=\(algorithm ?? "-")")
        }
        if let windows {
            for field in WireLine.WindowsField.allCases {
                if let value = windows[field] { words.append("\(field.rawValue)=\(value)") }
            }
        }
        return words
    }
}

extension Journal.WindowsCredentials {
    /// What a wire line can ask of them.
    subscript(_ field: WireLine.WindowsField) -> String? {
        switch field {
        case .message: message
        case .mechanism: mechanism
        case .response: response
        case .domain: domain
        case .binding: channelBinding
        case .delegated: delegated.map { $0 ? "yes" : "no" }
        }
    }
}

extension Journal.Answer {
    /// Everything that the answer handed out, an access token first.
    package var handedOut: [String] { (issued.map { [$0] } ?? []) + (alsoIssued ?? []) }
}
