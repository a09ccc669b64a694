import Foundation
import HTTPSemantics
import Testing

@Suite struct `Base 16` {
    @Test func `every byte is written with two lower-case digits`() {
        for byte in UInt8.min...UInt8.max {
            #expect(Hexadecimal.encode([byte]) == String(format: "%02x", Int(byte)))
        }
    }

    @Test func `bytes keep their order, and none are no text`() {
        #expect(Hexadecimal.encode([0x00, 0xFF, 0x1A]) == "00ff1a")
        #expect(Hexadecimal.encode([]) == "")
    }

    @Test func `a digit has a value in either case, and no other byte has one`() {
        for byte in UInt8.min...UInt8.max {
            let isASCII = byte < 0x80
            let expected = isASCII ? Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } : nil
            #expect(Hexadecimal.value(ofDigit: byte) == expected, "byte \(byte)")
        }
    }
}
