import HTTPSemantics
import TLSIdentity

@testable import PortalSimulator

/// An NTLM client of a few lines, which can do each thing wrong.
struct TestNTLMClient {
    var user = "alice"
    var domain = "MOCK"
    var password: String
    var flags: NTLM.Flags = [
        .unicode, .oem, .requestTarget, .ntlm, .extendedSessionSecurity, .alwaysSign, .keyExchange,
    ]
    /// Whether the message carries an integrity code, and whether a wrong one.
    var integrityCode: Bool? = true
    var channelBindings: [UInt8]?
    var response = NTLM.Response.version2

    var negotiate: [UInt8] {
        NTLM.signature + NTLM.long(UInt32(1)) + NTLM.long(flags.rawValue) + [UInt8](repeating: 0, count: 16)
    }

    /// The answer to a challenge message.
    func authenticate(_ challenge: [UInt8]) throws -> [UInt8] {
        let reader = try NTLM.Reader(challenge, type: 2)
        let flags = NTLM.Flags(rawValue: try reader.number(at: 20))
        var information = NTLM.TargetInformation()
        let list = try reader.field("target information", at: 40, after: 48)
        if !list.isEmpty { information = try NTLM.TargetInformation(list[...]) }
        if integrityCode != nil { information.append(NTLM.TargetInformation.ID.flags, [2, 0, 0, 0]) }
        if let channelBindings { information.append(NTLM.TargetInformation.ID.channelBindings, channelBindings) }
        let joined =
            [1, 1, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 8) + [UInt8](repeating: 0xAA, count: 8) + [
                0, 0, 0, 0,
            ]
            + information.bytes + [0, 0, 0, 0]
        let key = NTLM.Version2.key(password: password, user: user, domain: domain)
        let proof = Digest.hmacMD5(key: key, Array(challenge[24..<32]) + joined)
        let base = Digest.hmacMD5(key: key, proof)
        let session = [UInt8](repeating: 0x55, count: 16)
        let nt: [UInt8] =
            switch response {
            case .version2: proof + joined
            case .version1: .init(repeating: 1, count: 24)
            case .lanManager, .anonymous: []
            }
        let isUnicode = flags.contains(.unicode)
        func text(_ text: String) -> [UInt8] { isUnicode ? NTLM.utf16(text) : Array(text.utf8) }
        let name = response == .anonymous ? "" : user
        let lm: [UInt8] = response == .anonymous ? [0] : .init(repeating: 0, count: 24)
        let parts = [lm, nt, text(domain), text(name), text("TEST"), NTLM.rc4(session, key: base)]
        var message = NTLM.signature + NTLM.long(UInt32(3))
        var offset = 88
        for part in parts {
            message += NTLM.short(UInt16(part.count)) + NTLM.short(UInt16(part.count)) + NTLM.long(UInt32(offset))
            offset += part.count
        }
        message += NTLM.long(flags.rawValue) + [UInt8](repeating: 0, count: 24) + parts.flatMap { $0 }
        if let integrityCode {
            let sessionKey = flags.contains(.keyExchange) ? session : base
            var code = Digest.hmacMD5(key: sessionKey, negotiate + challenge + message)
            if !integrityCode { code[0] ^= 1 }
            message.replaceSubrange(72..<88, with: code)
        }
        return message
    }

    static func field(_ bytes: [UInt8], _ scheme: String = "NTLM") -> (String, String) {
        ("Authorization", "\(scheme) \(Base64.encode(bytes))")
    }

    /// The challenge message of a 401.
    static func challenge(of outcome: SiteProbe.Outcome, _ scheme: String = "NTLM") -> [UInt8]? {
        guard let field = outcome.header("WWW-Authenticate"), field.hasPrefix("\(scheme) ") else { return nil }
        return Base64.decode(field.dropFirst(scheme.count + 1))
    }

    /// Walks the three legs over the probe's connection.
    func signIn(_ probe: SiteProbe, scheme: String = "NTLM") throws -> SiteProbe.Outcome {
        let first = probe.getSelf([Self.field(negotiate, scheme)])
        guard let challenge = Self.challenge(of: first, scheme) else { return first }
        return probe.getSelf([Self.field(try authenticate(challenge), scheme)])
    }
}
