import HTTPSemantics
import Testing

@testable import PortalSimulator

@Suite("SPNEGO tokens") struct SPNEGOTokenTests {
    /// A first token with Kerberos's number of Windows, Kerberos and NTLM, and four bytes of a mechanism.
    static let first: [UInt8] =
        Hexadecimal.decode(
            "603a06062b0601050502a030302ea024302206092a864882f71201020206092a864886f712010202060a2b06010401823702"
                + "020aa206040401020304") ?? []

    static func wrapped(_ message: [UInt8]) -> [UInt8] {
        func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            content.count < 128
                ? [tag, UInt8(content.count)] + content
                : [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
        }
        let fields =
            value(0xA0, value(0x30, value(0x06, SPNEGOToken.ntlmBytes))) + value(0xA2, value(0x04, message))
        return value(0x60, value(0x06, [0x2B, 6, 1, 5, 5, 2]) + value(0xA0, value(0x30, fields)))
    }

    @Test func `the first token tells its mechanisms in order`() throws {
        let token = try #require(SPNEGOToken(Self.first))
        #expect(token.mechanisms == [SPNEGOToken.windowsKerberos, SPNEGOToken.kerberos, SPNEGOToken.ntlm])
        #expect(token.mechanismToken == [1, 2, 3, 4])
        #expect(token.isInitial)
    }

    @Test func `an answer reads as it is written`() throws {
        for size in [1, 127, 128, 255, 256, 2000] {
            let content = [UInt8](repeating: 9, count: size)
            let bytes = SPNEGOToken.response(isComplete: false, mechanism: SPNEGOToken.ntlmBytes, token: content)
            let token = try #require(SPNEGOToken(bytes))
            #expect(token.mechanismToken == content)
            #expect(!token.isInitial)
        }
    }

    @Test func `what is cut off or overlong is no token`() {
        for length in 0..<Self.first.count { #expect(SPNEGOToken(Array(Self.first[..<length])) == nil) }
        #expect(SPNEGOToken(Self.first + [0]) == nil)
        #expect(SPNEGOToken([0x60, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]) == nil)
        #expect(DERReader.identifier([0x80]) == nil)
        #expect(DERReader.identifier([]) == nil)
        #expect(DERReader.identifier([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x12, 1, 2, 2]) == SPNEGOToken.kerberos)
    }
}
