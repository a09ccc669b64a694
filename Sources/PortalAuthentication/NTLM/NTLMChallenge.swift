/// A server's CHALLENGE_MESSAGE (MS-NLMP §2.2.1.2), as far as NTLMv2 needs it.
package struct NTLMChallenge: Sendable, Hashable {
    /// The message as it came.
    package let message: [UInt8]
    /// What the server agrees to.
    package let flags: NTLMFlags
    /// Eight bytes that the answer covers.
    package let serverChallenge: [UInt8]
    /// What the server says of itself.
    package let targetInfo: NTLMTargetInfo

    /// Why a challenge is not answered.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// It is longer than any challenge.
        case tooLong(Int)
        /// It is no CHALLENGE_MESSAGE.
        case noChallenge
        /// A field lies outside of the message.
        case fieldOutside(String)
        /// What NTLMv2 needs is not offered; the answer would be one of NTLMv1.
        case notVersion2(String)

        package var description: String {
            switch self {
            case .tooLong(let count): "the server's NTLM challenge has \(count) bytes, more than any has"
            case .noChallenge: "what the server sends as an NTLM challenge is none (MS-NLMP §2.2.1.2)"
            case .fieldOutside(let name): "the \(name) of the server's NTLM challenge lies outside of the message"
            case .notVersion2(let what):
                "the server's NTLM challenge would not lead to NTLMv2: \(what); no answer is sent, for it could be "
                    + "turned into the password; have the server allow NTLMv2 (LmCompatibilityLevel), or sign in with a "
                    + "Kerberos ticket"
            }
        }
    }

    /// Reads a challenge; throws where NTLMv2 cannot be the answer.
    package init(_ message: [UInt8]) throws(Problem) {
        guard message.count <= Self.longest else { throw .tooLong(message.count) }
        guard message.starts(with: NTLMBytes.signature), NTLMBytes.number(message, at: 8, count: 4) == 2,
            let flags = NTLMBytes.number(message, at: 20, count: 4).map({ NTLMFlags(rawValue: UInt32($0)) }),
            message.count >= 32
        else { throw .noChallenge }
        guard flags.contains(.unicode) else { throw .notVersion2("its texts are not Unicode") }
        guard flags.contains(.ntlm) else { throw .notVersion2("it does not agree to NTLM") }
        guard flags.contains(.extendedSessionSecurity) else {
            throw .notVersion2("it does not agree to extended session security")
        }
        guard flags.contains(.targetInfo) else { throw .notVersion2("it says nothing of the server (no target info)") }
        guard NTLMBytes.payload(message, fieldsAt: 12) != nil else { throw .fieldOutside("target name") }
        guard message.count >= 48, let info = NTLMBytes.payload(message, fieldsAt: 40) else {
            throw .fieldOutside("target info")
        }
        guard !info.isEmpty else { throw .notVersion2("it says nothing of the server (empty target info)") }
        guard let targetInfo = NTLMTargetInfo(info) else { throw .fieldOutside("target info's pairs") }
        guard !targetInfo.pairs.isEmpty else { throw .notVersion2("it says nothing of the server (empty target info)") }
        self.message = message
        self.flags = flags
        serverChallenge = Array(message[24..<32])
        self.targetInfo = targetInfo
    }

    private static let longest = 16 << 10
}
