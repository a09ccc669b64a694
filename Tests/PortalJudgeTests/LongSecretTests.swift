import HTTPSemantics
import Testing

@testable import PortalJudge

/// What a portal calls its token may be as long as what it calls its name, and made of one letter.
@Suite struct `Secrets of many bytes` {
    private static func canary(_ value: String) -> Canary {
        Canary(name: "token#1", kind: .token, value: value, origins: [])
    }

    /// Letters, digits and a blank; no piece comes again.
    private static func varied(_ count: Int) -> String {
        String((0...).lazy.flatMap { "\($0) part/" }.prefix(count))
    }

    /// Where each place is tried, these take hours.
    @Test(arguments: [70_000])
    func `are looked for in time by the text, though nearly all of them stands everywhere`(_ count: Int) {
        let secret = String(repeating: "x", count: count)
        let eraser = SecretEraser([Self.canary(secret + "y"), Self.canary("y" + secret)])
        #expect(!eraser.text(secret).contains("xxxxxx"))
        #expect(!eraser.text("name: \(secret)y.").contains("xxxxxx"))
        let scan = SecretScan(Self.canary(secret + "y"))
        #expect(scan?.isFound(in: Array(secret.utf8)) == false)
        #expect(scan?.isFound(in: Array((secret + secret + "y").utf8)) == true)
        #expect(scan?.isFound(in: Array((secret + " y" + secret).utf8)) == false)
    }

    /// However long it is: a portal decides of its token, and a client of a verifier.
    @Test(arguments: [100, 128, 129, 1000])
    func `are looked for in time by the text, as are shorter ones`(_ count: Int) {
        // In base64 the last two bytes may belong to no character of its own.
        let secret = String(repeating: "x", count: count - 3) + "yyy"
        let redaction = Redaction([(Self.canary(secret), "***", nil)])
        let text = String(repeating: "x", count: 2000)
        #expect(redaction.text(text + "yyy").hasSuffix("x***"))
        let texts = [text, String(repeating: "%78", count: 2000), String(repeating: "\\u0078", count: 2000)]
        for text in texts + [Hexadecimal.encode(Array(text.utf8)), Base64.encode(Array(text.utf8))] {
            #expect(SecretScan(Self.canary(secret))?.isFound(in: Array(text.utf8)) == false)
            #expect(redaction.text(text) == text)
        }
    }

    @Test(arguments: [128, 129, 4096, 9000])
    func `are found in every form in which shorter ones are`(_ count: Int) throws {
        let secret = Self.varied(count)
        let bytes = Array(secret.utf8)
        let scan = try #require(SecretScan(Self.canary(secret)))
        let index = SecretIndex([scan])
        let percent = bytes.map { "%" + Hexadecimal.encode([$0]) }.joined()
        let forms: [String] = [
            secret, secret.replacing(" ", with: "+"), percent, percent.replacing("%", with: "%25"),
            secret.replacing("/", with: "\\/"), secret.replacing("p", with: "\\u0070"), Hexadecimal.encode(bytes),
            Hexadecimal.encode(bytes).uppercased(),
        ]
        for form in forms {
            let text = Array("é\(form)é\(form)".utf8)
            #expect(index.candidates(in: text) == [0])
            let found = scan.ranges(in: text)
            #expect(found.map(\.range) == [2..<2 + form.utf8.count, 4 + form.utf8.count..<4 + 2 * form.utf8.count])
            #expect(found.allSatisfy { $0.alignment == nil }, "\(form.prefix(60))")
        }
        for padding in 0..<3 {
            let text = Base64.encode([UInt8](repeating: 0, count: padding) + bytes)
            let found = scan.ranges(in: Array(text.replacing("+", with: "-").utf8))
            #expect(found.map(\.alignment) == [padding])
            #expect(index.candidates(in: Array(text.utf8)) == [0])
        }
        #expect(scan.ranges(in: Array(secret.dropLast().utf8)).isEmpty)
        #expect(scan.ranges(in: []).isEmpty)
    }

    @Test func `are replaced in every form`() {
        let secret = Self.varied(5000)
        let eraser = SecretEraser([Self.canary(secret)])
        #expect(eraser.text("a \(secret) b \(secret)") == "a *** b ***")
        #expect(eraser.text("?x=\(secret.replacing(" ", with: "%20"))&") == "?x=***&")
    }
}
