import Testing

@testable import Platform

@Suite struct `Paths in bytes` {
    @Test func `keep what is no text, and show it as one`() {
        let name = BytePath([0x63, 0xE9])
        #expect(!name.isText && name.description == "c\u{FFFD}" && BytePath("c\u{FFFD}").isText)
        #expect(BytePath("/tmp").appending(name).bytes == Array("/tmp/c".utf8) + [0xE9])
        #expect(BytePath("/tmp").appending(name).withCString { strlen($0) } == 7)
        #expect(BytePath("é") != BytePath("e\u{301}"))
    }
}
