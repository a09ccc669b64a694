internal import JSONValues
internal import MockPortalServer
internal import PortalJudge
internal import ScenarioFormat

/// How a plain command is asked to do what a scenario describes.
struct ForeignPlan: Sendable {
    /// The words of `PORTAL_TASK`.
    enum Task: String, Sendable, CaseIterable {
        case connect
        case user
        case item
        case query
        /// The data of an item, then the layers that stand there.
        case webmap
    }
    let task: Task
    let user: String?
    let password: CredentialInput.Password
    /// A token that the portal issues beforehand.
    let issuesToken: Bool
    let tokenReferer: String?
    /// The API key that the command is given as its token, by the blueprint's name of it.
    let key: String?
    /// The client id of the application as which it signs in, and where that is sent back to.
    let application: String?
    let redirect: String?
    /// The identity that the command is given.
    let identity: String?
    let item: String?
    let service: String?
    let url: String
    /// How often the command is started, one after the other, each time with a home of its own: what two sign-ins may not share
    /// shows only in two.
    let times: Int
    /// `portal`, `nothing`, or a recipe whose own authority is trusted.
    let trusts: String
    /// Done to the portal before the command starts.
    let before: [JSONValue]
    let outcome: ClientOutcome
    /// How the layers of the map must stand, by title: `loaded`, or the reason; a client that tells of none is not asked.
    let layers: JSONValue
    /// What a client that tells events must tell; nil where that is what the scenario expects.
    let events: [EventPattern]?
    let among: [WireLine]
    let never: [WireLine]
    /// The entries of `loosen` as they are written, because they may hold placeholders that only the running portal can fill.
    let loosen: [JSONValue]

    init(_ value: JSONValue, source: String) throws(DocumentError) {
        let reader = try DocumentReader(
            value, source: source, path: "foreign",
            keys: [
                "task", "as", "password", "token", "tokenReferer", "item", "service", "url", "trusts", "before",
                "outcome", "reason", "wire", "never", "identity", "key", "application", "redirect",
                "events", "times", "layers", "loosen",
            ])
        guard let task = try reader.word("task", as: Task.self) else { throw reader.missing("task") }
        guard let kind = try reader.word("outcome", as: OutcomeName.self) else { throw reader.missing("outcome") }
        self.task = task
        user = try reader.name("as", of: .user)
        password = CredentialInput.Password(try reader.text("password"))
        DocumentTrace.note(.any, at: "foreign.token")
        DocumentTrace.note(.map, at: "foreign.layers")
        DocumentTrace.note(.wordsOrText(["loaded"] + Reason.allCases.map(\.rawValue)), at: "foreign.layers.*")
        issuesToken = reader["token"].map { $0 != .bool(false) } ?? false
        tokenReferer = try reader.text("tokenReferer")
        key = try reader.text("key")
        application = try reader.text("application")
        redirect = try reader.text("redirect")
        identity = try reader.text("identity")
        item = try reader.name("item", of: .item)
        service = try reader.name("service", of: .service)
        url = try reader.text("url") ?? "{{portal}}"
        times = try reader.number("times", in: 1...4) ?? 1
        trusts = try reader.text("trusts") ?? "portal"
        before = try reader.list("before").enumerated().map { index, value throws(DocumentError) in
            let path = "foreign.before[\(index)]"
            DocumentTrace.note(.shape("action"), at: path)
            DocumentTrace.note(.object(["portal"]), at: path)
            DocumentTrace.note(.shape("action"), at: "\(path).portal")
            return try DocumentTrace.pausing { () throws(DocumentError) in
                guard let action = value["portal"] else {
                    return try PortalAction.checked(value, source: source, path: path)
                }
                return try PortalAction.checked(action, source: source, path: "\(path).portal")
            }
        }
        outcome = ClientOutcome(
            kind: kind == .accepted ? .accepted : .refused, reason: try reader.word("reason", as: Reason.self))
        layers = reader["layers"] ?? .object([:])
        guard let states = layers.object else { throw reader.wrongType("layers", "an object of titles") }
        for (title, state) in states where state != "loaded" && state.string.flatMap(Reason.init(rawValue:)) == nil {
            throw DocumentError(
                .unknownValue, source: source, keyPath: "foreign.layers.\(title)",
                problem: "\"\(state.text())\" is neither loaded nor a reason",
                allowed: ["loaded"] + Reason.allCases.map(\.rawValue), written: state.string ?? "")
        }
        events = try Expectation.events(reader)
        among = try Expectation.lines(reader, "wire", isNever: true)
        never = try Expectation.lines(reader, "never", isNever: true)
        loosen = try reader.list("loosen")
        _ = try loosenings(source: source) { $0 }
    }

    /// The entries of `loosen`, read once their placeholders are filled.
    func loosenings(
        source: String, filling fill: (JSONValue) -> JSONValue
    ) throws(DocumentError) -> [NamedLoosening] {
        var entries: [NamedLoosening] = []
        for (index, entry) in loosen.enumerated() {
            entries.append(try NamedLoosening(fill(entry), source: source, path: "foreign.loosen[\(index)]"))
        }
        return entries
    }

    /// What is asked of a command: what the scenario expects, loosened.
    func derivation(
        from own: Expectation, source: String, filling fill: (JSONValue) -> JSONValue = { $0 }
    ) throws(DocumentError) -> ForeignDerivation {
        let entries = try loosenings(source: source, filling: fill)
        do { return try ForeignDerivation(self, from: own, loosen: entries) } catch {
            throw DocumentError(
                .unknownValue, source: source, keyPath: "foreign.loosen", problem: error.problem,
                allowed: error.allowed, written: error.written)
        }
    }

    private enum OutcomeName: String, CaseIterable { case accepted, refused }
}
