/// Why the words of a challenge or of credentials make no sense for their scheme; equal by code.
public struct ChallengeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong; the set grows, so switch with a default.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Names a code.
        public init(_ name: String) { description = name }

        /// The words belong to another scheme.
        public static let otherScheme = Code("otherScheme")
        /// A parameter is missing that the scheme demands.
        public static let missingParameter = Code("missingParameter")
        /// A parameter occurs twice (RFC 9110 §11.2), or beside one that excludes it.
        public static let duplicateParameter = Code("duplicateParameter")
        /// The challenge is well formed, but its algorithm is unknown (RFC 7616 §3.3: to be ignored).
        public static let unknownAlgorithm = Code("unknownAlgorithm")
        /// A parameter has a value that its grammar does not allow.
        public static let malformedParameter = Code("malformedParameter")
    }

    /// What is wrong.
    public let code: Code
    /// The parameter that is at fault, where it is one.
    public let parameter: String?
    /// What is wrong in words; it holds no user name and no response.
    public let detail: String

    /// Names a fault.
    public init(_ code: Code, parameter: String? = nil, _ detail: String) {
        self.code = code
        self.parameter = parameter
        self.detail = detail
    }

    public static func == (one: ChallengeError, other: ChallengeError) -> Bool { one.code == other.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { "\(detail) (\(code))" }
}

extension ChallengeError {
    /// A value as an error quotes it: short and without control characters.
    static func quoting(_ value: String) -> String {
        let start = value.unicodeScalars.prefix(60).map {
            $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
        }
        let text = String(String.UnicodeScalarView(start))
        return value.unicodeScalars.count > start.count ? "\"\(text)…\"" : "\"\(text)\""
    }
}
