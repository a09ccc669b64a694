internal import HTTPSemantics

/// Tells the looser ways that are open to a client that is not ours from what is wrong.
///
/// Every line must be met by a request of its own, in whatever order: what depends on what came before says so itself, by the
/// token or code that it carries and by its answer. A request that no line asks for must be a probe, which brings nothing and
/// changes nothing; only the question where to get a token (`info`) may be left out.
struct ForeignWireCheck {
    let check: WireCheck
    /// How often the client was started, one time after the other.
    let starts: Int
    var requests: [SeenRequest] { check.requests }

    init(_ check: WireCheck, starts: Int = 1) {
        self.check = check
        self.starts = max(1, starts)
    }

    /// How often the same probe may come in a start: first, once more, and once again; what comes more often is a loop.
    private static let mostProbes = 3

    /// One line of a pattern: may it be left out?
    struct Wanted {
        let line: WireLine
        let isOptional: Bool
        /// Where it stands in the pattern.
        var place = 0
    }

    /// More ways through a pattern than these are not tried.
    private static let mostWays = 64

    /// What is looser than written; nil where something is missing or forbidden.
    func departures(_ patterns: [WirePattern]) -> [Finding]? {
        Self.ways(patterns).lazy.compactMap { departures($0) }.first
    }

    private func departures(_ wanted: [Wanted]) -> [Finding]? {
        let (lines, owner, missing) = assigned(wanted)
        guard missing.allSatisfy(Self.isQuestion) else { return nil }
        let listeners = Set(lines.map { $0.line.listener ?? "portal" })
        let extra = requests.indices.filter { owner[$0] == nil }
        let isLoose = { (index: Int) in
            isProbe(index, at: listeners) || listeners.contains(requests[index].request.listener) && isStopped(index)
        }
        guard extra.allSatisfy(isLoose) else { return nil }
        var found = missing.map {
            Finding(
                "wire.unasked", "the client did not ask where to get a token", expected: $0.text,
                nearest: "nothing like it")
        }
        found += extra.map { index in
            let nearest = "request \(index + 1)   \(requests[index].text)"
            if isNotAhead(index) {
                return Finding(
                    "wire.not-ahead", "credentials that the server had taken were not sent ahead",
                    expected: "the credentials at once", nearest: nearest)
            }
            return Finding(
                "wire.probe", "a request that nothing asks for, and that brings nothing",
                expected: "nothing more", nearest: nearest)
        }
        let order = owner.compactMap { index in index.map { lines[$0].place } }
        if found.isEmpty || order != order.sorted() {
            found.append(
                Finding(
                    "wire.other-order", "the requests came in another order than the written one",
                    expected: wanted.map(\.line.text).joined(separator: "; "),
                    nearest: requests.map(\.text).joined(separator: "; ")))
        }
        return found
    }

    /// Which line, of those that are given back, each request meets; nil for none. Lines that none meets, unless optional, are missing.
    func assigned(_ wanted: [Wanted]) -> (lines: [Wanted], owner: [Int?], missing: [WireLine]) {
        // What must be there is placed first, so that an optional line takes nothing away from it.
        let places = wanted.indices.map { Wanted(line: wanted[$0].line, isOptional: wanted[$0].isOptional, place: $0) }
        let lines = places.filter { !$0.isOptional } + places.filter(\.isOptional)
        var owner = [Int?](repeating: nil, count: requests.count)
        var missing: [WireLine] = []
        for index in lines.indices {
            var seen: Set<Int> = []
            guard !place(index, lines, &owner, &seen), !lines[index].isOptional else { continue }
            missing.append(lines[index].line)
        }
        return (lines, owner, missing)
    }

    /// Gives a line a request, if need be one that another line can do without (augmenting paths).
    private func place(_ index: Int, _ lines: [Wanted], _ owner: inout [Int?], _ seen: inout Set<Int>) -> Bool {
        for request in requests.indices
        where !seen.contains(request) && lines[index].line.differences(from: requests[request]).isEmpty {
            seen.insert(request)
            guard let other = owner[request] else {
                owner[request] = index
                return true
            }
            if place(other, lines, &owner, &seen) {
                owner[request] = index
                return true
            }
        }
        return false
    }

    /// Whether a line only asks where to get a token: a client may know (developers.arcgis.com, "Token-based authentication").
    static func isQuestion(_ line: WireLine) -> Bool {
        guard line.method == "GET", line.operation == "info" || line.operation == "server/info" else { return false }
        if case .some? = line.credentials { return false }
        return line.token == .none || line.token == .unasked
    }

    /// Whether a request brings no credential and asks for no change, and is not the same again and again.
    func isProbe(_ index: Int, at listeners: Set<String>) -> Bool {
        Self.isProbe(requests[index].request, at: listeners)
            && requests[index].answeredBefore < Self.mostProbes * starts
    }

    /// Whether a request brings no credential and asks for no change.
    static func isProbe(_ request: Journal.Request, at listeners: Set<String>) -> Bool {
        guard ["GET", "HEAD", "OPTIONS"].contains(request.method), request.isBare,
            listeners.contains(request.listener), !request.isSignInForm, !request.isAuthorization
        else { return false }
        // A page's form with a header of its own is announced first (fetch.spec.whatwg.org §4.8, CORS-preflight fetch).
        if request.method == "OPTIONS" { return request.body.isEmpty }
        return !request.isTokenRequest && !request.isTokenEndpoint
    }

    /// Whether a request was asked for the credentials that the server had taken before: they may be sent ahead, and need not be
    /// (RFC 7617 §2.2, RFC 7616 §3.6).
    private func isNotAhead(_ index: Int) -> Bool {
        let request = requests[index].request
        guard request.authorization == nil, request.decisions.contains(where: { $0.cause == .credentialsMissing })
        else { return false }
        return requests[..<index].contains { earlier in
            guard earlier.request.origin == request.origin, let authorization = earlier.request.authorization else {
                return false
            }
            return ["basic", "digest"].contains(authorization.scheme) && authorization.verdict == .right
        }
    }

    /// Whether a sign-in met the web tier before its credentials were asked for, and was sent again with them, once.
    func isStopped(_ index: Int) -> Bool {
        let request = requests[index].request
        guard request.isTokenRequest, request.isStoppedByWebTier else { return false }
        func isSame(_ other: Journal.Request) -> Bool {
            other.operation == request.operation && other.origin == request.origin
        }
        return !requests[..<index].contains { isSame($0.request) && $0.request.isStoppedByWebTier }
            && requests[(index + 1)...].contains { isSame($0.request) && $0.request.authorization != nil }
    }

    /// The ways through a pattern, each as the lines on it.
    static func ways(_ patterns: [WirePattern]) -> [[Wanted]] {
        var ways: [[Wanted]] = [[]]
        for pattern in patterns {
            let next = self.ways(pattern)
            if next.count == 1 {
                for index in ways.indices { ways[index] += next[0] }
                continue
            }
            ways = Array(ways.flatMap { way in next.map { way + $0 } }.prefix(mostWays))
        }
        return ways
    }

    private static func ways(_ pattern: WirePattern) -> [[Wanted]] {
        switch pattern {
        case .line(let line, let count): [Array(repeating: Wanted(line: line, isOptional: false), count: count)]
        case .optional(let inner): ways(inner).map { $0.map { Wanted(line: $0.line, isOptional: true) } }
        case .anyOrder(let members), .sequence(let members): ways(members)
        case .either(let choices): Array(choices.flatMap { ways($0) }.prefix(mostWays))
        }
    }
}
