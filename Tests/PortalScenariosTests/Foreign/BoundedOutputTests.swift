import HTTPSemantics
import PortalJudge
import Testing

@testable import PortalScenarios

@Suite struct `What is kept of an output` {
    private static let key = (0..<138).map { UInt8(truncatingIfNeeded: $0 &* ($0 &* 5 &+ 73) &+ 19) }
    private static let filler = [UInt8](repeating: UInt8(ascii: "x"), count: BoundedOutput.limit / 2 - 60)

    private let keys = GivenKeys()

    init() {
        keys.add([Canary(name: "key:alice", kind: .privateKey, value: Base64.encode(Self.key), origins: [])])
    }

    private static func output(_ pieces: [[UInt8]]) -> BoundedOutput {
        var output = BoundedOutput()
        for piece in pieces { output.add(piece) }
        return output
    }

    @Test func `has a key that stands across its halves, and comes in pieces`() {
        let pieces = [Self.filler, Array(Self.key[..<17]), Array(Self.key[17..<90]), Array(Self.key[90...])]
        let text = Self.output(pieces).text(knowing: keys)
        #expect(text.hasSuffix("x \(Base64.encode(Self.key)) "))
    }

    @Test func `has a character that stands across its halves`() {
        let filler = [UInt8](repeating: UInt8(ascii: "x"), count: BoundedOutput.limit / 2 - 1)
        #expect(Self.output([filler, Array("äy".utf8)]).text(knowing: keys).hasSuffix("xäy"))
    }

    @Test func `has a key on either side of what is left out, and the part of one that was cut off`() {
        let rest = [UInt8](repeating: UInt8(ascii: "y"), count: BoundedOutput.limit)
        let output = Self.output([Self.filler, Self.key, rest, Self.key])
        #expect(output.isCut)
        let text = output.text(knowing: keys)
        #expect(text.contains("x \(Base64.encode(Self.key[..<60])) \n["))
        #expect(text.hasSuffix("y \(Base64.encode(Self.key)) "))
    }
}
