import HTTPSemantics
import Platform
import Testing

@testable import MockPortalServer

@Suite struct `What a trusted front tells` {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let fields: [HeaderField]
        var origin: String?
        var client: String?
        /// A word of what is wrong; nil where nothing is.
        var problem: String?
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "nginx's usual fields",
            fields: [
                HeaderField("Host", "gis.example.com"), HeaderField("X-Forwarded-Proto", "https"),
                HeaderField("X-Forwarded-For", "203.0.113.7"),
            ], origin: "https://gis.example.com", client: "203.0.113.7"),
        Row(
            name: "Apache's usual fields",
            fields: [
                HeaderField("Host", "backend"), HeaderField("X-Forwarded-Host", "gis.example.com:8443"),
                HeaderField("X-Forwarded-Proto", "HTTPS"), HeaderField("X-Forwarded-For", "2001:DB8::7"),
            ], origin: "https://gis.example.com:8443", client: "2001:db8::7"),
        Row(
            name: "a port of its own",
            fields: [
                HeaderField("X-Forwarded-Host", "gis.example.com"), HeaderField("X-Forwarded-Proto", "https"),
                HeaderField("X-Forwarded-Port", "8443"),
            ], origin: "https://gis.example.com:8443"),
        Row(
            name: "a host's own port before another field's",
            fields: [
                HeaderField("X-Forwarded-Host", "gis.example.com:9443"), HeaderField("X-Forwarded-Proto", "https"),
                HeaderField("X-Forwarded-Port", "443"),
            ], origin: "https://gis.example.com:9443"),
        Row(
            name: "Forwarded",
            fields: [HeaderField("Forwarded", "for=192.0.2.60;proto=https;by=203.0.113.43;host=gis.example.com")],
            origin: "https://gis.example.com", client: "192.0.2.60"),
        Row(
            name: "Forwarded with a quoted IPv6 address and a port",
            fields: [
                HeaderField("Forwarded", #"For="[2001:db8:cafe::17]:4711";Host="gis.example.com:8443";Proto=https"#)
            ],
            origin: "https://gis.example.com:8443", client: "2001:db8:cafe::17"),
        Row(
            name: "Forwarded with an escape",
            fields: [HeaderField("Forwarded", #"for="192.0.2.\60";host=gis.example.com;proto=https"#)],
            origin: "https://gis.example.com", client: "192.0.2.60"),
        Row(
            name: "a hidden client", fields: [HeaderField("Forwarded", "for=_hidden;proto=https;host=a.example")],
            origin: "https://a.example"),
        Row(
            name: "a hidden client with a port",
            fields: [HeaderField("Forwarded", #"for="_SEVKISEK:47011";proto=https;host=a.example"#)],
            origin: "https://a.example"),
        Row(
            name: "an unknown client", fields: [HeaderField("Forwarded", "for=unknown;proto=https;host=a.example")],
            origin: "https://a.example"),
        Row(
            name: "what the client wrote before the front",
            fields: [
                HeaderField(
                    "Forwarded", "for=10.9.9.9;host=evil.example;proto=http, for=192.0.2.1;host=a.example;proto=https")
            ],
            origin: "https://a.example", client: "192.0.2.1"),
        Row(
            name: "what the client wrote in a line of its own",
            fields: [
                HeaderField("Forwarded", "for=10.9.9.9;host=evil.example"),
                HeaderField("Forwarded", "for=192.0.2.1;host=a.example;proto=https"),
            ], origin: "https://a.example", client: "192.0.2.1"),
        Row(
            name: "two fronts that are trusted",
            fields: [
                HeaderField(
                    "Forwarded",
                    "for=198.51.100.1;host=evil.example, for=192.0.2.1;host=a.example;proto=https, for=10.0.0.2;host=inside;proto=http"
                )
            ], origin: "https://a.example", client: "192.0.2.1"),
        Row(
            name: "two fronts in the older fields",
            fields: [
                HeaderField("X-Forwarded-For", "6.6.6.6, 192.0.2.1, 10.0.0.2"),
                HeaderField("X-Forwarded-Proto", "https"), HeaderField("X-Forwarded-Host", "a.example, inside.example"),
            ], origin: "https://a.example", client: "192.0.2.1"),
        Row(
            name: "a client on the front's own machine",
            fields: [
                HeaderField("X-Forwarded-For", "6.6.6.6, 127.0.0.1"), HeaderField("X-Forwarded-Proto", "https"),
                HeaderField("X-Forwarded-Host", "evil.example, a.example"),
            ], origin: "https://a.example", client: "127.0.0.1"),
        Row(
            name: "a thousand elements",
            fields: [
                HeaderField(
                    "X-Forwarded-For", Array(repeating: "6.6.6.6", count: 1000).joined(separator: ",") + ", 192.0.2.1"),
                HeaderField("X-Forwarded-Proto", "https"), HeaderField("X-Forwarded-Host", "a.example"),
            ], origin: "https://a.example", client: "192.0.2.1"),
        Row(
            name: "both kinds that agree",
            fields: [
                HeaderField("Forwarded", "for=192.0.2.1;host=a.example;proto=https"),
                HeaderField("X-Forwarded-For", "192.0.2.1"), HeaderField("X-Forwarded-Host", "a.example"),
                HeaderField("X-Forwarded-Proto", "https"),
            ], origin: "https://a.example", client: "192.0.2.1"),
        Row(
            name: "an address alone", fields: [HeaderField("X-Forwarded-For", "192.0.2.1:4711")], client: "192.0.2.1"),
        Row(name: "no field", fields: []),
        Row(
            name: "both kinds that differ",
            fields: [
                HeaderField("Forwarded", "for=192.0.2.1;host=evil.example;proto=https"),
                HeaderField("X-Forwarded-Host", "a.example"), HeaderField("X-Forwarded-Proto", "https"),
            ], problem: "write one kind and remove the other"),
        Row(
            name: "another scheme", fields: [HeaderField("X-Forwarded-Proto", "ftp")], problem: "neither http nor https"
        ),
        Row(
            name: "user information",
            fields: [
                HeaderField("X-Forwarded-Host", "a.example@evil.example"), HeaderField("X-Forwarded-Proto", "https"),
            ],
            problem: "is no host"),
        Row(name: "a path", fields: [HeaderField("X-Forwarded-Host", "a.example/x")], problem: "is no host"),
        Row(name: "a script", fields: [HeaderField("X-Forwarded-Host", "a\"><b>")], problem: "is no host"),
        Row(
            name: "a port too large", fields: [HeaderField("X-Forwarded-Host", "a.example:65536")],
            problem: "is no host"),
        Row(
            name: "a port that is none",
            fields: [HeaderField("X-Forwarded-Host", "a.example"), HeaderField("X-Forwarded-Port", "x")],
            problem: "is no host"),
        Row(
            name: "a port of no host", fields: [HeaderField("X-Forwarded-Port", "65536")],
            problem: "\"65536\" is no port"),
        Row(
            name: "the port 0 beside a scheme",
            fields: [
                HeaderField("Host", "a.example"), HeaderField("X-Forwarded-Proto", "https"),
                HeaderField("X-Forwarded-Port", "0"),
            ], problem: "\"0\" is no port"),
        Row(
            name: "a port with a letter beside a client",
            fields: [HeaderField("X-Forwarded-For", "192.0.2.1"), HeaderField("X-Forwarded-Port", "80x")],
            problem: "\"80x\" is no port"),
        Row(
            name: "a port that is none beside a host with a port",
            fields: [HeaderField("X-Forwarded-Host", "a.example:8443"), HeaderField("X-Forwarded-Port", "x")],
            problem: "is no port"),
        Row(
            name: "a name for a client", fields: [HeaderField("X-Forwarded-For", "client.example")],
            problem: "no address"),
        Row(
            name: "an IPv6 address without brackets in Forwarded",
            fields: [HeaderField("Forwarded", "for=2001:db8::1")],
            problem: "behind the value"),
        Row(
            name: "a quoted text without an end",
            fields: [HeaderField("Forwarded", #"for="192.0.2.1, for=192.0.2.2;host=a.example"#)],
            problem: "without an end"),
        Row(
            name: "a parameter twice", fields: [HeaderField("Forwarded", "host=a.example;host=b.example")],
            problem: "twice"),
        Row(name: "no value", fields: [HeaderField("Forwarded", "for=;host=a.example")], problem: "no value"),
        Row(
            name: "a line end in a value", fields: [HeaderField("Forwarded", "host=\"a.example\r\nX: y\"")],
            problem: "is no host"),
    ]

    @Test(arguments: rows) func `is taken as far as it is known who wrote it`(_ row: Row) throws {
        let origin = try #require(Origin(scheme: "http", host: "localhost", port: 8080))
        let request = IncomingRequest(
            listener: ListenerFacts(name: "http", origin: origin), connection: 1, peerAddress: "127.0.0.1",
            method: "GET",
            target: "/portal", headers: row.fields, body: [], portalTime: 0)
        let trusted = try TrustedFronts(["127.0.0.1", "10.0.0.0/8"])
        guard let problem = row.problem else {
            let found = try ForwardedRequest(request, trusted: trusted)
            #expect(found?.origin?.description == row.origin)
            #expect(found?.client == row.client)
            return
        }
        let error = #expect(throws: ForwardedElement.Problem.self) { try ForwardedRequest(request, trusted: trusted) }
        #expect(error?.words.contains(problem) == true, "\(error?.words ?? "")")
    }

    @Test func `has no marks without an end once its escapes are undone`() throws {
        let marks = String(repeating: "\u{301}", count: 75)
        let elements = try ForwardedElement.elements(ofForwarded: [#"host="e\#(marks)\\#(marks)""#])
        let host = try #require(elements.first?.host)
        #expect(host.utf8.starts(with: "e\u{301}".utf8) && !host.hasLongMarkRun)
    }

    @Test func `networks are those that were named`() throws {
        let trusted = try TrustedFronts(["10.0.0.0/8", "192.0.2.7", "fd00::/8"])
        for address in ["10.1.2.3", "192.0.2.7", "fd12::1", "::ffff:10.1.2.3"] {
            #expect(trusted.include(address), "\(address)")
        }
        for address in ["11.0.0.1", "192.0.2.8", "fe80::1", "::1", "unknown", ""] {
            #expect(!trusted.include(address), "\(address)")
        }
    }

    @Test(arguments: [
        "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0", "proxy.example", "10.0.0.0/8/8", "", "::/129",
    ])
    func `what is no network is told`(_ text: String) {
        let error = #expect(throws: MockPortalError.self) { try TrustedFronts([text]) }
        #expect(error?.description.contains("is no network") == true)
    }
}
