import HTTPSemantics
import TestFolders
import Testing

@testable import PortalTransport

@Suite struct `Which proxy a request goes through` {
    @Test(arguments: [
        ("proxy.example", "http://proxy.example:1080"), ("proxy.example:3128", "http://proxy.example:3128"),
        ("HTTP://Proxy.example", "http://proxy.example:1080"), ("https://proxy.example/", "https://proxy.example:443"),
        ("socks5://10.0.0.1", "socks5://10.0.0.1:1080"), ("socks5h://[fd00::1]:9", "socks5h://[fd00::1]:9"),
        ("[::1]", "http://[::1]:1080"), ("socks4a://proxy.example:", "socks4a://proxy.example:1080"),
    ])
    func `is read as curl reads it`(text: String, meaning: String) throws {
        #expect(try Proxy(text).description == meaning)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let list: String
        let direct: [String]
        let proxied: [String]
        var testDescription: String { list.isEmpty ? "nothing" : list }
    }

    /// Names below names, with and without a dot in front, every host, addresses and their prefixes (CURLOPT_NOPROXY(3)).
    static let lists = [
        Row(list: "", direct: [], proxied: ["gis.example.com", "127.0.0.1"]),
        Row(list: "*", direct: ["gis.example.com", "127.0.0.1", "[::1]"], proxied: []),
        Row(
            list: "example.com", direct: ["example.com", "gis.example.com", "GIS.EXAMPLE.COM"],
            proxied: ["badexample.com", "example.com.evil", "com"]),
        Row(list: ".example.com", direct: ["example.com", "gis.example.com"], proxied: ["badexample.com"]),
        Row(list: "a.test, b.test c.test", direct: ["a.test", "b.test", "x.c.test"], proxied: ["test", "d.test"]),
        Row(
            list: "10.0.0.0/8,192.168.7.9", direct: ["10.200.3.4", "192.168.7.9"], proxied: ["11.0.0.1", "192.168.7.8"]),
        Row(list: "10.1.2.128/25", direct: ["10.1.2.129"], proxied: ["10.1.2.127"]),
        Row(list: "::1,fd00::/8", direct: ["[::1]", "[fd12::9]"], proxied: ["[fe80::1]", "127.0.0.1"]),
        Row(list: "10.0.0.0/99, /, ,.", direct: [], proxied: ["10.0.0.1", "a.test"]),
    ]

    @Test(arguments: lists) func `is none for hosts that are to be reached directly`(row: Row) throws {
        let proxy = try Proxy("http://proxy.example:3128")
        for (hosts, isDirect) in [(row.direct, true), (row.proxied, false)] {
            for host in hosts {
                let origin = try #require(Origin(ofURL: "https://\(host)/"))
                let fixed = ProxySelection.fixed(proxy, except: DirectHosts(row.list))
                #expect((fixed.proxy(for: origin) == nil) == isDirect, "\(host)")
                let named = try EnvironmentProxies(["https_proxy": "proxy.example:3128", "no_proxy": row.list])
                #expect((named.proxy(for: origin) == nil) == isDirect, "\(host)")
            }
        }
    }

    struct Variables: CustomTestStringConvertible, Sendable {
        let names: [String: String]
        var direct: String?
        let http: String?
        let https: String?
        var testDescription: String { names.keys.sorted().joined(separator: ", ") }
    }

    @Test(arguments: [
        Variables(names: [:], http: nil, https: nil),
        Variables(names: ["http_proxy": "a:1"], http: "http://a:1", https: nil),
        Variables(names: ["HTTP_PROXY": "a:1"], http: nil, https: nil),
        Variables(names: ["HTTPS_PROXY": "a:1", "https_proxy": "b:2"], http: nil, https: "http://b:2"),
        Variables(names: ["HTTPS_PROXY": "a:1", "https_proxy": ""], http: nil, https: "http://a:1"),
        Variables(
            names: ["ALL_PROXY": "socks5h://s:3", "https_proxy": "b:2"], http: "socks5h://s:3", https: "http://b:2"),
        Variables(names: ["all_proxy": "a:1", "NO_PROXY": "gis.test"], http: nil, https: nil),
        Variables(
            names: ["all_proxy": "a:1", "no_proxy": "x.test", "NO_PROXY": "gis.test"], http: "http://a:1",
            https: "http://a:1"),
        Variables(names: ["all_proxy": "a:1", "no_proxy": "*"], direct: "", http: "http://a:1", https: "http://a:1"),
    ])
    func `is what the environment names`(row: Variables) throws {
        let named = try EnvironmentProxies(row.names, direct: row.direct)
        func proxy(_ url: String) throws -> String? {
            let origin = try #require(Origin(ofURL: url))
            return named.proxy(for: origin)?.description
        }
        #expect(try proxy("http://gis.test/") == row.http)
        #expect(try proxy("https://gis.test/") == row.https)
    }

    @Test func `has the user name and the password of a variable, decoded`() throws {
        let named = try EnvironmentProxies(["https_proxy": "http://al%40ice:p%3Ass%2Fw@proxy.example:3128"])
        let origin = try #require(Origin(ofURL: "https://gis.test/"))
        let proxy = try #require(named.proxy(for: origin))
        #expect(proxy.username == "al@ice" && proxy.password?.reveal { $0 } == "p:ss/w")
        #expect("\(proxy)" == "http://proxy.example:3128")
    }

    @Test func `is told by the name of its variable where it is none, without what stands in it`() throws {
        for text in ["ftp://alice:s3cr3t@proxy.example", "http://alice:s3cr3t@", "http://alice:s3cr3t@h:99999/x"] {
            do {
                _ = try EnvironmentProxies(["ALL_PROXY": text])
                Issue.record("was taken")
            } catch {
                #expect(error.detail.hasPrefix("ALL_PROXY: the proxy"), "\(error)")
                #expect(!error.description.contains("s3cr3t"), "\(error)")
            }
        }
    }
}
