internal import HTTPSemantics
internal import JSONValues

extension Evidence {
    /// The same evidence with every secret replaced by a placeholder, in all bytes and encodings: the verdict stays, the secret goes.
    ///
    /// Secrets of the machine, which are none of the run's, are replaced too and not listed among its canaries. So is what stands in a
    /// field that is named like a secret (``SecretFields``), but for the values that the expectation writes out.
    package func redacted(erasing others: [MachineSecret] = [], keeping kept: Set<String> = []) -> Evidence {
        redacted(by: EvidenceRedaction(self, erasing: others), keeping: kept)
    }

    /// The same by what was prepared from this evidence.
    package func redacted(by prepared: EvidenceRedaction, keeping kept: Set<String> = []) -> Evidence {
        let redaction = prepared.redaction
        var copy = self
        var credentials = CredentialNumbers()
        copy.journal.connections = journal.connections.map { Self.redacted($0, redaction) }
        for index in copy.journal.requests.indices {
            copy.journal.requests[index] = Self.redacted(
                copy.journal.requests[index], redaction, &credentials, keeping: kept)
        }
        copy.output = output.map { ClientOutput(place: redaction.text($0.place), text: redaction.text($0.text)) }
        copy.events = events.map { $0.map(redaction.text) }
        copy.complaints = complaints.map(redaction.text)
        copy.obstacle = obstacle.map(redaction.text)
        copy.inapplicable = inapplicable.map(redaction.text)
        copy.unsearched = unsearched.map(redaction.text)
        copy.departures = departures.map { $0.map { Self.redacted($0, redaction) } }
        copy.final = Self.redacted(final, redaction)
        copy.outcome?.ownReason = outcome?.ownReason.map(redaction.text)
        copy.canaries = self.canaries.map {
            Canary(name: $0.name, kind: $0.kind, value: prepared.names[$0.value] ?? "", origins: $0.origins)
        }
        return copy
    }

    /// Bytes that may hold secrets of this evidence, with the same placeholders as ``redacted(erasing:keeping:)``.
    package func redacted(_ bytes: [UInt8]) -> [UInt8] { EvidenceRedaction(self).bytes(bytes) }

    static func redacted(
        _ request: Journal.Request, _ redaction: Redaction, _ credentials: inout CredentialNumbers,
        keeping kept: Set<String>
    ) -> Journal.Request {
        let request = SecretFields.masked(request, redaction, &credentials, keeping: kept)
        var copy = request
        copy.method = redaction.text(request.method)
        copy.target = redaction.text(request.target)
        copy.httpVersion = redaction.text(request.httpVersion)
        copy.operation = redaction.text(request.operation)
        copy.grant?.type = redaction.text(request.grant?.type ?? "")
        copy.grant?.client = redaction.text(request.grant?.client ?? "")
        copy.headers = request.headers.map { field in
            let value = redaction.text(field.value)
            let shown = HeaderField(
                redaction.text(field.name), field.namesHosts ? redaction.foldedText(value) : value)
            guard
                field.isNamed("Authorization") || field.isNamed("Proxy-Authorization")
                    || field.isNamed("X-Esri-Authorization")
            else { return shown }
            if kept.contains(field.value) { return shown }
            let found = redaction.placeholders(in: field.value)
            return HeaderField(
                shown.name, credentials.redacted(field.value, withoutSecrets: shown.value, found: found))
        }
        copy.body = redaction.bytes(request.body, isForm: MultipartFields.fields(request) == nil)
        copy.parserError = request.parserError.map { redaction.text($0) }
        // A client may send a password or a token where a user name or a scheme belongs.
        copy.authorization?.scheme = redaction.text(request.authorization?.scheme ?? "")
        copy.authorization?.username = request.authorization?.username.map { redaction.text($0) }
        copy.authorization?.realm = request.authorization?.realm.map { redaction.text($0) }
        copy.authorization?.cnonce = request.authorization?.cnonce.map { redaction.text($0) }
        copy.authorization?.algorithm = request.authorization?.algorithm.map { redaction.text($0) }
        copy.authorization?.qop = request.authorization?.qop.map { redaction.text($0) }
        copy.authorization?.windows?.domain = request.authorization?.windows?.domain.map { redaction.text($0) }
        copy.authorization?.windows?.mechanism = request.authorization?.windows?.mechanism.map { redaction.text($0) }
        for index in copy.decisions.indices {
            copy.decisions[index].reason = redaction.text(copy.decisions[index].reason)
        }
        return copy
    }

    private static func redacted(_ finding: Finding, _ redaction: Redaction) -> Finding {
        Finding(
            finding.code, redaction.text(finding.problem), expected: finding.expected.map(redaction.text),
            nearest: finding.nearest.map(redaction.text), difference: finding.difference.map(redaction.text))
    }

    /// A value without secrets, the names of members and numbers included.
    private static func redacted(_ value: JSONValue, _ redaction: Redaction) -> JSONValue {
        switch value {
        case .null, .bool: return value
        case .integer, .number:
            // With something else in its place it is no number.
            let text = value.text()
            let shown = redaction.text(text)
            return shown == text ? value : .string(shown)
        case .string(let text): return .string(redaction.text(text))
        case .array(let elements): return .array(elements.map { redacted($0, redaction) })
        case .object(let members):
            return .object(
                Dictionary(
                    members.sorted { $0.key < $1.key }.map { (redaction.text($0.key), redacted($0.value, redaction)) },
                    uniquingKeysWith: { first, _ in first }))
        }
    }

    /// A connection without the secrets that its client may have put into the handshake, which is read in plain text on the way.
    static func redacted(_ connection: Journal.Connection, _ redaction: Redaction) -> Journal.Connection {
        var copy = connection
        copy.tls?.serverName = connection.tls?.serverName.map { redaction.foldedText(redaction.text($0)) }
        copy.tls?.alpn = (connection.tls?.alpn ?? []).map { redaction.text($0) }
        copy.tls?.clientCertificate = connection.tls?.clientCertificate.map { redaction.text($0) }
        return copy
    }

    /// Letters, digits and hyphens only, so that it looks alike in every encoding.
    ///
    /// A verifier with characters that it may not have has a `*` at its end.
    static func placeholder(_ canary: Canary, _ count: Int = 1) -> String {
        let name = canary.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let isGuessable = canary.kind == .codeVerifier && GuessableText.isVerifier(canary.value)
        let start = isGuessable ? GuessableText.placeholder : "redacted-"
        let text = start + (count == 1 ? "" : "\(count)-") + String(name)
        guard canary.kind == .codeVerifier else { return text }
        // Length and characters of a verifier are judged (RFC 7636 §4.1); a form leaves `*` as it is (WHATWG URL Standard).
        let mark = CodeVerifier.hasAllowedCharacters(canary.value) ? "" : "*"
        let rest = canary.value.utf8.count - text.utf8.count - mark.utf8.count
        return text + String(repeating: "-", count: max(0, rest)) + mark
    }
}
