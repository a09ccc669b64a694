internal import JSONValues
internal import PortalJudge
internal import ScenarioFormat

/// What a command is asked: what its scenario expects, but for what the scenario loosens by name and what is loosened for every command.
struct ForeignDerivation {
    private let plan: ForeignPlan
    /// The entries of `foreign.loosen` that loosened something.
    private(set) var used: Set<Int> = []
    /// The loosenings of the table that made a difference.
    private(set) var general: Set<ForeignLoosening> = []
    private(set) var expectation = Expectation()

    /// Derives it from an expectation; `loosen` are the plan's entries with their placeholders filled like those of the expectation.
    init(_ plan: ForeignPlan, from own: Expectation, loosen: [NamedLoosening]) throws(WireLineError) {
        self.plan = plan
        expectation.outcome = plan.outcome
        expectation.among = plan.among
        // What the app itself would hand in again no command is given twice.
        expectation.allow = own.allow.filter { [.tokenInQuery, .plainText].contains($0) }
        var asked = NamedLoosening.Asked(
            patterns: own.wire ?? [], handshakes: own.refusedHandshakes, never: own.never)
        for (index, entry) in loosen.enumerated() where try entry.apply(to: &asked) { used.insert(index) }
        expectation.never = (asked.never + plan.never).reduce(into: []) { lines, line in
            if !lines.contains(where: { $0.text == line.text }) { lines.append(line) }
        }
        expectation.loosely = asked.loosely.isEmpty ? nil : asked.loosely
        expectation.refusedHandshakes = asked.handshakes
        guard own.wire != nil else { return }
        general = [.order, .probe, .reads]
        let isOfServer = plan.task == .query || plan.task == .webmap
        if isOfServer, !asked.patterns.flatMap(\.lines).contains(where: \.asksExchange) { general.insert(.exchange) }
        expectation.task = TaskWire(
            patterns: try loosened(asked.patterns), reads: reads, starts: plan.times > 1 ? plan.times : nil)
    }

    private typealias Line = (line: WireLine, isOptional: Bool)

    private mutating func loosened(_ patterns: [WirePattern]) throws(WireLineError) -> [WirePattern] {
        var seen: [WireLine] = []
        var found: Set<ForeignLoosening> = []
        let authenticated = patterns.flatMap(\.lines).filter {
            $0.token.isAny || $0.credentials.map { $0 != .none } ?? false
        }
        let loosened = try patterns.rewritten { line, count throws(WireLineError) in
            let (loose, names) = try self.loosened(line, beside: authenticated)
            found.formUnion(names)
            guard let loose else { return [] }
            let isLeftOut = names.contains { [.question, .knownCredential, .portal].contains($0) }
            // One line at the service answers for all, and what failed need not be tried again.
            let isRepeated = seen.contains { $0.text == loose.text }
            let mayEnd = isRepeated && names.contains(.target) || Self.isLost(loose)
            seen.append(loose)
            if isLeftOut { return Array(repeating: .optional(.line(loose, count: 1)), count: count) }
            guard mayEnd, isRepeated || count > 1 else { return [.line(loose, count: count)] }
            found.insert(names.contains(.target) ? .target : .repetition)
            let least: [WirePattern] = isRepeated ? [] : [.line(loose, count: 1)]
            return least + Array(repeating: .optional(.line(loose, count: 1)), count: count - least.count)
        }
        general.formUnion(found)
        return loosened
    }

    /// The line as every command is asked it, nil where it is not asked, and which loosenings made a difference.
    private func loosened(
        _ line: WireLine, beside authenticated: [WireLine]
    ) throws(WireLineError) -> (WireLine?, Set<ForeignLoosening>) {
        var names: Set<ForeignLoosening> = []
        if plan.isGivenToken, ["generateToken", "server/generateToken"].contains(line.operation), line.token == .none {
            return (nil, [.givenToken])
        }
        var words = line.words
        func drop(_ prefix: String, _ name: ForeignLoosening) {
            let kept = words.filter { !$0.hasPrefix(prefix) || $0 == "\(prefix)-" }
            if kept.count < words.count { names.insert(name) }
            words = kept
        }
        drop("conn=", .connection)
        drop("gap=", .pause)
        drop("nonce=", .nonce)
        drop("nc=", .nonce)
        drop("state=", .state)
        drop("carrier=", .carrier)
        let operation = words[1]
        let isService = plan.task == .query && Self.isBelow(operation, plan.serviceName)
        if isService, ["GET", "POST", "*"].contains(words[0]) {
            words[0] = "GET|POST"
            words[1] = "\(plan.serviceName)|\(plan.serviceName)/*"
            names.insert(.target)
        }
        if plan.task == .user, operation == "portals/self" {
            words[1] = "portals/self|community/self|community/users/*"
            names.insert(.user)
        }
        if operation == "oauth2/authorize", words[0] == "GET" {
            // RFC 6749 §3.1: it may be asked for by POST, with the parameters in the form; what they are is judged in every scenario.
            words[0] = "GET|POST"
            words.removeAll { $0.hasPrefix("query.") }
            names.insert(.method)
        }
        let isQuestion = ["info", "server/info"].contains(operation)
        if words[0] == "GET",
            isQuestion || (operation == "portals/self" && plan.leavesPortal) || isDescription(operation)
        {
            names.insert(isQuestion ? .question : .portal)
        }
        if words[0] == "GET", !isQuestion, !operation.hasPrefix("oauth2/"),
            !words.contains(where: { $0.hasPrefix("query.") })
        {
            words[0] = "GET|POST"
            names.insert(.method)
        }
        let loose = try WireLine(parsing: words.joined(separator: " "))
        let isAskedAgain = authenticated.contains { $0.operation == line.operation && $0.listener == line.listener }
        if plan.hasCredential, isAskedAgain, line.token == .none, line.credentials == WireLine.CredentialMark.none,
            line.method == "GET", case .code(let code)? = line.result, [401, 403, 499].contains(code)
        {
            names.insert(.knownCredential)
        }
        return (loose, names)
    }

    /// Whether an operation describes an item of which the task asks the data.
    private func isDescription(_ operation: String) -> Bool {
        plan.task == .webmap && operation.hasPrefix("content/items/") && !operation.hasSuffix("/data")
    }

    private static func isBelow(_ operation: String, _ service: String) -> Bool {
        operation == service || operation.hasPrefix("\(service)/")
    }

    /// Whether a line is of a safe request that was lost, or that met a server that could not answer.
    private static func isLost(_ line: WireLine) -> Bool {
        guard line.token == .none, line.credentials == WireLine.CredentialMark.none, line.method.hasPrefix("GET") else {
            return false
        }
        switch line.result {
        case .code(let code)?, .status(let code)?: return [429, 502, 503, 504].contains(code)
        case .unanswered?, nil: return true
        case .issued?, .handedOut?: return false
        }
    }

    /// What may be read once more on the way.
    private var reads: [String] {
        let always = ["portals/self", "portals/*", "community/self", "community/users/*", "info", "server/info"]
        switch plan.task {
        case .connect, .user: return always
        case .item: return always + ["content/items/*"]
        case .query: return always + [plan.serviceName, "\(plan.serviceName)/*", "services"]
        case .webmap: return always + ["content/items/*", "services"]
        }
    }
}

extension ForeignPlan {
    /// Whether the command is given a token or a key, so that it signs in nowhere.
    var isGivenToken: Bool { issuesToken || key != nil }

    /// Whether the command is given anything by which it is let in.
    var hasCredential: Bool { user != nil || key != nil || application != nil || identity != nil }

    /// Whether the task can do without the portal's properties.
    fileprivate var leavesPortal: Bool { [.item, .query, .webmap].contains(task) }

    /// The service of a query, as operations name it.
    fileprivate var serviceName: String {
        guard let service, let path = service.firstRange(of: "/rest/services/") else { return service ?? "Traffic" }
        let names = service[path.upperBound...].split(separator: "/")
        return names.last { !$0.hasSuffix("Server") }.map(String.init) ?? "Traffic"
    }
}
