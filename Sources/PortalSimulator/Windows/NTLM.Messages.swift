extension NTLM {
    /// What a client begins with (NEGOTIATE_MESSAGE, MS-NLMP §2.2.1.1).
    struct NegotiateMessage: Sendable, Equatable {
        let bytes: [UInt8]
        let flags: Flags
        /// The domain that the client's machine belongs to; empty where it was not told.
        let domain: String
        let workstation: String

        init(_ bytes: [UInt8]) throws(Complaint) {
            let reader = try Reader(bytes, type: 1)
            self.bytes = bytes
            let flags = Flags(rawValue: try reader.number(at: 12))
            self.flags = flags
            // The oldest clients send flags and nothing else.
            guard bytes.count > 16 else {
                domain = ""
                workstation = ""
                return
            }
            func name(_ label: String, at offset: Int, if supplied: Flags) throws(Complaint) -> String {
                let value = try reader.field(label, at: offset, after: 32)
                guard flags.contains(supplied) else { return "" }
                return try NTLM.text(label, value, isUnicode: false)
            }
            domain = try name("the domain", at: 16, if: .domainSupplied)
            workstation = try name("the workstation", at: 24, if: .workstationSupplied)
        }
    }

    /// What a server answers (CHALLENGE_MESSAGE, MS-NLMP §2.2.1.2).
    struct ChallengeMessage: Sendable, Equatable {
        /// Eight random bytes.
        let challenge: [UInt8]
        let flags: Flags
        let bytes: [UInt8]

        /// Writes a challenge; without target information a client cannot make an NTLMv2 response (MS-NLMP §3.1.5.1.2).
        init(challenge: [UInt8], to negotiate: NegotiateMessage, target: String, information: TargetInformation?) {
            self.challenge = challenge
            let isUnicode = negotiate.flags.contains(.unicode)
            var flags = negotiate.flags.intersection(.repeated)
            flags.formUnion([.ntlm, .requestTarget, .targetIsDomain, isUnicode ? .unicode : .oem])
            if information != nil { flags.insert(.targetInformation) }
            self.flags = flags
            let name = isUnicode ? NTLM.utf16(target) : Array(target.utf8)
            let list = information?.bytes ?? []
            func field(_ length: Int, _ offset: Int) -> [UInt8] {
                NTLM.short(UInt16(length)) + NTLM.short(UInt16(length)) + NTLM.long(UInt32(offset))
            }
            // Windows Server 2019: 10.0, build 17763, NTLM revision 15 (MS-NLMP §2.2.2.10).
            let version: [UInt8] =
                flags.contains(.version) ? [10, 0, 0x63, 0x45, 0, 0, 0, 15] : .init(repeating: 0, count: 8)
            var bytes = NTLM.signature + NTLM.long(UInt32(2))
            bytes += field(name.count, 56) + NTLM.long(flags.rawValue) + challenge + [UInt8](repeating: 0, count: 8)
            bytes += field(list.count, 56 + name.count) + version
            self.bytes = bytes + name + list
        }
    }

    /// What a client proves itself with (AUTHENTICATE_MESSAGE, MS-NLMP §2.2.1.3).
    struct AuthenticateMessage: Sendable, Equatable {
        let bytes: [UInt8]
        let flags: Flags
        let user: String
        let domain: String
        let workstation: String
        let lmResponse: [UInt8]
        let ntResponse: [UInt8]
        let encryptedSessionKey: [UInt8]
        /// Where the payload begins; the integrity code stands before it where there is one.
        private let payload: Int

        init(_ bytes: [UInt8]) throws(Complaint) {
            let reader = try Reader(bytes, type: 3)
            self.bytes = bytes
            flags = Flags(rawValue: try reader.number(at: 60))
            let isUnicode = flags.contains(.unicode)
            lmResponse = try reader.field("the LM response", at: 12, after: 64)
            ntResponse = try reader.field("the NT response", at: 20, after: 64)
            domain = try NTLM.text(
                "the domain", try reader.field("the domain", at: 28, after: 64), isUnicode: isUnicode)
            user = try NTLM.text(
                "the user name", try reader.field("the user name", at: 36, after: 64), isUnicode: isUnicode)
            workstation = try NTLM.text(
                "the workstation", try reader.field("the workstation", at: 44, after: 64), isUnicode: isUnicode)
            encryptedSessionKey = try reader.field("the session key", at: 52, after: 64)
            var first = bytes.count
            for offset in [12, 20, 28, 36, 44, 52] where try reader.number(at: offset) & 0xFFFF > 0 {
                first = min(first, Int(try reader.number(at: offset + 4)))
            }
            payload = first
        }

        /// The integrity code (MS-NLMP §2.2.1.3, MIC); nil where the message has no room for one.
        var integrityCode: [UInt8]? { payload >= 88 ? Array(bytes[72..<88]) : nil }

        /// The message as the integrity code is made of it: with zeros in the code's place.
        var withoutIntegrityCode: [UInt8] {
            var copy = bytes
            for index in 72..<min(88, copy.count) { copy[index] = 0 }
            return copy
        }

        /// Which kind of response it carries.
        var response: Response {
            switch ntResponse.count {
            case 0: user.isEmpty && lmResponse.count <= 1 ? .anonymous : .lanManager
            case 24: .version1
            default: .version2
            }
        }
    }
}
