/// What both sides of NTLM agree on (MS-NLMP §2.2.2.5).
package struct NTLMFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Texts are UTF-16.
    package static let unicode = NTLMFlags(rawValue: 0x1)
    /// The server is to name itself.
    static let requestsTarget = NTLMFlags(rawValue: 0x4)
    /// NTLM at all.
    package static let ntlm = NTLMFlags(rawValue: 0x200)
    /// The other side knows the client without a name.
    static let anonymous = NTLMFlags(rawValue: 0x800)
    /// A session key is made.
    static let alwaysSigns = NTLMFlags(rawValue: 0x8000)
    /// NTLM 2's session security.
    package static let extendedSessionSecurity = NTLMFlags(rawValue: 0x80000)
    /// The challenge describes the server.
    package static let targetInfo = NTLMFlags(rawValue: 0x80_0000)
    /// A key of 128 bits.
    static let uses128Bits = NTLMFlags(rawValue: 0x2000_0000)

    /// What this client asks for: neither keys are exchanged nor messages signed, for nothing but HTTP follows.
    static let asked: NTLMFlags = [
        .unicode, .requestsTarget, .ntlm, .alwaysSigns, .extendedSessionSecurity, .uses128Bits,
    ]
}
