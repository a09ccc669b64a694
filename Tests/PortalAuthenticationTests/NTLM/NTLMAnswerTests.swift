import HTTPSemantics
import TLSIdentity
import Testing

@testable import PortalAuthentication

/// The vectors of MS-NLMP §4.2.4: user `User`, domain `Domain`, password `Password`.
@Suite struct `An NTLM answer` {
    private let user = NTLMUser("Domain\\User", Secret("Password"))
    private let serverChallenge: [UInt8] = [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef]
    private let clientChallenge = [UInt8](repeating: 0xaa, count: 8)
    private let info = NTLMTargetInfo(pairs: [
        .init(id: 2, value: utf16("Domain")), .init(id: 1, value: utf16("Server")),
    ])

    private static func utf16(_ text: String) -> [UInt8] { text.utf8.flatMap { [$0, 0] } }

    @Test func `has the key, the response and the session's key of MS-NLMP`() throws {
        let key = user.key()
        #expect(Hexadecimal.encode(key) == "0c868a403bfd7a93a3001ef22ef02e3f")
        let response = NTLMAnswer.response(
            key: key, serverChallenge: serverChallenge, clientChallenge: clientChallenge,
            time: [UInt8](repeating: 0, count: 8), targetInfo: info.bytes)
        #expect(Hexadecimal.encode(response.bytes.prefix(16)) == "68cd0ab851e51c96aabc927bebef6a1c")
        #expect(Hexadecimal.encode(response.sessionKey) == "8de40ccadbc14a82f15cb0ad0de95ca3")
    }

    /// A challenge put together by hand: the head, the target's name, the pairs.
    private func challenge(
        flags: UInt32 = 0xe28a_8235, pairs: [UInt8]? = nil, name: String = "Server"
    ) -> [UInt8] {
        let (pairs, name) = (pairs ?? info.bytes, Self.utf16(name))
        var message = Array("NTLMSSP\0".utf8) + [2, 0, 0, 0]
        message += [UInt8(name.count), 0, UInt8(name.count), 0, 56, 0, 0, 0]
        message += (0..<4).map { UInt8(truncatingIfNeeded: flags >> ($0 * 8)) }
        message += serverChallenge + [UInt8](repeating: 0, count: 8)
        message += [UInt8(pairs.count), 0, UInt8(pairs.count), 0, UInt8(56 + name.count), 0, 0, 0]
        return message + [UInt8](repeating: 0, count: 8) + name + pairs
    }

    private func answer(to message: [UInt8], bindings: [UInt8]? = nil) throws -> [UInt8] {
        NTLMAnswer.authenticate(
            user, answering: try NTLMChallenge(message),
            NTLMAnswer.Circumstances(
                target: "HTTP/gis.example.com", channelBindings: bindings, clientChallenge: clientChallenge, now: 0)
        ).reveal { $0 }
    }

    private func field(_ message: [UInt8], at offset: Int) -> [UInt8] {
        let count = Int(message[offset]) | Int(message[offset + 1]) << 8
        let start = Int(message[offset + 4]) | Int(message[offset + 5]) << 8
        return Array(message[start..<start + count])
    }

    @Test func `names the user and the domain, and has LM's response where no time is named`() throws {
        let message = try answer(to: challenge())
        #expect(field(message, at: 28) == Self.utf16("Domain") && field(message, at: 36) == Self.utf16("User"))
        #expect(
            Hexadecimal.encode(field(message, at: 12))
                == "86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa")
        #expect(message[72..<88].allSatisfy { $0 == 0 })
    }

    @Test func `carries an integrity code, no answer of LM, the channel and the service where a time is named`() throws
    {
        var pairs = info
        pairs.pairs.append(.init(id: 7, value: [1, 2, 3, 4, 5, 6, 7, 8]))
        let offered = challenge(pairs: pairs.bytes)
        let message = try answer(to: offered, bindings: Array("tls-server-end-point:x".utf8))
        #expect(field(message, at: 12) == [UInt8](repeating: 0, count: 24))
        let response = field(message, at: 20)
        #expect(Array(response[24..<32]) == [1, 2, 3, 4, 5, 6, 7, 8])
        let sent = try #require(NTLMTargetInfo(Array(response[44...].dropLast(4))))
        #expect(sent[6] == [2, 0, 0, 0] && sent[9] == Self.utf16("HTTP/gis.example.com"))
        let structure = [UInt8](repeating: 0, count: 16) + [22, 0, 0, 0] + Array("tls-server-end-point:x".utf8)
        #expect(sent[10] == Digest.md5(structure))
        let mic = Array(message[72..<88])
        var blank = message
        blank.replaceSubrange(72..<88, with: [UInt8](repeating: 0, count: 16))
        let proof = Array(response.prefix(16))
        let session = Digest.hmacMD5(key: user.key(), proof)
        #expect(mic == Digest.hmacMD5(key: session, NTLMAnswer.negotiate + offered + blank))
    }

    @Test func `takes a name apart as Windows does`() {
        let both = NTLMUser("EXAMPLE\\alice", Secret("x"))
        #expect(both.name == "alice" && both.domain == "EXAMPLE")
        let principal = NTLMUser("alice@example.com", Secret("x"))
        #expect(principal.name == "alice@example.com" && principal.domain.isEmpty)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var flags: UInt32 = 0xe28a_8235
        var pairs: [UInt8]?
        let words: String
    }

    @Test(arguments: [
        Refusal(testDescription: "no Unicode", flags: 0xe28a_8234, words: "Unicode"),
        Refusal(testDescription: "no session security", flags: 0xe282_8235, words: "extended session security"),
        Refusal(testDescription: "no target info", flags: 0xe20a_8235, words: "no target info"),
        Refusal(testDescription: "empty target info", pairs: [], words: "empty target info"),
        Refusal(testDescription: "nothing but an end", pairs: [0, 0, 0, 0], words: "empty target info"),
        Refusal(testDescription: "pairs that do not end", pairs: [1, 0, 9, 0, 1], words: "pairs"),
    ])
    func `is not made where it would not be one of version 2`(_ row: Refusal) throws {
        let error = #expect(throws: NTLMChallenge.Problem.self) {
            try NTLMChallenge(challenge(flags: row.flags, pairs: row.pairs))
        }
        #expect(error?.description.contains(row.words) == true, "\(error?.description ?? "")")
    }

    @Test func `is made of no challenge that is cut short anywhere, or points beyond its end`() throws {
        let whole = challenge()
        _ = try NTLMChallenge(whole)
        for count in whole.indices {
            #expect(throws: NTLMChallenge.Problem.self) { try NTLMChallenge(Array(whole.prefix(count))) }
        }
        for offset in [12, 16, 40, 44] {
            var bent = whole
            bent[offset + 1] = 0xff
            #expect(throws: NTLMChallenge.Problem.self) { try NTLMChallenge(bent) }
        }
        #expect(throws: NTLMChallenge.Problem.tooLong(20_000)) {
            try NTLMChallenge(whole + [UInt8](repeating: 0, count: 20_000 - whole.count))
        }
    }
}
