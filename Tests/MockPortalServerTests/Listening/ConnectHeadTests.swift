import Testing

@testable import MockPortalServer

@Suite struct `Heads of requests for tunnels` {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        /// Host and port; nil for what is none.
        let target: String?
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "a host and a port", text: "CONNECT www.arcgis.com:443 HTTP/1.1\r\n\r\n", target: "www.arcgis.com:443"
        ),
        Row(
            name: "with fields", text: "CONNECT a.example:80 HTTP/1.0\r\nHost: b.example\r\nUser-Agent: x\r\n\r\n",
            target: "a.example:80"),
        Row(name: "upper case", text: "CONNECT WWW.ArcGIS.Com:443 HTTP/1.1\r\n\r\n", target: "www.arcgis.com:443"),
        Row(name: "a trailing dot", text: "CONNECT www.arcgis.com.:443 HTTP/1.1\r\n\r\n", target: "www.arcgis.com:443"),
        Row(name: "an IPv6 address", text: "CONNECT [2001:DB8::1]:443 HTTP/1.1\r\n\r\n", target: "[2001:db8::1]:443"),
        Row(name: "leading zeros", text: "CONNECT a.example:0443 HTTP/1.1\r\n\r\n", target: "a.example:443"),
        Row(name: "a CR of its own", text: "CONNECT a.example:443 HTTP/1.1\r\nX: \r\r\n\r\n", target: "a.example:443"),
        Row(name: "no port", text: "CONNECT www.arcgis.com HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "an empty port", text: "CONNECT www.arcgis.com: HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "port 0", text: "CONNECT www.arcgis.com:0 HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "a port too large", text: "CONNECT www.arcgis.com:65536 HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "a port with a sign", text: "CONNECT www.arcgis.com:+443 HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "user information", text: "CONNECT a@www.arcgis.com:443 HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "a URL", text: "CONNECT https://www.arcgis.com:443 HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "an IPv6 address without brackets", text: "CONNECT 2001:db8::1:443 HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "no host", text: "CONNECT :443 HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "no version", text: "CONNECT www.arcgis.com:443\r\n\r\n", target: nil),
        Row(name: "HTTP/2.0", text: "CONNECT www.arcgis.com:443 HTTP/2.0\r\n\r\n", target: nil),
        Row(name: "two blanks", text: "CONNECT  www.arcgis.com:443 HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "another method", text: "GET / HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "the method in lower case", text: "connect www.arcgis.com:443 HTTP/1.1\r\n\r\n", target: nil),
        Row(name: "TLS at once", text: "\u{16}\u{3}\u{1}\u{0}", target: nil),
    ]

    @Test(arguments: rows) func `tell their target`(_ row: Row) {
        let head = ConnectHead(Array(row.text.utf8))
        guard let target = row.target else {
            #expect(head == .other)
            return
        }
        guard case .tunnel(let found, let bytes) = head else {
            Issue.record("\(head)")
            return
        }
        #expect(found.description == target)
        #expect(bytes == row.text.utf8.count)
    }

    @Test func `every beginning of one may become one`() {
        let text = Array("CONNECT www.arcgis.com:443 HTTP/1.1\r\nHost: www.arcgis.com\r\n\r\n".utf8)
        for count in 0..<text.count { #expect(ConnectHead(text[..<count]) == .incomplete, "\(count) bytes") }
    }

    @Test func `what follows is not theirs`() throws {
        let head = "CONNECT a.example:443 HTTP/1.1\r\n\r\n"
        #expect(
            ConnectHead(Array((head + "\u{16}\u{3}\u{1}CONNECT").utf8))
                == .tunnel(try #require(ConnectTarget("a.example:443")), headBytes: head.utf8.count))
    }

    @Test func `one that does not end is none`() {
        let start = "CONNECT a.example:443 HTTP/1.1\r\nX: "
        let filler = [UInt8](repeating: 0x41, count: ConnectHead.largest)
        #expect(ConnectHead((Array(start.utf8) + filler).prefix(ConnectHead.largest)) == .other)
        #expect(ConnectHead((Array(start.utf8) + filler).prefix(ConnectHead.largest - 1)) == .incomplete)
    }
}
