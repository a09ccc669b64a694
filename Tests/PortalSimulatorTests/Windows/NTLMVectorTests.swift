import HTTPSemantics
import TLSIdentity
import Testing

@testable import PortalSimulator

/// The examples of MS-NLMP §4.2.4 and of the RFCs of the digests.
@Suite("NTLM by the specification's vectors") struct NTLMVectorTests {
    static func bytes(_ hex: String) -> [UInt8] { Hexadecimal.decode(hex.filter { $0 != " " && $0 != "\n" }) ?? [] }

    /// §4.2.4.3, the challenge message.
    static let challenge = bytes(
        """
        4e544c4d53535000 02000000 0c000c0038000000 33828ae2 0123456789abcdef 0000000000000000 2400240044000000 060070170000000f
        530065007200760065007200 02000c0044006f006d00610069006e00 01000c00530065007200760065007200 00000000
        """)
    /// §4.2.4.3, the authenticate message.
    static let authenticate = bytes(
        """
        4e544c4d53535000 03000000 180018006c000000 5400540084000000 0c000c0048000000 0800080054000000 100010005c000000
        10001000d8000000 358288e2 0501280a0000000f 44006f006d00610069006e00 5500730065007200 43004f004d0050005500540045005200
        86c35097ac9cec102554764a57cccc19 aaaaaaaaaaaaaaaa 68cd0ab851e51c96aabc927bebef6a1c 0101000000000000 0000000000000000
        aaaaaaaaaaaaaaaa 00000000 02000c0044006f006d00610069006e00 01000c00530065007200760065007200 00000000 00000000
        c5dad2544fc9799094ce1ce90bc9d03e
        """)

    @Test(arguments: [
        ("", "31d6cfe0d16ae931b73c59d7e0c089c0"), ("a", "bde52cb31de33e46245e05fbdbd6fb24"),
        ("abc", "a448017aaf21d8525fc10ae87aa6729d"), ("message digest", "d9130a8164549fe818874806e1c7014b"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "043f8582f241db351ce627e153e7f0e4"
        ),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "e33b4ddc9c38f2199c3e7b164fcc0536"
        ),
    ])
    func `MD4 is that of RFC 1320`(_ text: String, _ digest: String) {
        #expect(Hexadecimal.encode(Digest.md4(Array(text.utf8))) == digest)
    }

    @Test func `RC4 is that of RFC 6229`() {
        #expect(
            Hexadecimal.encode(NTLM.rc4(.init(repeating: 0, count: 16), key: [1, 2, 3, 4, 5]))
                == "b2396305f03dc027ccc3524a0a1118a8")
    }

    @Test func `the key of a user is NTOWFv2`() {
        let key = NTLM.Version2.key(password: "Password", user: "User", domain: "Domain")
        #expect(Hexadecimal.encode(key) == "0c868a403bfd7a93a3001ef22ef02e3f")
    }

    @Test func `the authenticate message reads as it is written`() throws {
        let message = try NTLM.AuthenticateMessage(Self.authenticate)
        #expect(message.user == "User")
        #expect(message.domain == "Domain")
        #expect(message.workstation == "COMPUTER")
        #expect(message.response == .version2)
        #expect(message.integrityCode == nil)
        let response = try NTLM.Version2(message.ntResponse)
        #expect(response.information[NTLM.TargetInformation.ID.domainName] == NTLM.utf16("Domain"))
        #expect(!response.information.announcesIntegrityCode)
    }

    @Test func `the response is right under the password alone, and gives the session's keys`() throws {
        let message = try NTLM.AuthenticateMessage(Self.authenticate)
        let response = try NTLM.Version2(message.ntResponse)
        let challenge = Array(Self.challenge[24..<32])
        let key = NTLM.Version2.key(password: "Password", user: "User", domain: "Domain")
        let base = try #require(response.sessionBaseKey(under: key, challenge: challenge))
        #expect(Hexadecimal.encode(base) == "8de40ccadbc14a82f15cb0ad0de95ca3")
        #expect(NTLM.rc4(message.encryptedSessionKey, key: base) == .init(repeating: 0x55, count: 16))
        for (password, user, domain) in [
            ("password", "User", "Domain"), ("Password", "Usr", "Domain"), ("Password", "User", "DOMAIN"),
        ] {
            let other = NTLM.Version2.key(password: password, user: user, domain: domain)
            #expect(response.sessionBaseKey(under: other, challenge: challenge) == nil)
        }
        #expect(response.sessionBaseKey(under: key, challenge: [0, 0, 0, 0, 0, 0, 0, 0]) == nil)
    }

    @Test func `target information is written as it is read`() throws {
        let list = try NTLM.TargetInformation(Self.challenge[68...])
        #expect(list.pairs.count == 2)
        #expect(list.bytes.elementsEqual(Self.challenge[68...]))
    }

    @Test func `the hash of channel bindings is that of a structure without addresses`() {
        // MD5 over 16 zeros, the length in four bytes, and the data, worked out with Python's hashlib.
        let hash = NTLM.channelBindingsHash(
            certificateHash: Self.bytes("e3ca49271e5089cc48ce82109f1324f41dbeddc29a777410c738f7868c4ff405"))
        #expect(Hexadecimal.encode(hash) == "6ea19df066da4622051f9c4f92c6df74")
    }
}
