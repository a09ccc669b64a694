import Testing

@testable import PortalAuthentication

@Suite struct `International hosts` {
    struct Case: CustomTestStringConvertible, Sendable {
        let written: String
        let sent: String?
        var testDescription: String { written }
    }

    @Test(arguments: [
        Case(written: "https://bücher.example/portal", sent: "https://xn--bcher-kva.example/portal"),
        Case(
            written: "https://BÜCHER.example:8443/Portal?a=ü",
            sent: "https://xn--bcher-kva.example:8443/Portal?a=%C3%BC"),
        Case(written: "https://日本語.jp", sent: "https://xn--wgv71a119e.jp/"),
        Case(written: "https://日本語。jp", sent: "https://xn--wgv71a119e.jp/"),
        Case(written: "https://пример.испытание/", sent: "https://xn--e1afmkfd.xn--80akhbyknj4f/"),
        Case(written: "https://faß.de", sent: "https://xn--fa-hia.de/"),
        Case(written: "https://gis.münchen:444/x", sent: "https://gis.xn--mnchen-3ya:444/x"),
        Case(written: "https://gis.example/Größe", sent: "https://gis.example/Gr%C3%B6%C3%9Fe"),
        // Letters and their marks are one letter, however they are written.
        Case(written: "https://bu\u{308}cher.example", sent: "https://xn--bcher-kva.example/"),
        Case(written: "https://BU\u{308}CHER.example", sent: "https://xn--bcher-kva.example/"),
        Case(written: "https://e\u{323}\u{302}.example", sent: "https://xn--qlg.example/"),
        Case(written: "https://\u{1112}\u{1161}\u{11AB}.example", sent: "https://xn--6q8b.example/"),
        // A mark that no letter is composed with, and forms that stand for others, are refused.
        Case(written: "https://q\u{308}x.example", sent: nil),
        Case(written: "https://\u{FF47}\u{FF49}\u{FF53}.example", sent: nil),
        Case(written: "https://gis\u{2044}evil.example", sent: nil),
        Case(written: "https://☃.example", sent: nil),
        Case(written: "https://ü@gis.example", sent: nil),
    ])
    func `a host is sent in the letters of DNS`(_ row: Case) {
        #expect(HTTPURL(parsing: row.written)?.description == row.sent)
    }
}
