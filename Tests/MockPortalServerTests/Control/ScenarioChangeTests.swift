import ChildProcess
import HTTPSemantics
import JSONValues
import MockPortalServer
import Platform
import PortalJudge
import Testing

/// What else happens while a portal is replaced by one that serves another scenario.
@Suite struct `A change of scenario` {
    /// Tries to listen at a port; the descriptor, or nil where the port is taken.
    private static func listener(at port: Int) -> Int32? {
        let descriptor = StreamSocket.open(family: AF_INET)
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(descriptor, 8) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    @Test func `No other process gets the port in between`() async throws {
        let bench = try ControlBench()
        let port = bench.server.portal.port
        let isOver = Locked(false)
        let tries = Locked(0)
        // It stays where it has got the port, as another server would.
        let rival = Task {
            await OwnThread.run { () -> Int32? in
                while !isOver.withLock({ $0 }) {
                    tries.withLock { $0 += 1 }
                    if let descriptor = Self.listener(at: port) { return descriptor }
                }
                return nil
            }
        }
        for turn in 0..<20 {
            let scenario = turn.isMultiple(of: 2) ? "expired" : "token"
            let answer = try await bench.send("POST", "/scenario", #"{"scenario":"\#(scenario)"}"#)
            #expect(answer.status == 200, "turn \(turn): \(answer.json)")
            #expect(bench.server.portal.port == port)
        }
        isOver.withLock { $0 = true }
        let stolen = await rival.value
        #expect(stolen == nil, "another socket listens at port \(port)")
        #expect(tries.withLock { $0 } > 0)
        if let stolen { close(stolen) }
    }

    @Test func `A port of its own for plain HTTP stays the same`() async throws {
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        var options = ServeOptions()
        options.httpPort = port.number
        let bench = try ControlBench(options: options)
        let url = bench.server.portal.httpURL
        #expect(try await bench.send("POST", "/scenario", #"{"scenario":"organization"}"#).status == 200)
        #expect(bench.server.portal.httpURL == url)
        #expect(try await Child.curl(["-f", "\(url ?? "")/sharing/rest/info?f=json"]).status == 0)
    }

    @Test(arguments: [0, nil]) func `A plain port that the system chose stays the same`(_ asked: Int?) async throws {
        var options = ServeOptions()
        options.httpPort = asked
        let bench = try ControlBench(options: options)
        let url = bench.server.portal.httpURL
        for scenario in ["organization", "expired"] {
            let answer = try await bench.send("POST", "/scenario", #"{"scenario":"\#(scenario)"}"#)
            #expect(answer.status == 200, "\(answer.json)")
            #expect(bench.server.portal.httpURL == url)
            #expect(try await Child.curl(["-f", "\(url ?? "")/sharing/rest/info?f=json"]).status == 0)
        }
    }

    @Test(arguments: [false, true])
    func `Accounts that clients made end with it, those of the world keep their passwords`(_ isDeleted: Bool)
        async throws
    {
        let bench = try ControlBench()
        let known = bench.server.portal.accounts
        let rest = "\(bench.server.portal.url)/sharing/rest"
        let token = try bench.server.portal.issueToken(for: "dana").token.reveal { $0 }
        func post(_ path: String, _ fields: [String]) async throws -> JSONValue {
            let arguments = (["f=json", "token=\(token)"] + fields).flatMap { ["--data-urlencode", $0] }
            return try JSONValue(parsing: try await Child.curl(["-k"] + arguments + ["\(rest)/\(path)"]).output)
        }
        let made = try await post(
            "portals/self/createUser", ["username=newuser1", "password=Abcdef12", "role=org_user", "email=a@b.example"])
        #expect(made["success"] == true, "\(made)")
        if isDeleted { #expect(try await post("community/users/newuser1/delete", [])["success"] == true) }
        for scenario in ["oauth", "token"] {
            let answer = try await bench.send("POST", "/scenario", #"{"scenario":"\#(scenario)"}"#)
            #expect(answer.status == 200, "\(answer.json)")
            #expect(bench.server.portal.accounts == known)
        }
    }

    @Test(arguments: ["open", "refused"])
    func `Where it fails, the portal goes on as it was`(_ reach: String) async throws {
        let bench = try ControlBench()
        let portal = bench.server.portal
        let token = try portal.issueToken(for: "alice").alias
        #expect(try await Child.curl(["-f", "\(portal.httpURL ?? "")/sharing/rest/info?f=json"]).status == 0)
        try portal.perform(.set(["reach": .string(reach)]))
        // An address of documentation (RFC 5737), which no machine has.
        let body = #"{"scenario":"expired","blueprint":{"hosts":{"gis":{"serves":"server","address":"192.0.2.1"}}}}"#
        let answer = try await bench.send("POST", "/scenario", body)
        #expect(answer.status == 500 && "\(answer.json)".contains("192.0.2.1"), "\(answer)")
        #expect(bench.server.portal === portal && portal.isRunning)
        #expect(portal.journal().requests.count == 1)
        #expect(token == "token#1")
        #expect(try portal.issueToken(for: "alice").alias == "token#2")
        let status = try await Child.curl(["-k", "-o", "/dev/null", "\(portal.url)/sharing/rest/info"]).status
        #expect(status == (reach == "open" ? 0 : 7))
    }

    @Test(arguments: ["open", "refused"], ["open", "refused"])
    func `A port that is closed is handed over too`(_ before: String, _ after: String) async throws {
        let bench = try ControlBench()
        let port = bench.server.portal.port
        try bench.server.portal.perform(.set(["reach": .string(before)]))
        let body = #"{"scenario":"organization","blueprint":{"reach":"\#(after)"}}"#
        let answer = try await bench.send("POST", "/scenario", body)
        #expect(answer.status == 200, "\(answer.json)")
        #expect(Self.listener(at: port) == nil)
        let url = bench.server.portal.url
        let status = try await Child.curl(["-k", "-o", "/dev/null", "\(url)/sharing/rest/info"]).status
        #expect(status == (after == "open" ? 0 : 7))
    }
}
