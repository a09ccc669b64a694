import ChildProcess
import JSONValues
import MockPortalProcess
import Platform
import TestFolders
import Testing

/// The program beside the tests that was built with them.
private let program: String = {
    var folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    // On macOS the tests sit in a bundle, several folders below the products.
    for _ in 0..<5 {
        let path = (folder + ["mockportal"]).joined(separator: "/")
        if access(path, X_OK) == 0 { return path }
        folder = folder.dropLast()
    }
    return "mockportal"
}()

@Suite struct `A portal in a process of its own` {
    private func curl(_ portal: PortalProcess, _ path: String, _ more: String...) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            "curl", ["-sS", "--fail", "--cacert", portal.authorityFile, portal.url + path] + more)
    }

    @Test(.portalProcess("token", program: program)) func `is that of the test, and tells what it has seen`()
        async throws
    {
        let portal = try #require(PortalProcess.current)
        #expect(try await portal.requests().isEmpty)
        let answer = try await curl(portal, "/sharing/rest/portals/self?f=json")
        #expect(answer.status == 0, "\(answer.output)")
        let requests = try await portal.requests()
        #expect(requests.map(\.operation) == ["portals/self"] && requests[0].method == "GET")
        #expect(requests[0].target.hasSuffix("/sharing/rest/portals/self?f=json"))
        #expect(try await portal.requests("generateToken").isEmpty)
    }

    @Test(.portalProcess("token", program: program))
    func `takes the password that it tells, until its clock has passed`()
        async throws
    {
        let portal = try #require(PortalProcess.current)
        let issued = try await curl(
            portal, "/sharing/rest/generateToken", "-d", "f=json", "-d", "client=requestip", "-d", "username=alice",
            "--data-urlencode", "password=\(try portal.password(of: "alice"))")
        let token = try #require(try JSONValue(parsing: issued.output)["token"]?.string)
        func code() async throws -> Int64? {
            let answer = try await curl(
                portal, "/sharing/rest/community/self?f=json", "-H", "X-Esri-Authorization: Bearer \(token)")
            return try JSONValue(parsing: answer.output)["error"]?["code"]?.integer
        }
        #expect(try await code() == nil)
        try await portal.advance(by: .seconds(3 * 3600))
        #expect(try await code() == 498)
        #expect { try portal.password(of: "alicia") } throws: { "\($0)".contains("alicia; it has alice") }
    }

    @Test(.portalProcess("organization", #"{"tokens": {"lifetime": "1m"}}"#, transport: .plainHTTP, program: program))
    func `serves over plain HTTP, and with differences, on request`() async throws {
        let portal = try #require(PortalProcess.current)
        let root = try #require(portal.httpURL)
        let issued = try await ChildProcess.run(
            "curl",
            [
                "-sS", root + "/sharing/rest/generateToken", "-d", "f=json", "-d", "client=requestip", "-d",
                "username=alice", "--data-urlencode", "password=\(try portal.password(of: "alice"))",
            ])
        let token = try #require(try JSONValue(parsing: issued.output)["token"]?.string)
        try await portal.perform(.string(#"{"advance": "61s"}"#))
        let late = try await ChildProcess.run(
            "curl", ["-sS", root + "/sharing/rest/community/self?f=json&token=\(token)"])
        #expect(try JSONValue(parsing: late.output)["error"]?["code"]?.integer == 498)
    }

    @Test(.portalProcess("token", program: program)) func `keeps beside a failed test nothing that is secret`()
        async throws
    {
        let portal = try #require(PortalProcess.current)
        let password = try portal.password(of: "alice")
        let issued = try await curl(
            portal, "/sharing/rest/generateToken", "-d", "f=json", "-d", "client=requestip", "-d", "username=alice",
            "--data-urlencode", "password=\(password)")
        let token = try #require(try JSONValue(parsing: issued.output)["token"]?.string)
        _ = try await curl(
            portal, "/sharing/rest/community/self?f=json&note=\(password)", "-H",
            "X-Esri-Authorization: Bearer \(token)")
        let journal = try await portal.journal().text()
        let archive = try await portal.archive().text()
        #expect(journal.contains(password) && journal.contains(token))
        #expect(!archive.contains(password) && !archive.contains(token), "\(archive)")
        #expect(archive.contains("generateToken"))
    }

    @Test(.portalProcess("token", program: program), arguments: [Int64.max, .min])
    func `refuses to go further than a duration can be counted`(seconds: Int64) async throws {
        let portal = try #require(PortalProcess.current)
        await #expect(throws: PortalProcessError.self) { try await portal.advance(by: .seconds(seconds)) }
    }

    @Test func `says what is wrong with differences and actions`() async throws {
        await #expect {
            try await PortalProcess.start("token", "[1]", program: program)
        } throws: {
            "\($0)".contains("no JSON object: [1]")
        }
        await #expect {
            try await PortalProcess.start("token", #"{"tokns": {}}"#, program: program)
        } throws: {
            "\($0)".contains("tokns")
        }
        let portal = try await PortalProcess.start(program: program)
        await #expect { try await portal.perform("expire token#1") } throws: { "\($0)".contains("is no action") }
    }

    @Test func `says what is wrong with a scenario, a call and a program`() async throws {
        await #expect {
            try await PortalProcess.start("tokn", program: program)
        } throws: {
            "\($0)".contains("ended before it served anything") && "\($0)".contains("token")
        }
        await #expect {
            try await PortalProcess.start(program: "/nowhere/mockportal")
        } throws: {
            "\($0)".contains("/nowhere/mockportal could not be started") && "\($0)".contains("MOCKPORTAL")
        }
        let portal = try await PortalProcess.start(program: program)
        await #expect { try await portal.perform(["expir": "token#1"]) } throws: { "\($0)".contains("expire") }
        portal.stop()
        await #expect(throws: PortalProcessError.self) { try await portal.requests() }
    }

    @Test func `has ended when it was stopped, and when nothing holds it any more`() async throws {
        func number(_ portal: PortalProcess?) throws -> pid_t { pid_t(try #require(portal?.ready["pid"]?.integer)) }
        let stopped = try await PortalProcess.start(program: program)
        stopped.stop()
        #expect(kill(try number(stopped), 0) != 0)
        var lost: PortalProcess? = try await PortalProcess.start(program: program)
        #expect(lost?.authorityFile == stopped.authorityFile, "one authority for all portals of a process")
        let process = try number(lost)
        lost = nil
        #expect(kill(process, 0) != 0)
    }
}
