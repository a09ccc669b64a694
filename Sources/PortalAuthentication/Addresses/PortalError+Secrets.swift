package import HTTPSemantics

extension PortalError {
    /// The error with every secret replaced in what the server said.
    package func scrubbed(of secrets: [Secret<String>]) -> PortalError {
        guard serverMessage != nil || messageCode != nil || oauthError != nil || !serverDetails.isEmpty else {
            return self
        }
        var copy = self
        for secret in secrets {
            secret.reveal { value in
                for spelling in Self.spellings(of: value) where !spelling.isEmpty {
                    copy.serverMessage = copy.serverMessage.map { Self.replacing(spelling, in: $0) }
                    copy.serverDetails = copy.serverDetails.map { Self.replacing(spelling, in: $0) }
                    copy.messageCode = copy.messageCode.map { Self.replacing(spelling, in: $0) }
                    copy.oauthError = copy.oauthError.map { Self.replacing(spelling, in: $0) }
                }
            }
        }
        return copy
    }

    /// A secret as it is, and as a server quotes it that repeats a form as it came, or escapes it for a page.
    ///
    /// A blank is `%20` or `+` in a form (WHATWG URL, application/x-www-form-urlencoded), and hexadecimal digits have two cases.
    private static func spellings(of secret: String) -> Set<String> {
        let upper = PercentEncoding.encode(secret)
        let percents = [upper, upper.replacing("%20", with: "+")]
        return Set([secret, MarkupText.escaped(secret)] + percents + percents.map { lowerDigits(in: $0) })
    }

    /// An encoded text with lower case digits behind its percent signs.
    private static func lowerDigits(in encoded: String) -> String {
        let parts = encoded.split(separator: "%", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
            "\(text)%\(part.prefix(2).lowercased())\(part.dropFirst(2))"
        }
    }

    private static func replacing(_ secret: String, in text: String) -> String {
        var rest = text[...]
        var result = ""
        while let range = rest.firstRange(of: secret) {
            result += rest[..<range.lowerBound] + "***"
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
