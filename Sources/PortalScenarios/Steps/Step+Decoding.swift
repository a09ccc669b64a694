internal import JSONValues
internal import MockPortalServer
internal import ScenarioFormat

extension Step {
    static let names =
        [
            "connect", "load", "retryLoad", "cancelLoad", "drop", "resubmit", "credential", "request", "item",
            "thumbnail",
            "findItems", "findGroups", "trust", "untrust", "authority", "answers", "handlers", "parallel", "repeat",
            "background", "join", "portal", "issue", "advance", "waitFor", "signOut", "describe", "importIdentity",
            "identities", "removeIdentity", "restart", "cancel", "removeCredential",
            "signIn", "application", "revokeTokens", "clearStores", "openStores", "damageStore",
        ] + mapNames
    static let credentialKeys = [
        "as", "username", "password", "token", "tokenText", "lifetime", "referer", "tokenURL", "authType", "kind",
        "realm",
    ]

    static let requestKeys = credentialKeys + ["service", "layer", "query", "url", "method", "form", "data", "key"]

    /// Reads a list of steps.
    static func list(_ value: JSONValue, source: String, path: String) throws(DocumentError) -> [Step] {
        guard let elements = value.array else { return [try one(value, source: source, path: path)] }
        var steps: [Step] = []
        for (index, element) in elements.enumerated() {
            steps.append(try one(element, source: source, path: "\(path)[\(index)]"))
        }
        return steps
    }

    private static func one(_ value: JSONValue, source: String, path: String) throws(DocumentError) -> Step {
        let written = value.string.map { JSONValue.object([$0: .object([:])]) } ?? value
        let outer = try DocumentReader(written, source: source, path: path, keys: names)
        guard outer.keys.count == 1, let name = outer.keys.first else {
            throw DocumentError(
                .wrongType, source: source, keyPath: path, problem: "a step has exactly one key", allowed: names)
        }
        switch name {
        case "answers": return .answers(try AnswerPlan.list(outer, name))
        case "handlers":
            guard let word = try outer.word(name, as: HandlersName.self) else { throw outer.missing(name) }
            return word == .none ? .withoutHandlers : .otherHandlers
        case "portal": return .portal(try action(outer[name] ?? .null, source: source, path: "\(path).portal"))
        case "advance":
            guard let duration = try outer.duration(name), let text = try outer.text(name) else {
                throw outer.missing(name)
            }
            return .advance(duration, text: text)
        case "removeIdentity":
            guard let identity = try outer.text(name) else { throw outer.missing(name) }
            return .removeIdentity(identity)
        case "openStores":
            let value = outer[name]?.object?.isEmpty == true ? "passphrase" : outer[name] ?? .null
            return .openStores(try StorePlan.Opening(value, source: source, path: "\(path).\(name)"))
        case "background":
            return .background(try Background(outer[name] ?? .null, source: source, path: "\(path).\(name)"))
        default: break
        }
        func open(_ keys: [String]) throws(DocumentError) -> DocumentReader {
            try DocumentReader(
                outer[name] == .null ? .object([:]) : outer[name] ?? .null, source: source, path: "\(path).\(name)",
                keys: keys)
        }
        if let step = try ofMaps(name, open) { return step }
        switch name {
        case "connect":
            return .connect(
                try connect(
                    try open(
                        credentialKeys + [
                            "url", "connection", "api", "load", "challenges", "name", "service", "identity",
                        ])))
        case "load": return .load(portal: try portalName(try open(["portal"])))
        case "retryLoad": return .retryLoad(portal: try portalName(try open(["portal"])))
        case "cancelLoad": return .cancelLoad(portal: try portalName(try open(["portal"])))
        case "drop": return .drop(portal: try portalName(try open(["portal"])))
        case "resubmit":
            let reader = try open(credentialKeys + ["portal", "url", "times", "identity"])
            return .resubmit(
                Resubmit(
                    portal: try portalName(reader), url: try reader.text("url"), credential: try credential(reader),
                    identity: try reader.text("identity"), times: try reader.number("times", in: 1...100) ?? 1))
        case "credential":
            let reader = try open(credentialKeys + ["for", "below"])
            guard let input = try credential(reader) else { throw reader.missing("as") }
            return .credential(
                input, for: try reader.text("for") ?? "portal", below: try reader.text("below"))
        case "request":
            return .request(
                try request(try open(requestKeys)))
        case "item":
            let reader = try open(["id", "data", "portal"])
            guard let id = try reader.text("id") else { throw reader.missing("id") }
            return .item(id: id, data: try reader.truth("data") ?? false, portal: try portalName(reader))
        case "thumbnail":
            let reader = try open(["of", "portal", "id"])
            return .thumbnail(
                of: (try reader.word("of", as: ThumbnailName.self) ?? .user).rawValue, portal: try portalName(reader),
                item: try reader.text("id"))
        case "findItems", "findGroups":
            return .find(
                try find(
                    try open(["text", "kinds", "limit", "pages", "query", "portal"]), groups: name == "findGroups"))
        case "trust":
            let reader = try open(["host", "scope", "tolerating", "port"])
            return .trust(
                Trust(
                    host: try reader.text("host") ?? "portal",
                    isForAnyPort: try reader.word("port", as: PortName.self) == .any,
                    isForCertificate: try reader.word("scope", as: ScopeName.self) == .certificate,
                    tolerating: try reader.texts("tolerating")))
        case "untrust": return .untrust(host: try open(["host"]).text("host") ?? "portal")
        case "authority": return .authority(of: try open(["of"]).text("of") ?? "portal")
        case "parallel", "repeat":
            let reader = try open(["count", "do"])
            guard let inner = reader["do"] else { throw reader.missing("do") }
            let steps = try list(inner, source: source, path: "\(path).\(name).do")
            guard !steps.isEmpty else { throw without(source, "\(path).\(name).do") }
            let count = try reader.number("count", in: 1...1000) ?? 1
            return name == "parallel" ? .parallel(count: count, steps) : .repeated(count: count, steps)
        case "issue":
            let reader = try open(["for", "lifetime", "referer"])
            return .issue(
                user: try reader.text("for") ?? "alice", lifetime: try reader.duration("lifetime"),
                referer: try reader.text("referer"))
        case "waitFor": return .waitFor(try Wait(try open(Wait.keys)))
        case "cancel":
            let reader = try open(["name", "index"])
            return .cancel(name: try reader.text("name"), index: try reader.number("index", in: 1...1000))
        case "importIdentity": return .importIdentity(try IdentityFile(try open(IdentityFile.keys)))
        case "identities":
            let reader = try open(["for"])
            guard let place = try reader.text("for") else { throw reader.missing("for") }
            return .identities(of: place == "nil" ? nil : place)
        case "signIn":
            let reader = try open(BrowserPlan.keys + ["portal"])
            return .signIn(try BrowserPlan(reader), portal: try reader.text("portal"))
        case "application":
            let reader = try open(["client", "secret"])
            return .application(
                client: try reader.text("client") ?? "mockportal-app",
                secret: try reader.word("secret", as: SecretName.self) == .wrong ? .wrong : .right)
        case "revokeTokens": _ = try open([]); return .revokeTokens
        case "clearStores": _ = try open([]); return .clearStores
        case "damageStore":
            let reader = try open(["file", "how"])
            guard let damage = try reader.word("how", as: StorePlan.Damage.self) else { throw reader.missing("how") }
            return .damageStore(try reader.word("file", as: StorePlan.File.self) ?? .credentials, damage)
        case "removeCredential":
            return .removeCredential(of: try open(["for"]).text("for") ?? "portal")
        case "restart": return .restart(isKilled: try open(["killed"]).truth("killed") ?? false)
        case "join": _ = try open([]); return .join
        case "signOut": _ = try open([]); return .signOut
        default: _ = try open([]); return .describe
        }
    }

    /// Checks an action of the portal; one with placeholders can be read only when the portal runs.
    static func action(_ value: JSONValue, source: String, path: String) throws(DocumentError) -> JSONValue {
        guard !value.text().contains("{{") else { return value }
        do { _ = try PortalAction(decoding: value, source: source, keyPath: path) } catch {
            // What stands in a blueprint is told by its place there.
            guard !error.keyPath.hasPrefix(path) else { throw error }
            throw error.placed(in: source, at: DocumentReader.join("\(path).set", error.keyPath))
        }
        return value
    }

    private static func portalName(_ reader: DocumentReader) throws(DocumentError) -> String {
        try reader.text("portal") ?? "portal"
    }

    private static func connect(_ reader: DocumentReader) throws(DocumentError) -> Connect {
        let credential = try credential(reader)
        let connection = try reader.word("connection", as: ConnectionName.self)
        // What signs in to the web tier says nothing of a portal's token.
        let isForPortal = credential.map { $0.kind == .token } ?? false
        return Connect(
            name: try reader.text("name") ?? "portal", credential: credential,
            url: try reader.text("url") ?? "{{portal}}",
            isAuthenticated: (connection ?? (isForPortal ? .authenticated : .anonymous)) == .authenticated,
            interface: try reader.word("api"), loads: try reader.truth("load") ?? true,
            asks: try reader.word("challenges", as: ChallengesName.self) != .suppress,
            service: try reader.text("service"), identity: try reader.text("identity"))
    }

    static func request(_ reader: DocumentReader) throws(DocumentError) -> ServiceRequest {
        let form = try reader.object("form", keys: nil)
        var fields: [(name: String, value: String)] = []
        for key in form?.keys ?? [] { fields.append((key, try form?.text(key) ?? "")) }
        return ServiceRequest(
            service: try reader.text("service") ?? "Traffic",
            layer: reader["layer"].map { $0.string ?? $0.text() }, isQuery: try reader.truth("query") ?? false,
            url: try reader.text("url"), method: (try reader.word("method", as: MethodName.self) ?? .get).rawValue,
            form: fields, isData: try reader.truth("data") ?? false, key: try reader.text("key"),
            credential: try credential(reader))
    }

    private static func find(_ reader: DocumentReader, groups: Bool) throws(DocumentError) -> Find {
        Find(
            text: try reader.text("text"), kinds: try reader.texts("kinds") ?? [],
            limit: try reader.number("limit", in: 1...100) ?? 10,
            followsPages: try reader.word("pages", as: PagesName.self) == .all,
            isFeatured: try reader.word("query", as: QueryName.self) == .featured, findsGroups: groups,
            portal: try portalName(reader))
    }

    /// Reads the credential keys of a step; nil where it names none.
    static func credential(_ reader: DocumentReader) throws(DocumentError) -> CredentialInput? {
        let user = try reader.text("as")
        let token = try reader.text("token")
        let tokenText = try reader.text("tokenText")
        guard user != nil || token != nil || tokenText != nil else { return nil }
        let written = try reader.text("password")
        let password: CredentialInput.Password =
            switch written {
            case nil, "right": .right
            case "wrong": .wrong
            case "same-wrong": .sameWrong
            case let text?: .text(text)
            }
        return CredentialInput(
            user: user, username: try reader.text("username"), password: password, token: token,
            tokenText: tokenText, lifetime: try reader.duration("lifetime"), referer: try reader.text("referer"),
            tokenURL: try reader.text("tokenURL") ?? "discover",
            authType: try reader.word("authType") ?? .unknown, kind: try reader.word("kind") ?? .token,
            realm: try reader.text("realm"))
    }

    private enum SecretName: String, CaseIterable { case right, wrong }
    private enum HandlersName: String, CaseIterable { case none, other }
    private enum ThumbnailName: String, CaseIterable { case user, portal, organization, item }
    private enum ScopeName: String, CaseIterable { case host, certificate }
    private enum PortName: String, CaseIterable { case own, any }
    private enum ConnectionName: String, CaseIterable { case anonymous, authenticated }
    private enum ChallengesName: String, CaseIterable { case ask, suppress }
    private enum MethodName: String, CaseIterable { case get = "GET", post = "POST" }
    private enum PagesName: String, CaseIterable { case one, all }
    private enum QueryName: String, CaseIterable { case featured }
}
