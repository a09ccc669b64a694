import Foundation
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

/// Answers that are others, or wear other clothes, before curl.
@Suite struct `Content faults` {
    struct Case: CustomTestStringConvertible, Sendable {
        let play: JSONValue
        let status: Int
        /// What the body begins with, once curl has decoded it.
        let begins: String
        var code: Int?
        /// Field that the answer has.
        var field = "content-type: application/json"
        var testDescription: String { play.text() }
    }

    @Test(arguments: [
        Case(play: "emptyBody", status: 200, begins: ""),
        Case(play: "loginPage", status: 200, begins: "<!DOCTYPE html>", field: "content-type: text/html"),
        Case(play: "malformedJSON", status: 200, begins: #"{"a":"#),
        Case(play: ["deepJSON": 10000], status: 200, begins: #"{"a":{"a":"#),
        Case(play: ["status": 503, "retryAfter": 1], status: 503, begins: "<html>", field: "retry-after: 1\r"),
        Case(
            play: ["status": 429, "retryAfter": "Wed, 21 Oct 2026 07:28:00 GMT"], status: 429, begins: "<html>",
            field: "retry-after: wed, 21 oct 2026 07:28:00 gmt\r"),
        Case(play: ["status": 502], status: 502, begins: "<html>", field: "content-type: text/html"),
        Case(play: ["envelope": 500], status: 200, begins: #"{"error":{"code":500"#, code: 500),
        Case(play: ["dress": "gzip"], status: 200, begins: #"{"authInfo""#, field: "content-encoding: gzip"),
        Case(play: ["dress": "bom"], status: 200, begins: "\u{FEFF}{\"authInfo\""),
        Case(
            play: ["dress": "textPlain"], status: 200, begins: #"{"authInfo""#,
            field: "content-type: text/plain;charset=utf-8"),
        Case(
            play: ["dress": "latin1"], status: 200, begins: #"{"authInfo""#,
            field: "content-type: application/json;charset=iso-8859-1"),
    ])
    func `travel in the ordinary way, over HTTP and TLS`(row: Case) async throws {
        let portal = try TestPortal.start(["http": "serve", "faults": [["operation": "info", "play": row.play]]])
        defer { portal.stop() }
        for url in [portal.url, portal.httpURL ?? ""] {
            let address = "\(url)/sharing/rest/info?f=json"
            // Twice: the connection is as good as before.
            let answer = try await Child.curl(["-k", "-i", "--compressed", address, address])
            #expect(answer.status == 0)
            let parts = answer.output.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            #expect(parts[0].hasPrefix("HTTP/1.1 \(row.status) "))
            #expect("\(parts[0].lowercased())\r\n".contains(row.field), "\(parts[0])")
            #expect(parts.last?.hasPrefix(row.begins) == true, "\(parts.last ?? "")")
        }
        let requests = portal.journal().requests
        #expect(requests.count == 4)
        #expect(requests.allSatisfy { $0.answer?.status == row.status && $0.answer?.code == row.code ?? row.status })
        #expect(Set(requests.map(\.connection)).count == 2)
    }

    @Test func `UTF-16 reads back as the text that it was`() async throws {
        let portal = try TestPortal.start(["faults": [["operation": "info", "play": ["dress": "utf16"]]]])
        defer { portal.stop() }
        let program = """
            import sys, urllib.request, ssl
            c = ssl.create_default_context(); c.check_hostname = False; c.verify_mode = ssl.CERT_NONE
            print(urllib.request.urlopen(sys.argv[1], context=c).read().decode("utf-16"))
            """
        let output = try await Child.run("python3", ["-c", program, "\(portal.url)/sharing/rest/info?f=json"]).output
        #expect(try JSONValue(parsing: output)["authInfo"] != nil)
    }

    @Test func `Bad gzip is refused by curl`() async throws {
        let portal = try TestPortal.start(["faults": [["operation": "info", "play": "badGzip"]]])
        defer { portal.stop() }
        #expect(try await Child.curl(["-k", "--compressed", "\(portal.url)/sharing/rest/info?f=json"]).status == 61)
    }

    @Test func `ISO 8859-1 escapes what it does not have`() {
        let plain = PreparedAnswer(status: 200, headers: [], body: Array("{\"a\":\"é€😀\"}".utf8))
        #expect(
            Blueprint.Fault.Dress.latin1.dressed(plain).body == Array("{\"a\":\"".utf8) + [0xE9]
                + Array("\\u20ac\\ud83d\\ude00\"}".utf8))
    }

    @Test(arguments: ["bom", "textPlain", "latin1", "utf16"])
    func `What is no text keeps its clothes`(dress: String) throws {
        let picture = PreparedAnswer(
            status: 200, headers: [HeaderField("Content-Type", "image/png")], body: [0x89, 0x50, 0xFF, 0x00])
        let dressed = try #require(Blueprint.Fault.Dress(rawValue: dress)).dressed(picture)
        #expect(dressed.body == picture.body)
        #expect(dressed.headers == picture.headers)
    }

    @Test func `Gzip stores long texts in blocks`() {
        let long = [UInt8](repeating: 7, count: 100_000)
        #expect(Gzip.stored(long).count == 10 + 5 + 65535 + 5 + (100_000 - 65535) + 8)
        #expect(Gzip.stored([]).count == 10 + 5 + 8)
    }

    @Test func `What the portal does not execute is journaled with what it carried`() async throws {
        let portal = try TestPortal.start([
            "http": "serve",
            "faults": [
                ["operation": "generateToken", "play": "reset", "times": 1],
                ["operation": "portals/self", "play": ["status": 503]],
            ],
        ])
        defer { portal.stop() }
        let token = try portal.issueToken(for: "alice").token.reveal { $0 }
        let form = ["-d", "username=alice&password=wrong&f=json&client=requestip"]
        #expect(try await Child.curl(["-k"] + form + ["\(portal.url)/sharing/rest/generateToken"]).status != 0)
        _ = try await Child.curl(["-k", "-u", "alice:x", "\(portal.url)/sharing/rest/portals/self?token=\(token)"])
        #expect(await portal.waitUntilQuiet())
        let requests = portal.journal().requests
        #expect(requests.map(\.answer?.status) == [nil, 503])
        #expect(requests[0].body.starts(with: Array("username=alice".utf8)))
        #expect(requests[1].presented.map(\.alias) == ["token#1"])
        #expect(requests[1].authorization?.username == "alice")
    }

    @Test func `What was executed stays so, though its answer is lost`() async throws {
        let portal = try TestPortal.start([
            "faults": [["operation": "generateToken", "play": ["reset": ["body": 1]]]],
            "accounts": ["alice": ["password": "right"]],
        ])
        defer { portal.stop() }
        let form = ["-d", "username=alice&password=right&f=json&client=requestip"]
        #expect(try await Child.curl(["-k"] + form + ["\(portal.url)/sharing/rest/generateToken"]).status == 56)
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.map(\.answer?.issued) == ["token#1"])
    }

    @Test func `Requests count for events though a fault swallows them`() async throws {
        let portal = try TestPortal.start([
            "faults": [["operation": "info", "play": ["status": 503]]],
            "after": [["request": 2, "do": ["set": ["faults": []]]]],
        ])
        defer { portal.stop() }
        let url = "\(portal.url)/sharing/rest/info"
        _ = try await Child.curl(["-k", url, url, url])
        #expect(portal.journal().requests.map(\.answer?.status) == [503, 503, 200])
    }
}
