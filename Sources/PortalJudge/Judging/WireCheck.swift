/// Compares the requests of a journal with what a scenario expects, exactly and in order.
struct WireCheck {
    /// A line and how many requests are to be it.
    typealias Counted = (line: WireLine, count: Int)

    var requests: [SeenRequest]
    /// Where the listeners of the portal are, by name.
    let origins: [String: String]

    init(_ evidence: Evidence) {
        origins = Dictionary(
            evidence.journal.connections.map { ($0.listener, $0.origin) }, uniquingKeysWith: { first, _ in first })
        let isForeign = evidence.client == .foreign
        let seen = isForeign ? NonceNames.byFirstUse(evidence.journal.requests) : evidence.journal.requests
        let handshakes = Dictionary(
            evidence.journal.connections.map { ($0.number, $0.tls) }, uniquingKeysWith: { first, _ in first })
        requests = seen.indices.map {
            SeenRequest(
                request: seen[$0], previous: $0 > 0 ? seen[$0 - 1] : nil, canaries: evidence.canaries,
                earlier: seen[..<$0], handshake: handshakes[seen[$0].connection] ?? nil,
                isSteered: evidence.client == .builtIn, choosesCarrier: isForeign)
        }
        if isForeign { countBareRepetitions(evidence) }
    }

    /// Notes of each request without a credential how often the same was answered since the client was asked for something.
    ///
    /// What is lost, or meets a busy server, may be sent again, and is judged as that; side by side, equal requests are several tasks'.
    private mutating func countBareRepetitions(_ evidence: Evidence) {
        guard !evidence.isConcurrent else { return }
        let asks = (evidence.asks ?? []).sorted()
        var next = asks.startIndex
        var counts: [[String]: Int] = [:]
        for index in requests.indices {
            let request = requests[index].request
            while next < asks.endIndex, asks[next] < request.number {
                counts = [:]
                next = asks.index(after: next)
            }
            guard request.isBare else { continue }
            let key = [request.origin, request.method, request.target]
            requests[index].answeredBefore = counts[key] ?? 0
            if !evidence.journal.isLost(request) { counts[key, default: 0] += 1 }
        }
    }

    /// The first place where the requests leave the expected way; empty where they do not. `excess` says why they were
    /// not followed to the end; nil where they were.
    func exact(_ patterns: [WirePattern]) -> (findings: [Finding], excess: String?) {
        var automaton = PatternAutomaton(patterns.map(\.generic))
        let lines = patterns.flatMap(\.counted)
        for (index, seen) in requests.enumerated() {
            if automaton.advance(matching: { $0.differences(from: seen).isEmpty }) { continue }
            if automaton.isExceeded { return ([], Expectation.excess("wire", at: "request \(index + 1)")) }
            let nearest = automaton.next.min { $0.distance(from: seen) < $1.distance(from: seen) }
            guard let nearest else { return ([unexpected(index, lines)], nil) }
            return ([otherwise(index, than: nearest, lines)], nil)
        }
        guard !automaton.canEnd, let missing = automaton.next.first else { return ([], nil) }
        return ([missingFinding(missing, number: requests.count + 1, lines)], nil)
    }

    /// Lines that must occur in this order among others.
    func among(_ lines: [WireLine]) -> [Finding] {
        var position = requests.startIndex
        for line in lines {
            guard let found = requests[position...].firstIndex(where: { line.differences(from: $0).isEmpty }) else {
                return [missingFinding(line, number: nil, lines.map { ($0, 1) }, after: position)]
            }
            position = found + 1
        }
        return []
    }

    /// Lines that may occur in a looser way, each told once.
    func permitted(_ lines: [PermittedLine]) -> [Finding] {
        lines.compactMap { permitted in
            let index = requests.firstIndex { permitted.line.differences(from: $0).isEmpty }
            return index.map {
                Finding(
                    "wire.permitted", "what is better left out was sent", expected: "not   \(permitted.line.text)",
                    nearest: numbered($0), difference: permitted.reason)
            }
        }
    }

    /// Lines that must not occur.
    func never(_ lines: [WireLine]) -> [Finding] {
        var told: Set<String> = []
        return lines.compactMap { line in
            guard told.insert(line.text).inserted,
                let index = requests.firstIndex(where: { line.differences(from: $0).isEmpty })
            else { return nil }
            let isStray = line.forbidsPasswordElsewhere
            return Finding(
                isStray ? "secret.foreign-origin" : "wire.never",
                isStray ? "a password for one host was sent to another" : "what must never happen did",
                expected: "never   \(line.text)", nearest: numbered(index), difference: line.forbids(requests[index]))
        }
    }
}

extension WireLine {
    /// Whether a line of `never` forbids a password, which Basic sends as it is (RFC 7617 §4), at another host than the portal's.
    fileprivate var forbidsPasswordElsewhere: Bool {
        guard case .some("basic", _, _)? = credentials, let listener else { return false }
        return listener != "*" && listener != "portal"
    }

    /// Whether a line of `never` forbids a token or HTTP credentials, or any request to a host.
    var isAboutCredential: Bool {
        if case .some? = credentials { return true }
        switch token {
        case .some, .alias: return true
        case .none, .unasked: return operation == "*" && listener != nil && listener != "portal"
        }
    }
}

extension WirePattern {
    var generic: PatternAutomaton<WireLine>.Pattern {
        switch self {
        case .line(let line, let count): .line(line, count: count)
        case .optional(let pattern): .optional(pattern.generic)
        case .anyOrder(let patterns): .anyOrder(patterns.map(\.generic))
        case .either(let choices): .either(choices.map { $0.map(\.generic) })
        case .sequence(let patterns): .sequence(patterns.map(\.generic))
        }
    }

    /// Every line in it with the number of requests that it stands for.
    var counted: [WireCheck.Counted] {
        switch self {
        case .line(let line, let count): [(line, count)]
        case .optional(let pattern): pattern.counted
        case .anyOrder(let patterns), .sequence(let patterns): patterns.flatMap(\.counted)
        case .either(let choices): choices.flatMap { $0.flatMap(\.counted) }
        }
    }
}
