import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// Redirects that a blueprint's answers send, followed by curl; the stranger writes down what it is given.
@Suite struct `Redirects` {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let location: String
        /// The listener and path of the request that follows.
        let listener: String
        let path: String
        var testDescription: String { name }
    }

    private static let hosts: JSONValue = [
        "other": ["address": "127.0.0.1", "serves": "nothing"], "plain": ["scheme": "http", "serves": "nothing"],
        "stranger": ["address": .string(isLinux ? "127.0.0.2" : "127.0.0.1"), "serves": "nothing"],
    ]

    @Test(arguments: [
        Case(
            name: "absolute, same origin", location: "{{portal}}/sharing/rest/portals/self", listener: "portal",
            path: "/portal/sharing/rest/portals/self"),
        Case(
            name: "absolute path", location: "{{context}}/sharing/rest/portals/self", listener: "portal",
            path: "/portal/sharing/rest/portals/self"),
        Case(
            name: "relative path", location: "portals/self?f=json", listener: "portal",
            path: "/portal/sharing/rest/portals/self?f=json"),
        Case(name: "same authority", location: "//{{authority}}/x", listener: "portal", path: "/x"),
        Case(name: "other port", location: "{{host:other}}/x", listener: "other", path: "/x"),
        Case(name: "other host", location: "{{host:stranger}}/x", listener: "stranger", path: "/x"),
        Case(name: "https to http", location: "{{host:plain}}/x", listener: "plain", path: "/x"),
        Case(
            name: "https to the portal's own http", location: "{{http}}/sharing/rest/portals/self", listener: "http",
            path: "/portal/sharing/rest/portals/self"),
    ])
    func `lead where their location says`(row: Case) async throws {
        let portal = try Self.portal("info", 302, row.location)
        defer { portal.stop() }
        _ = try await Child.curl(["-k", "-L", "-H", "X-Secret: s3cret", "\(portal.url)/sharing/rest/info?token=t0ken"])
        let requests = portal.journal().requests
        #expect(requests.map(\.listener) == ["portal", row.listener])
        #expect(requests.last?.target == row.path)
        #expect(requests.last?.headers.contains { $0.name == "X-Secret" && $0.value == "s3cret" } == true)
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `on generateToken show what a client sends on`(code: Int)
        async throws
    {
        let portal = try Self.portal("generateToken", code, "{{host:stranger}}/collect")
        defer { portal.stop() }
        let form = "username=alice&password=s3cret&f=json"
        _ = try await Child.curl(["-k", "-L", "-d", form, "\(portal.url)/sharing/rest/generateToken"])
        let last = try #require(portal.journal().requests.last)
        #expect(portal.journal().requests.map(\.answer?.status) == [code, 404])
        #expect(last.listener == "stranger")
        // curl sends a form again where the code says so (RFC 9110 §15.4).
        #expect(last.method == (code >= 307 ? "POST" : "GET"))
        #expect(last.body == (code >= 307 ? Array(form.utf8) : []))
    }

    @Test func `may go round and round`() async throws {
        let portal = try TestPortal.start([
            "answers": [
                ["operation": "info", "status": 302, "headers": ["Location": "{{portal}}/sharing/rest/portals/self"]],
                ["operation": "portals/self", "status": 302, "headers": ["Location": "{{context}}/sharing/rest/info"]],
            ]
        ])
        defer { portal.stop() }
        let answer = try await Child.curl(["-k", "-L", "--max-redirs", "4", "\(portal.url)/sharing/rest/info"])
        #expect(answer.status == 47)
        #expect(portal.journal().requests.map(\.operation).prefix(3) == ["info", "portals/self", "info"])
    }

    @Test func `may lead to themselves`() async throws {
        let portal = try Self.portal("info", 307, "{{portal}}/sharing/rest/info")
        defer { portal.stop() }
        let answer = try await Child.curl([
            "-k", "-L", "--max-redirs", "10", "-d", "a=b", "\(portal.url)/sharing/rest/info",
        ])
        #expect(answer.status == 47)
        #expect(portal.journal().requests.map(\.method) == Array(repeating: "POST", count: 11))
    }

    private static func portal(_ operation: JSONValue, _ code: Int, _ location: String) throws -> MockPortal {
        try TestPortal.start([
            "http": "serve", "hosts": hosts,
            "answers": [
                [
                    "operation": operation, "listener": "portal", "status": .integer(Int64(code)),
                    "headers": ["Location": .string(location)],
                ]
            ],
        ])
    }
}
