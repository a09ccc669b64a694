/// Takes HTTP credentials out of header fields: equal ones keep an equal number, so that a repetition stays visible.
struct CredentialNumbers {
    private var numbers: [[UInt8]: Int] = [:]

    /// The field's value without what could be replayed or guessed from.
    ///
    /// A bearer token is a secret like any other. The end of a secret in base64 mixes with what follows, so a Basic pair
    /// goes as a whole: what was found in it stands in its place.
    mutating func redacted(_ value: String, withoutSecrets clean: String, found: [String]) -> String {
        // From the clean text: a secret may stand where a scheme belongs.
        let scheme = String(clean.prefix { $0 != " " && $0 != "\t" })
        switch scheme.lowercased() {
        case "bearer":
            // One that the portal knows was replaced already; what else came may be a token of another portal.
            let token = clean.dropFirst(scheme.count).filter { $0 != " " && $0 != "\t" }
            guard clean == value, !token.isEmpty, !token.hasPrefix("redacted-") else { return clean }
            return "\(scheme) \(placeholder(for: Array(token.utf8)))"
        case "digest": return withoutResponse(clean)
        default:
            guard scheme.count < clean.count else {
                // Without a scheme it is a token, unless it names a scheme that goes on (RFC 4559 §5).
                let isScheme = ["basic", "negotiate", "ntlm", "kerberos"].contains(scheme.lowercased())
                guard !isScheme, !clean.isEmpty, clean == value, !clean.hasPrefix("redacted-") else { return clean }
                return placeholder(for: Array(clean.utf8))
            }
            let credentials = scheme.lowercased() == "basic" ? BasicPair(value).bytes : Array(value.utf8)
            return ([scheme] + found + [placeholder(for: credentials)]).joined(separator: " ")
        }
    }

    /// The response of a Digest answer is a hash of the password (RFC 7616 §5.4: open to guessing): no run of so many
    /// hexadecimal digits stays, wherever it stands.
    private mutating func withoutResponse(_ value: String) -> String {
        var result = ""
        var rest = Substring(value)
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isHexDigit }
            result += digits.count >= 32 ? placeholder(for: Array(digits.utf8)) : String(digits)
            rest = rest[digits.endIndex...]
            if let other = rest.popFirst() { result.append(other) }
        }
        return result
    }

    mutating func placeholder(for credentials: [UInt8]) -> String {
        let number = numbers[credentials] ?? numbers.count + 1
        numbers[credentials] = number
        return "redacted-credentials-\(number)"
    }
}
