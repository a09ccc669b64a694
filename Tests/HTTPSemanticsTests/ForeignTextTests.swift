import HTTPSemantics
import Testing

@Suite struct `Text of others` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let shown: String
    }

    @Test(arguments: [
        Case(testDescription: "an escape sequence", text: "a\u{1B}[31m", shown: #"a\u{1b}[31m"#),
        Case(testDescription: "a C1 control", text: "\u{9B}2J", shown: #"\u{9b}2J"#),
        Case(testDescription: "delete and tab", text: "\u{7F}\t", shown: #"\u{7f}\u{9}"#),
        Case(
            testDescription: "every kind of line end", text: "a\r\nb\u{2028}c\u{2029}\u{85}",
            shown: #"a\u{d}\u{a}b\u{2028}c\u{2029}\u{85}"#),
        Case(
            testDescription: "overrides and isolates", text: "\u{202A}\u{202E}\u{2066}\u{2069}",
            shown: #"\u{202a}\u{202e}\u{2066}\u{2069}"#),
        Case(testDescription: "direction marks", text: "\u{200E}\u{200F}\u{61C}", shown: #"\u{200e}\u{200f}\u{61c}"#),
        Case(
            testDescription: "what is drawn as nothing", text: "\u{AD}\u{200B}\u{200D}\u{FEFF}\u{3164}\u{34F}",
            shown: #"\u{ad}\u{200b}\u{200d}\u{feff}\u{3164}\u{34f}"#),
        Case(
            testDescription: "tags and more variation selectors", text: "\u{E0041}\u{E0100}",
            shown: #"\u{e0041}\u{e0100}"#),
        Case(testDescription: "a control under a combining mark", text: "\u{1B}\u{301}", shown: "\\u{1b}\u{301}"),
        Case(
            testDescription: "people's scripts", text: "Zürich 東京 שלום é ☎\u{FE0F}", shown: "Zürich 東京 שלום é ☎\u{FE0F}"
        ),
    ]) func `is shown on one line that does nothing`(_ one: Case) {
        #expect(Array(VisibleText.line(one.text).unicodeScalars) == Array(one.shown.unicodeScalars))
        #expect(VisibleText.line(one.shown) == one.shown)
    }

    @Test func `keeps its content in JSON`() {
        let commands = ####"{"a#":["##[error]x","###[y","#[z"]}"####
        let shown = ####"{"a#":["##\u005berror]x","###\u005by","#[z"]}"####
        #expect(VisibleText.json(commands) == shown)
        #expect(
            VisibleText.json("{\n\"a\":\"\u{202E}\u{E0041}é\u{9B}\"}") == "{\n\"a\":\"\\u202e\\udb40\\udc41é\\u009b\"}")
    }

    @Test(arguments: [
        Case(testDescription: "a prepended mark before a tag", text: "\u{600}<b>", shown: #"\u{600}&lt;b&gt;"#),
        Case(
            testDescription: "a combining mark after a quote", text: "\"\u{301}'\u{338}",
            shown: "&quot;\u{301}&#39;\u{338}"),
        Case(testDescription: "an ampersand with a joiner", text: "&\u{200D}lt;", shown: #"&amp;\u{200d}lt;"#),
        Case(
            testDescription: "what no XML document may hold", text: "\u{0}\u{B}\u{FFFE}", shown: #"\u{0}\u{b}\u{fffe}"#),
        Case(testDescription: "lines", text: "a\n\tb\r\n", shown: "a\n\tb\\u{d}\n"),
    ]) func `is only text in a page`(_ one: Case) {
        #expect(Array(MarkupText.escaped(one.text).unicodeScalars) == Array(one.shown.unicodeScalars))
    }

    @Test func `has lines that end in LF or CR LF`() {
        #expect("a\r\nb\n\nc\r".textLines == ["a", "b", "", "c"])
        #expect("a\u{2028}b\u{B}c".textLines == ["a\u{2028}b\u{B}c"])
        #expect("x\r\n".textLines == ["x", ""])
    }

    @Test(arguments: ["+443", "-1", " 443", "443 ", "", "٤٤٣", "0x1", "4_4", "9223372036854775808", "1.0", "４４３"])
    func `is no number unless it is digits`(_ text: String) { #expect(Int(digits: text) == nil) }

    @Test func `is a number where it is digits`() {
        #expect(
            Int(digits: "0443") == 443 && Int64(digits: "9223372036854775807") == .max && UInt8(digits: "256") == nil)
    }
}

@Suite struct `Ports of origins` {
    @Test(arguments: [
        "https://[::1]:+443/", "https://[::1]: 443/", "https://[::1]:-1", "https://[::1]:65536", "https://[::1]:0",
        "https://[::1]443", "https://[::1]:4 4", "https://h:+443", "https://h:٤٤٣", "https://h:65536", "https://h:0",
        "https://h:443:443", "https://[::1]:443\u{301}", "https://user@\u{301}h:1:2",
    ]) func `that are none are refused`(_ url: String) { #expect(Origin(ofURL: url) == nil) }

    @Test(arguments: [
        ("https://[::1]:0443/x", 443), ("https://[::1]:", 443), ("https://h:", 443), ("http://h:00080", 80),
        ("https://h:65535?q", 65535),
    ]) func `follow RFC 3986`(_ url: String, _ port: Int) { #expect(Origin(ofURL: url)?.port == port) }

    @Test func `are found behind user information, whatever mark follows it`() {
        #expect(Origin(ofURL: "https://good.test@\u{338}evil.test/")?.host != "good.test")
        #expect(Origin(ofURL: "https://good.test/\u{338}.evil.test")?.host == "good.test")
    }
}

@Suite struct `Hosts of origins` {
    @Test(arguments: [
        "https://[[`1`1]", "https://[abc]", "https://[]", "https://[::1]]", "https://a[b", "https://a]b", "https://a b",
        "https://a|b", "https://<h>", "https://[g::1]", "https://[::1%a[b]",
    ]) func `that are none are refused`(_ url: String) { #expect(Origin(ofURL: url) == nil) }

    @Test(arguments: [
        ("https://[FE80::1%25eth0]", "fe80::1%25eth0"), ("https://[::ffff:192.0.2.1]", "::ffff:192.0.2.1"),
        ("https://gis_1.example-2.com.", "gis_1.example-2.com"), ("https://münchen.example", "münchen.example"),
    ]) func `are an address or a name`(_ url: String, _ host: String) {
        #expect(Origin(ofURL: url)?.host == host)
        #expect(Origin(ofURL: url).flatMap { Origin(ofURL: $0.description) } == Origin(ofURL: url))
    }
}
