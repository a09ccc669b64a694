import HTTPSemantics
import Testing

@testable import PortalTransport

@Suite struct `A map of hosts` {
    struct Row: CustomTestStringConvertible, Sendable {
        let entry: String
        let url: String
        /// What libcurl is told; nil where the entry is not meant.
        let told: String?
        var testDescription: String { "\(entry) for \(url)" }
    }

    static let rows = [
        Row(entry: "www.arcgis.com=127.0.0.1:8443", url: "https://www.arcgis.com/", told: "::127.0.0.1:8443"),
        Row(entry: "WWW.ArcGIS.com.=127.0.0.1:8443", url: "https://www.arcgis.com/", told: "::127.0.0.1:8443"),
        Row(entry: "www.arcgis.com=[::1]:8443", url: "http://www.arcgis.com:8080/", told: "::[::1]:8443"),
        Row(entry: "www.arcgis.com:443=localhost:8443", url: "https://www.arcgis.com/", told: "::localhost:8443"),
        Row(entry: "www.arcgis.com:443=localhost:8443", url: "http://www.arcgis.com/", told: nil),
        Row(entry: "www.arcgis.com=127.0.0.1:8443", url: "https://city.maps.arcgis.com/", told: nil),
        Row(entry: "[2001:db8::1]:443=127.0.0.1:1", url: "https://[2001:db8::1]/", told: "::127.0.0.1:1"),
    ]

    @Test(arguments: rows) func `says where a host is connected to`(_ row: Row) throws {
        let origin = try #require(Origin(ofURL: row.url))
        let proxy = ProxySelection.fixed(try Proxy("http://proxy.example:3128"))
        let selection = ProxySelection.mapped(try HostMap([row.entry]), others: proxy)
        #expect(selection.connectTo(for: origin) == row.told)
        // What is mapped goes through no proxy, and everything else does.
        #expect((selection.proxy(for: origin) == nil) == (row.told != nil))
    }

    @Test func `the first entry that fits counts`() throws {
        let map = try HostMap(["a.example:443=127.0.0.1:1", "a.example=127.0.0.1:2"])
        #expect(map.entry(for: try #require(Origin(ofURL: "https://a.example"))) == "::127.0.0.1:1")
        #expect(map.entry(for: try #require(Origin(ofURL: "http://a.example"))) == "::127.0.0.1:2")
    }

    @Test(arguments: [
        ("www.arcgis.com", "names no address"), ("=127.0.0.1:1", "begins with no host"),
        ("www.arcgis.com=", "ends with no address"), ("www.arcgis.com=127.0.0.1", "ends with no address"),
        ("www.arcgis.com=127.0.0.1:", "ends with no address"), ("www.arcgis.com=127.0.0.1:0", "ends with no address"),
        ("www.arcgis.com=127.0.0.1:65536", "ends with no address"),
        ("www.arcgis.com:=127.0.0.1:1", "begins with no host"),
        ("www.arcgis.com:x=127.0.0.1:1", "begins with no host"),
        ("https://www.arcgis.com=127.0.0.1:1", "has more than"),
        ("a@www.arcgis.com=127.0.0.1:1", "has more than"), ("a b=127.0.0.1:1", "has more than"),
        ("a=b=127.0.0.1:1", "ends with no address"), ("www.arcgis.com=::1:8443", "ends with no address"),
        ("a\r\nb=127.0.0.1:1", "has more than"), ("", "names no address"),
    ]) func `an entry that is none is told`(entry: String, words: String) {
        let error = #expect(throws: TransportError.self) { try HostMap([entry]) }
        #expect(error?.code == .malformedRequest)
        #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
        #expect(error?.detail.contains("host[:port]=address:port") == true)
    }
}
