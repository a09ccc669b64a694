extension Journal {
    /// What a request to `oauth2/token` or `oauth2/revokeToken` asked with.
    public struct Grant: Sendable, Codable, Equatable {
        /// The `grant_type` as sent; `revoke` for a revocation.
        public var type: String
        /// The client id that it names.
        public var client: String
        /// The code, refresh token or token that it brings, by alias, as `code#1` or `refresh#1`; `unknown` where this portal never issued
        /// it, nil where it brings none.
        public var presented: String?

        public init(type: String, client: String, presented: String? = nil) {
            self.type = type
            self.client = client
            self.presented = presented
        }
    }
}
