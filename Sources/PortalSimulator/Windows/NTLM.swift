/// NT LAN Manager authentication as a server sees it (MS-NLMP).
///
/// Messages are read strictly: every field lies inside its message, and nothing is guessed.
enum NTLM {
    /// What every message begins with (MS-NLMP §2.2.1, Signature).
    static let signature: [UInt8] = Array("NTLMSSP\0".utf8)
    /// The longest message that is read; tokens of Windows clients stay far below.
    static let longestMessage = 16 * 1024

    /// Whether bytes begin as a message does.
    static func isMessage(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

    /// Why a message cannot be read, in a sentence without secrets.
    struct Complaint: Error, Equatable {
        let text: String

        init(_ text: String) { self.text = text }
    }

    /// Which response a client has made.
    enum Response: String, Sendable {
        /// Challenge and hash in HMAC-MD5 (MS-NLMP §3.3.2).
        case version2 = "NTLMv2"
        /// DES under the hash (MS-NLMP §3.3.1).
        case version1 = "NTLMv1"
        /// Only the older LAN Manager response.
        case lanManager = "LM"
        /// Neither name nor response (MS-NLMP §3.2.5.1.2).
        case anonymous
    }
}

extension NTLM {
    /// The negotiate flags (MS-NLMP §2.2.2.5) that are looked at or sent here.
    struct Flags: OptionSet, Sendable, Hashable {
        let rawValue: UInt32

        static let unicode = Flags(rawValue: 0x0000_0001)
        static let oem = Flags(rawValue: 0x0000_0002)
        static let requestTarget = Flags(rawValue: 0x0000_0004)
        static let sign = Flags(rawValue: 0x0000_0010)
        static let seal = Flags(rawValue: 0x0000_0020)
        static let ntlm = Flags(rawValue: 0x0000_0200)
        static let anonymous = Flags(rawValue: 0x0000_0800)
        static let domainSupplied = Flags(rawValue: 0x0000_1000)
        static let workstationSupplied = Flags(rawValue: 0x0000_2000)
        static let alwaysSign = Flags(rawValue: 0x0000_8000)
        static let targetIsDomain = Flags(rawValue: 0x0001_0000)
        static let extendedSessionSecurity = Flags(rawValue: 0x0008_0000)
        static let targetInformation = Flags(rawValue: 0x0080_0000)
        static let version = Flags(rawValue: 0x0200_0000)
        static let key128 = Flags(rawValue: 0x2000_0000)
        static let keyExchange = Flags(rawValue: 0x4000_0000)
        static let key56 = Flags(rawValue: 0x8000_0000)

        /// What a challenge repeats where the client asked for it.
        static let repeated: Flags = [
            .sign, .seal, .alwaysSign, .extendedSessionSecurity, .key128, .keyExchange, .key56, .version,
        ]
    }
}
