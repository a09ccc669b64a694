extension Journal {
    /// What a gate read in Negotiate or NTLM credentials; it holds no response, ticket or key.
    public struct WindowsCredentials: Sendable, Codable, Equatable {
        /// `negotiate` and `authenticate` are NTLM's messages (MS-NLMP §2.2.1), `token` is one of Negotiate's (RFC 4559 §5).
        public var message: String
        /// `NTLM`, `Kerberos`, or the object identifier of another mechanism in SPNEGO (RFC 4178); nil where it could not be told.
        public var mechanism: String?
        /// The kind of NTLM response: `NTLMv2`, `NTLMv1`, `LM` or `anonymous`; nil where there is none.
        public var response: String?
        /// The domain or realm that the user was named with; nil where there was none.
        public var domain: String?
        /// Channel binding (RFC 5929): `none`, `right` or `wrong`; nil where it could not be told.
        public var channelBinding: String?
        /// Whether a Kerberos ticket to act for the user came along (RFC 4121 §4.1.1); nil where it could not be told.
        public var delegated: Bool?

        public init(
            message: String, mechanism: String? = nil, response: String? = nil, domain: String? = nil,
            channelBinding: String? = nil, delegated: Bool? = nil
        ) {
            self.message = message
            self.mechanism = mechanism
            self.response = response
            self.domain = domain
            self.channelBinding = channelBinding
            self.delegated = delegated
        }
    }
}
