import HTTPSemantics
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Request head` {
    private let head = RequestHead(
        target: "/a?b", method: "GET", version: "HTTP/1.1",
        headers: [
            HeaderField("Host", "x"), HeaderField("X-Two", "1"), HeaderField("x-two", ""),
            HeaderField("Content-Length", "12"),
        ])

    @Test func `It gives back what was packed`() {
        #expect(head.method == "GET")
        #expect(head.target == "/a?b")
        #expect(head.version == "HTTP/1.1")
        #expect(head.headers.map(\.name) == ["Host", "X-Two", "x-two", "Content-Length"])
        #expect(head.headers.map(\.value) == ["x", "1", "", "12"])
    }

    @Test func `A field is found by its name without case`() {
        #expect(head.header("X-TWO") == "1")
        #expect(head.header("X-Tw") == nil)
        #expect(head.header("content-length") == "12")
        #expect(head.announcedBody == 12)
    }

    @Test func `Only HTTP/1.1 asks for a Host`() {
        #expect(head.hasHost)
        #expect(!RequestHead(target: "/", method: "GET", version: "HTTP/1.1", headers: []).hasHost)
        #expect(RequestHead(target: "/", method: "GET", version: "HTTP/1.0", headers: []).hasHost)
    }

    @Test(arguments: [
        "", "x", "x.example:8443", "192.0.2.1", "[::1]", "[2001:db8::1]:443", "a_b", "x:", "b%C3%BCro.example", "x ",
        "a.b.:1", "*", "[v1.x:y]",
    ])
    func `A Host field may name any host`(_ host: String) { #expect(fault(host) == nil) }

    @Test(arguments: [
        "a b", "a/b", "u@h", "a,b:x", "x:80x", "[::1", "::1", "[::1]x", "[]", "a%2", "a%zz", "http://x", "bü", "a\\b",
        "x?",
    ])
    func `What is no host is told`(_ host: String) {
        #expect(fault(host) == HeadFault("the Host field names no host (RFC 9112 §3.2)"))
    }

    private func fault(_ host: String) -> HeadFault? {
        RequestHead(target: "/", method: "GET", version: "HTTP/1.1", headers: [HeaderField("Host", host)]).fault
    }
}

@Suite struct `Addresses of a portal` {
    @Test func `Self URLs name the host that others can reach`() {
        #expect(ServeOptions().urlHost == "localhost")
        #expect(ServeOptions(host: "127.0.0.3").urlHost == "127.0.0.3")
        #expect(ServeOptions(host: "0.0.0.0", name: "portal.local").urlHost == "portal.local")
        #expect(ServeOptions(name: "portal.local").servedNames == ["localhost", "portal.local"])
        #expect(ServeOptions(host: "127.0.0.3").servedAddresses.contains("127.0.0.3"))
        #expect(ServeOptions(host: "127.0.0.3").isLoopback)
        #expect(!ServeOptions(host: "0.0.0.0").isLoopback)
    }

    @Test func `A public URL replaces the portal's own`() throws {
        let portal = try TestPortal.start(options: ServeOptions(publicURL: "https://gis.localhost/arcgis/"))
        defer { portal.stop() }
        #expect(portal.url == "https://gis.localhost/arcgis")
        #expect(portal.port != 0)
    }

    @Test func `A public URL that is none is refused`() {
        #expect(throws: MockPortalError.self) {
            try TestPortal.start(options: ServeOptions(publicURL: "gis.example.com"))
        }
    }
}
