extension WireCheck {
    /// Up to this distance a request is taken for one that a line means.
    static let nearness = 2
    /// Requests that are named where none is near.
    private static let mostOthers = 6

    /// A request as findings show it.
    func numbered(_ index: Int) -> String { "request \(index + 1)   \(requests[index].text)" }

    /// A request in the place of which another one is due.
    func otherwise(_ index: Int, than line: WireLine, _ lines: [Counted]) -> Finding {
        let seen = requests[index]
        let differences = line.differences(from: seen) + (place(index, before: line, lines).map { [$0] } ?? [])
        return Finding(
            "wire.order", "request \(index + 1) is not the expected one",
            expected: "request \(index + 1)   \(line.text)", nearest: numbered(index),
            difference: differences.joined(separator: "; "))
    }

    /// A request after which nothing is due, or that no line means.
    func unexpected(_ index: Int, _ lines: [Counted]) -> Finding {
        let refusal = requests[index].request.decisions.last { !$0.passed }.map { "\($0.gate): \($0.reason)" }
        let why = place(index, before: nil, lines) ?? "no line asks for it"
        return Finding(
            "wire.unexpected", "one request too many",
            expected: index > 0
                ? "nothing after request \(index)"
                : lines.first.map { "\($0.line.text) as the first request" } ?? "no request",
            nearest: numbered(index), difference: [why, refusal].compactMap { $0 }.joined(separator: "; "))
    }

    /// A line that no request met, beside the nearest one. `position` is behind the last request that came in its place.
    func missingFinding(
        _ line: WireLine, number: Int?, _ lines: [Counted] = [], after position: Int? = nil
    ) -> Finding {
        let named = requests.indices.filter { line.names(requests[$0]) }
        let nearest = (named.isEmpty ? Array(requests.indices) : named).min {
            line.comes(nearerTo: requests[$0], than: requests[$1])
        }
        let expected = number.map { "request \($0)   \(line.text)" } ?? line.text
        guard let nearest, !named.isEmpty || line.distance(from: requests[nearest]) <= Self.nearness else {
            if let elsewhere = elsewhere(line) {
                return Finding(
                    "wire.missing", "an expected request never came", expected: expected,
                    nearest: numbered(elsewhere.index), difference: elsewhere.difference)
            }
            return Finding(
                "wire.missing", "an expected request never came", expected: expected,
                nearest: "nothing like it; \(others)")
        }
        let differences = line.differences(from: requests[nearest])
        guard differences.isEmpty else {
            // Of a line whose operation may be several, a single field that differs tells that the request was meant.
            let isMeant = differences.count == 1 && line.meansAllBut(aFieldOf: requests[nearest])
            let problem =
                named.isEmpty && !isMeant
                ? "an expected request never came" : "an expected request came otherwise than it should"
            return Finding(
                "wire.missing", problem, expected: expected, nearest: numbered(nearest),
                difference: differences.joined(separator: "; "))
        }
        // The line has its request, but too few of them, or in another place.
        let came = requests.indices.filter { line.differences(from: requests[$0]).isEmpty }
        let wanted = lines.filter { $0.line == line }.reduce(0) { $0 + $1.count }
        if let position, let last = came.last, last < position, wanted <= came.count {
            return Finding(
                "wire.missing", "an expected request never came where it is due", expected: expected,
                nearest: numbered(last), difference: "came before \(numbered(position - 1)), which it must follow")
        }
        let difference =
            wanted > came.count
            ? "came \(Self.times(came.count)), wanted \(Self.times(wanted))"
            : "came \(Self.times(came.count)), in the place of another line; wanted once more"
        return Finding(
            "wire.missing", "an expected request came too seldom", expected: expected,
            nearest: numbered(came.last ?? nearest), difference: difference)
    }

    /// The first request to what a line names that arrived at another listener, and how it differs; nil where there is none.
    private func elsewhere(_ line: WireLine) -> (index: Int, difference: String)? {
        guard let listener = line.listener, listener != "*" else { return nil }
        let found = requests.firstIndex {
            $0.request.listener != listener && WireLine.matches(line.method, $0.request.method)
                && WireLine.matches(line.operation, $0.request.operation)
        }
        guard let found else { return nil }
        let seen = requests[found]
        let place = origins[listener].map { "@\(listener) = \($0)" } ?? "@\(listener)"
        let others = line.differences(from: seen).filter { !$0.hasPrefix("arrived at ") }
        return (
            found, (["arrived at \(seen.request.origin), expected at \(place)"] + others).joined(separator: "; ")
        )
    }

    /// Where a request would have its place, or which one it repeats; nil where neither is known.
    private func place(_ index: Int, before line: WireLine?, _ lines: [Counted]) -> String? {
        let seen = requests[index]
        let meant = lines.filter { $0.line.differences(from: seen).isEmpty }
        let wanted = meant.reduce(0) { $0 + $1.count }
        let earlier = requests[..<index].indices.filter { number in
            meant.contains { $0.line.differences(from: requests[number]).isEmpty }
        }
        if let last = earlier.last, earlier.count >= wanted {
            let count = wanted > 0 ? ", which is wanted \(Self.times(wanted))" : ""
            return "one too many: it repeats request \(last + 1)\(count)"
        }
        if !meant.isEmpty, let line { return "came before \(line.text), which it must follow" }
        // What is due there at least by its name is told by its differences.
        if let line, line.isAbout(seen) { return nil }
        return requests[..<index].lastIndex { $0.isSame(as: seen) }.map { "it repeats request \($0 + 1)" }
    }

    /// What came, each operation once, as far as there is room.
    private var others: String {
        guard !requests.isEmpty else { return "there was no request" }
        var counts: [(text: String, count: Int)] = []
        for seen in requests {
            let text = "\(seen.request.method) \(seen.request.operation)"
            if let known = counts.firstIndex(where: { $0.text == text }) {
                counts[known].count += 1
            } else {
                counts.append((text, 1))
            }
        }
        let shown = counts.prefix(Self.mostOthers).map { $0.count > 1 ? "\($0.count)x \($0.text)" : $0.text }
        let rest = counts.count - shown.count
        return "there was: " + shown.joined(separator: ", ") + (rest > 0 ? ", … and \(rest) more" : "")
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }
}

extension SeenRequest {
    /// Whether both ask for the same with the same credentials.
    fileprivate func isSame(as other: SeenRequest) -> Bool {
        request.origin == other.request.origin && request.method == other.request.method
            && request.operation == other.request.operation && request.target == other.request.target
            && request.presented == other.request.presented && request.authorization == other.request.authorization
            && MultipartFields.comparable(request) == MultipartFields.comparable(other.request)
    }
}

extension WireLine {
    /// Whether a request is to the operation that the line names, at its listener.
    func isAbout(_ seen: SeenRequest) -> Bool {
        let sameOperation = !differences(from: seen).contains { $0.hasPrefix("operation is ") }
        return sameOperation && (listener == nil || listener == "*" || listener == seen.request.listener)
    }

    /// Whether a request is to an operation that the line names alone, by its method and at its listener.
    fileprivate func names(_ seen: SeenRequest) -> Bool {
        !operation.hasSuffix("*") && WireLine.matches(method, seen.request.method) && isAbout(seen)
    }

    /// Whether a request is what the line asks for but for fields of its header, form or query.
    fileprivate func meansAllBut(aFieldOf seen: SeenRequest) -> Bool {
        guard operation != "*" else { return false }
        var line = self
        line.attributes.removeAll { attribute in
            switch attribute {
            case .header, .form, .query: true
            default: false
            }
        }
        return line.differences(from: seen).isEmpty
    }

    /// What of a line that must never occur a request has.
    func forbids(_ seen: SeenRequest) -> String {
        var words: [String] = []
        if case .unasked = token {
        } else if !seen.request.presented.isEmpty {
            words.append("carries \(seen.request.presented.map(\.alias).joined(separator: ", "))")
        }
        if credentials != nil, let scheme = seen.request.authorization?.words.first {
            words.append("carries \(scheme)")
        }
        if let listener { words.append("arrived at \(listener == "*" ? seen.request.listener : listener)") }
        if words.isEmpty { words.append("\(seen.request.method) \(seen.request.operation) came") }
        return words.joined(separator: "; ")
    }
}
