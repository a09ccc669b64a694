internal import HTTPAuthentication
internal import JSONValues

extension Evidence {
    /// The same evidence with every secret replaced by a placeholder, in all bytes and encodings: the verdict stays, the secret goes.
    package func redacted() -> Evidence {
        var copy = self
        let canaries = canaries + verifiers
        let names = Dictionary(
            canaries.map { ($0.value, Self.placeholder($0)) }, uniquingKeysWith: { first, _ in first })
        // The longest first, so that no secret is hidden inside another's placeholder.
        let swaps = canaries.sorted { $0.value.utf8.count > $1.value.utf8.count }.compactMap { canary in
            names[canary.value].flatMap { Swap(canary, placeholder: $0) }
        }
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

    /// Letters, digits and hyphens only, so that it looks alike in every encoding.
    private static func placeholder(_ canary: Canary) -> String {
        let name = canary.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let text = "redacted-" + String(name)
        // The length of a verifier is judged (RFC 7636 §4.1).
        let rest = canary.kind == .codeVerifier ? canary.value.utf8.count - text.utf8.count : 0
        return text + String(repeating: "-", count: max(0, rest))
    }
}

/// Puts a placeholder where a secret was, in the encoding in which it was found.
private struct Swap {
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
