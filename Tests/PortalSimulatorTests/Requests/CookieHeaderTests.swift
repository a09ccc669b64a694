import Testing

@testable import PortalSimulator

@Suite struct `The header field Cookie` {
    @Test func `is read pair by pair, and a part without an equals sign is no cookie`() {
        let read = CookieHeader.cookies("a=1; lost;b = 2;  c==; =d").map { "\($0.name)|\($0.value)" }
        #expect(read == ["a|1", "b | 2", "c|=", "|d"])
        // A sign is one, whatever marks stand before or behind it.
        #expect(CookieHeader.value(of: "t", in: "a=b\u{600}; t=1") == "1")
        #expect(CookieHeader.value(of: "t", in: "a=b;\u{301}; t=\u{301}1") == "\u{301}1")
        #expect(CookieHeader.value(of: "c", in: "a=1; c=x; c=y") == "x")
        #expect(CookieHeader.value(of: "a", in: nil) == nil && CookieHeader.value(of: "z", in: "a=1") == nil)
    }
}
