import JSONValues
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Control address` {
    @Test func `it holds 128 random bits of this start`() throws {
        let (one, other) = (try ControlBench(), try ControlBench())
        let words = one.path.split(separator: "/")
        #expect(words.count == 2 && words[1] == "__mock")
        #expect(words[0].utf8.count == 22)
        #expect(words[0].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        #expect(one.path != other.path)
    }

    @Test func `nothing answers without it, not even what is wrong`() async throws {
        let bench = try ControlBench()
        let own = String(bench.path.split(separator: "/")[0])
        let flipped = (own.first == "A" ? "B" : "A") + own.dropFirst()
        let wrong = [
            "/", "/__mock", "/__mock/health", "/__mock/users", "/\(own)", "/\(own)/health", "/\(own)x/__mock/health",
            "/\(own.dropLast())/__mock/health", "/\(flipped)/__mock/health", "/\(own)/__mock2/health",
            "/__mock/\(own)/health", "/?\(own)/__mock/health", "/%00\(own)/__mock/ready", "*",
        ]
        var answers: Set<String> = []
        for path in wrong {
            for (method, host) in [("GET", "127.0.0.1"), ("POST", "evil.example"), ("DELETE", "127.0.0.1")] {
                let answer = try await bench.ask(method, path, host: host)
                #expect(answer.status == 404, "\(method) \(path)")
                answers.insert(answer.json.text())
            }
        }
        #expect(answers == [#"{"error":"there is nothing here"}"#])
        #expect(try await bench.ask("GET", "\(bench.path)/health").status == 200)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var isAdmitted = true
        let fields: String
        let status: Int
    }

    /// The body never comes: a server that waits for it ends the connection without an answer.
    @Test(arguments: [
        Refusal(
            testDescription: "no capability", isAdmitted: false, fields: "Host: 127.0.0.1\r\nContent-Length: 100000",
            status: 404),
        Refusal(
            testDescription: "no capability, in chunks", isAdmitted: false,
            fields: "Host: 127.0.0.1\r\nTransfer-Encoding: chunked", status: 404),
        Refusal(
            testDescription: "no capability, and asked whether to go on", isAdmitted: false,
            fields: "Host: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 9", status: 404),
        Refusal(
            testDescription: "another host", fields: "Host: evil.example\r\nContent-Length: 100000", status: 403),
        Refusal(
            testDescription: "a web page",
            fields: "Host: 127.0.0.1\r\nOrigin: http://evil.example\r\nContent-Length: 100000", status: 403),
        Refusal(testDescription: "no host", isAdmitted: false, fields: "Content-Length: 100000", status: 400),
    ])
    func `the body of a call that is refused is not waited for`(_ row: Refusal) async throws {
        let bench = try ControlBench()
        let client = try RawClient(port: TestPortal.port(of: bench.server.url))
        let path = row.isAdmitted ? bench.path : "/x/__mock"
        await client.send("POST \(path)/clock HTTP/1.1\r\n\(row.fields)\r\n\r\n{")
        let answer = await client.read()
        #expect(answer.hasPrefix("HTTP/1.1 \(row.status) "), "\(answer.prefix(60))")
        #expect(answer.lowercased().contains("connection: close"))
    }

    @Test func `a capability is compared as a whole`() {
        let capability = ControlCapability()
        #expect(capability.isGiven(by: capability.text))
        #expect(!capability.isGiven(by: ""))
        #expect(!capability.isGiven(by: capability.text.dropLast()))
        #expect(!capability.isGiven(by: capability.text + "A"))
        #expect(!capability.isGiven(by: String(capability.text.reversed())))
    }

    struct Host: CustomTestStringConvertible, Sendable {
        let bound: String
        var name: String?
        let shown: String
        let admits: [String]
        let refuses: [String]
        var testDescription: String { "\(bound) \(name ?? "")" }
    }

    @Test(arguments: [
        Host(
            bound: "127.0.0.1", shown: "http://127.0.0.1:", admits: ["localhost:1", "[::1]", "127.9.9.9"],
            refuses: ["evil.example", "192.0.2.1", "127.0.0.1.evil.example", "", "0.0.0.0"]),
        Host(
            bound: "0.0.0.0", shown: "http://127.0.0.1:", admits: ["localhost", "192.0.2.1:99", "[2001:db8::1]:9"],
            refuses: ["evil.example", "portal.test"]),
        Host(
            bound: "0.0.0.0", name: "portal.test", shown: "http://portal.test:",
            admits: ["portal.test", "PORTAL.test:81", "192.0.2.1"], refuses: ["evil.portal.test"]),
        Host(
            bound: "mockportal", shown: "http://mockportal:", admits: ["mockportal:8500", "127.0.0.1"],
            refuses: ["mockportal.evil.example"]),
    ])
    func `a Host field names this machine as the address says`(_ host: Host) throws {
        let address = ControlAddress(host: host.bound, name: host.name)
        for name in host.admits { #expect(address.admits(name), "\(name)") }
        for name in host.refuses { #expect(!address.admits(name), "\(name)") }
        let bench = try ControlBench(at: address)
        #expect(bench.server.url.hasPrefix(host.shown), "\(bench.server.url.prefix(24))")
        #expect(address.isLoopback == (host.bound == "127.0.0.1"))
    }

    @Test func `a taken port is a clear error`() throws {
        let bench = try ControlBench()
        let port = TestPortal.port(of: bench.server.url)
        let error = #expect(throws: MockPortalError.self) { try ControlBench(at: ControlAddress(port: port)) }
        #expect(error?.code == .addressInUse)
        #expect(error?.description.contains("port \(port)") == true)
    }

    @Test func `neither the journal nor the page for phones tells it`() async throws {
        let bench = try ControlBench()
        let portal = bench.server.portal
        let setup = try SetupServer.start(for: portal)
        defer { setup.stop() }
        let secret = String(bench.path.split(separator: "/")[0])
        let pages =
            try await Child.curl([setup.url]).output + Child.curl(["\(portal.httpURL ?? "")/sharing/rest/info"]).output
        let journal = try await bench.send("GET", "/journal").json.text()
        #expect(journal.contains("sharing/rest/info"))
        #expect(!pages.contains(secret) && !journal.contains(secret))
    }
}
