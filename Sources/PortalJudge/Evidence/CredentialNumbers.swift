/// Takes HTTP credentials out of header fields: equal ones keep an equal number, so that a repetition stays visible.
struct CredentialNumbers {
    private var numbers: [String: Int] = [:]

    /// The field's value without what could be replayed or guessed from.
    ///
    /// A Basic pair whose password was known has lost it already (`isClean`) and stays, as a bearer token does.
    mutating func redacted(_ value: String, isClean: Bool) -> String {
        let scheme = String(value.prefix { $0 != " " })
        switch scheme.lowercased() {
        case "bearer": return value
        case "digest": return withoutResponse(value)
        default: return isClean || scheme.count == value.count ? value : "\(scheme) \(placeholder(for: value))"
        }
    }

    /// The response of a Digest answer is a hash of the password (RFC 7616 §5.4: open to guessing): no run of so many
    /// hexadecimal digits stays, wherever it stands.
    private mutating func withoutResponse(_ value: String) -> String {
        var result = ""
        var rest = Substring(value)
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isHexDigit }
            result += digits.count >= 32 ? placeholder(for: String(digits)) : String(digits)
            rest = rest[digits.endIndex...]
            if let other = rest.popFirst() { result.append(other) }
        }
        return result
    }

    private mutating func placeholder(for text: String) -> String {
        let number = numbers[text] ?? numbers.count + 1
        numbers[text] = number
        return "redacted-credentials-\(number)"
    }
}
