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
                // A server may quote the form as it came.
                for spelling in Set([value, PercentEncoding.encode(value)]) where !spelling.isEmpty {
                    copy.serverMessage = copy.serverMessage.map { Self.replacing(spelling, in: $0) }
                    copy.serverDetails = copy.serverDetails.map { Self.replacing(spelling, in: $0) }
                    copy.messageCode = copy.messageCode.map { Self.replacing(spelling, in: $0) }
                    copy.oauthError = copy.oauthError.map { Self.replacing(spelling, in: $0) }
                }
            }
        }
        return copy
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
