internal import HTTPSemantics
internal import JSONValues

extension Evidence {
    /// The same evidence with every secret replaced by a placeholder, in all bytes and encodings: the verdict stays, the secret goes.
    ///
    /// Secrets of the machine, which are none of the run's, are replaced too and not listed among its canaries.
    package func redacted(erasing others: [Canary] = []) -> Evidence {
        var copy = self
        let (names, swaps) = swaps(others)
        var credentials = CredentialNumbers()
        for index in copy.journal.requests.indices {
            copy.journal.requests[index] = Self.redacted(copy.journal.requests[index], swaps, &credentials)
        }
        copy.output = output.map { ClientOutput(place: $0.place, text: Self.redacted($0.text, swaps)) }
        copy.events = events.map { $0.map { Self.redacted($0, swaps) } }
        copy.complaints = complaints.map { Self.redacted($0, swaps) }
        if let text = try? JSONValue(parsing: Self.redacted(final.text(), swaps)) { copy.final = text }
        copy.outcome?.ownReason = outcome?.ownReason.map { Self.redacted($0, swaps) }
        copy.canaries = self.canaries.map {
            Canary(name: $0.name, kind: $0.kind, value: names[$0.value] ?? "", origins: $0.origins)
        }
        return copy
    }

    /// Bytes that may hold secrets of this evidence, with the same placeholders as ``redacted()``.
    package func redacted(_ bytes: [UInt8]) -> [UInt8] { swaps().swaps.reduce(bytes) { $1.applied(to: $0) } }

    /// What stands for each secret, and what puts it there.
    private func swaps(_ others: [Canary] = []) -> (names: [String: String], swaps: [Swap]) {
        let canaries = canaries + verifiers + others
        let names = Self.placeholders(canaries)
        // The longest first, so that no secret is hidden inside another's placeholder.
        let swaps = canaries.sorted { $0.value.utf8.count > $1.value.utf8.count }.compactMap { canary in
            names[canary.value].flatMap { Swap(canary, placeholder: $0) }
        }
        return (names, swaps)
    }

    private static func redacted(
        _ request: Journal.Request, _ swaps: [Swap], _ credentials: inout CredentialNumbers
    ) -> Journal.Request {
        var copy = request
        copy.target = redacted(request.target, swaps)
        copy.headers = request.headers.map { field in
            let shown = HeaderField(redacted(field.name, swaps), redacted(field.value, swaps))
            guard field.isNamed("Authorization") || field.isNamed("Proxy-Authorization") else { return shown }
            let found = swaps.filter { $0.isFound(in: Array(field.value.utf8)) }.map(\.placeholder)
            return HeaderField(
                shown.name, credentials.redacted(field.value, withoutSecrets: shown.value, found: found))
        }
        copy.body = swaps.reduce(request.body) { $1.applied(to: $0) }
        copy.parserError = request.parserError.map { redacted($0, swaps) }
        // A client may send a password or a token where a user name or a scheme belongs.
        copy.authorization?.scheme = redacted(request.authorization?.scheme ?? "", swaps)
        copy.authorization?.username = request.authorization?.username.map { redacted($0, swaps) }
        copy.authorization?.realm = request.authorization?.realm.map { redacted($0, swaps) }
        copy.authorization?.cnonce = request.authorization?.cnonce.map { redacted($0, swaps) }
        copy.authorization?.algorithm = request.authorization?.algorithm.map { redacted($0, swaps) }
        copy.decisions = request.decisions.map {
            Journal.Decision(gate: $0.gate, passed: $0.passed, reason: redacted($0.reason, swaps))
        }
        return copy
    }

    private static func redacted(_ text: String, _ swaps: [Swap]) -> String {
        let bytes = swaps.reduce(Array(text.utf8)) { $1.applied(to: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A placeholder for every value. Two secrets of one name, as a password before and after its change, keep two.
    private static func placeholders(_ canaries: [Canary]) -> [String: String] {
        var names: [String: String] = [:]
        var counts: [String: Int] = [:]
        for canary in canaries where names[canary.value] == nil {
            let count = counts[placeholder(canary), default: 0] + 1
            counts[placeholder(canary)] = count
            names[canary.value] = placeholder(canary, count)
        }
        // None may be found inside another, as that of token#1 inside that of token#10.
        for (value, name) in names {
            var closed = name
            while names.values.contains(where: { $0 != name && $0.contains(closed) }) { closed += "-" }
            names[value] = closed
        }
        return names
    }

    /// Letters, digits and hyphens only, so that it looks alike in every encoding.
    private static func placeholder(_ canary: Canary, _ count: Int = 1) -> String {
        let name = canary.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let text = "redacted-" + (count == 1 ? "" : "\(count)-") + String(name)
        // The length of a verifier is judged (RFC 7636 §4.1).
        let rest = canary.kind == .codeVerifier ? canary.value.utf8.count - text.utf8.count : 0
        return text + String(repeating: "-", count: max(0, rest))
    }
}

/// Takes secrets out of texts, in whatever encoding they stand there.
package struct SecretEraser: Sendable {
    private let swaps: [Swap]

    package init(_ canaries: [Canary]) {
        swaps = canaries.sorted { $0.value.utf8.count > $1.value.utf8.count }.compactMap {
            Swap($0, placeholder: "***")
        }
    }

    /// The text with `***` in the place of every secret.
    package func text(_ text: String) -> String {
        String(decoding: swaps.reduce(Array(text.utf8)) { $1.applied(to: $0) }, as: UTF8.self)
    }
}

/// Puts a placeholder where a secret was, in the encoding in which it was found.
private struct Swap: Sendable {
    let placeholder: String
    private let scan: SecretScan
    private let plain: [UInt8]
    private let encoded: [[UInt8]]

    init?(_ canary: Canary, placeholder: String) {
        guard let scan = SecretScan(canary) else { return nil }
        self.scan = scan
        self.placeholder = placeholder
        plain = Array(placeholder.utf8)
        encoded = Base64Core.variants(of: plain)
    }

    func isFound(in bytes: [UInt8]) -> Bool { scan.isFound(in: bytes) }

    func applied(to bytes: [UInt8]) -> [UInt8] {
        let ranges = scan.ranges(in: bytes)
        guard !ranges.isEmpty else { return bytes }
        var result: [UInt8] = []
        var start = 0
        for (range, alignment) in ranges {
            result += bytes[start..<range.lowerBound]
            result += alignment.map { encoded[$0] } ?? plain
            start = range.upperBound
        }
        return result + bytes[start...]
    }
}
