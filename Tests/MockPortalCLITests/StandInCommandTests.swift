import ChildProcess
import Foundation
import JSONValues
import Testing

/// Hosts that an app has in its code, on the command line.
@Suite struct `The option --stand-in` {
    @Test func `the ready line says how the host is reached, and the built-in client gets there by a map of hosts`()
        async throws
    {
        let kept = Captured()
        try await Serving.run("--stand-in", "www.arcgis.com", "--scenario", "token") { serving in
            let played = try #require(serving.ready["standIn"])
            #expect(serving.url == "https://www.arcgis.com")
            #expect(
                played["hosts"]?.array?.compactMap(\.string) == [
                    "www.arcgis.com", "city.maps.arcgis.com", "harbour.maps.arcgis.com",
                ])
            let proxy = try #require(played["proxyURL"]?.string)
            #expect(played["pacURL"]?.string == proxy + "/proxy.pac")
            let (file, address) = (
                try #require(played["caFile"]?.string), try #require(played["address"]?.string)
            )
            await kept.keep(file)
            #expect(file != serving.caFile)
            let connected = try await Mockportal.run([
                "connect", serving.url, "--connect-to", "www.arcgis.com=\(address)", "--ca-file", file,
            ])
            #expect(connected.code == 0, "\(connected.errors)")
            // The portal's own authority is none of the host's.
            let other = try await Mockportal.run([
                "connect", serving.url, "--connect-to", "www.arcgis.com=\(address)", "--ca-file", serving.caFile,
            ])
            #expect(other.code == 1, "\(other.output)")
            let through = try await Mockportal.run(["connect", serving.url, "--proxy", proxy, "--ca-file", file])
            #expect(through.code == 0, "\(through.errors)")
            // Where nothing is played the proxy leads nowhere.
            let refused = try await Mockportal.run([
                "connect", "https://gis.example.com/portal", "--proxy", proxy, "--ca-file", file,
            ])
            #expect(refused.code != 0 && refused.errors.contains("403"), "\(refused.errors)")
        }
        let path = await kept.text
        #expect(!path.isEmpty && !FileManager.default.fileExists(atPath: path))
    }

    @Test func `a sandbox plays the host at a proxy of its own`() async throws {
        try await Serving.run("--stand-in", "www.arcgis.com") { serving in
            let control = try #require(serving.ready["controlURL"]?.string)
            let made = try JSONValue(
                parsing: try await Curl.get("\(control)/sandboxes", "-X", "POST", "-d", #"{"scenario":"organization"}"#)
            )
            let played = try #require(made["standIn"], "\(made)")
            let (own, other) = (serving.ready["standIn"]?["proxyURL"]?.string, played["proxyURL"]?.string)
            #expect(other != nil && own != other)
            #expect(played["caFile"] == serving.ready["standIn"]?["caFile"])
            let connected = try await Mockportal.run([
                "connect", "https://www.arcgis.com", "--proxy", other ?? "", "--ca-file",
                played["caFile"]?.string ?? "",
            ])
            #expect(connected.code == 0, "\(connected.errors)")
            let journal = try await Curl.get((made["controlURL"]?.string ?? "") + "/journal")
            #expect(journal.contains("portals/self"))
        }
    }

    @Test(arguments: [
        (["serve", "--stand-in", "https://www.arcgis.com"], "a host name alone is needed"),
        (["serve", "--stand-in", "*.arcgis.com"], "each host is named by itself"),
        (["serve", "--proxy-port", "8888"], "--proxy-port needs --stand-in"),
        (["serve", "--stand-in", "a.example", "--proxy-port", "70000"], "a port is a number"),
        (["serve", "--stand-in", "a.example", "--public-url", "https://b.example"], "one URL of its own"),
        (["serve", "--trust-forwarded", "10.0.0.0/64"], "is no network"),
        (["connect", "https://a.example", "--connect-to", "a.example"], "names no address"),
        (["connect", "https://a.example", "--connect-to", "a.example=127.0.0.1"], "ends with no address and port"),
        (["connect", "https://a.example", "--connect-to", "a.example=b:1", "--proxy", "http://p:1"], "not both"),
        (["env", "--proxy", "www.arcgis.com"], "a proxy is told as http://host:port"),
        (["env", "--proxy", "http://a@b:1"], "a proxy is told as http://host:port"),
    ]) func `what cannot be is wrong usage, and says why`(words: [String], said: String) async throws {
        let run = try await Mockportal.run(words)
        #expect(run.code == 64, "\(run.errors)")
        #expect(run.errors.contains(said), "\(run.errors)")
    }
}
