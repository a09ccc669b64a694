import ChildProcess
import Foundation
import JSONValues
import MockPortalServer
import Platform
import PortalJudge
import Testing

@Suite struct `Reach` {
    /// What curl ends with; `gettingNoAnswer` has it give up soon, where nothing will come however long it waits.
    private static func curl(
        _ portal: MockPortal, _ host: String? = nil, gettingNoAnswer isDropped: Bool = false
    ) async throws -> Int32 {
        let url = host.flatMap { portal.url(ofHost: $0) } ?? portal.url
        let patience = isDropped ? ["--connect-timeout", "0.3"] : []
        return try await Child.curl(patience + ["-k", "-o", "/dev/null", "\(url)/sharing/rest/info"]).status
    }

    @Test func `A port that is closed refuses, and opens again`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        for _ in 0..<5 {
            #expect(try await Self.curl(portal) == 0)
            try portal.perform(.reach(host: nil, "refused"))
            #expect(try await Self.curl(portal) == 7)
            try portal.perform(.set(["reach": "open"]))
        }
        #expect(try await Self.curl(portal) == 0)
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.count == 6)
    }

    @Test func `The port stays the portal's while it refuses connections`() throws {
        let portal = try TestPortal.start(["reach": "refused"])
        defer { portal.stop() }
        let port = portal.port
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
        let error = #expect(throws: MockPortalError.self) { try TestPortal.start(options: ServeOptions(port: port)) }
        #expect(error?.code == .addressInUse)
    }

    /// The sockets of this process that are bound to a port, each by its number in the system, which no other one gets while it lives.
    private static func sockets(boundTo port: Int) throws -> Set<UInt64> {
        var found: Set<UInt64> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: "/dev/fd") {
            guard let descriptor = Int32(name) else { continue }
            var address = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
            }
            var facts = stat()
            guard isNamed, address.sin_family == sa_family_t(AF_INET), Int(UInt16(bigEndian: address.sin_port)) == port,
                fstat(descriptor, &facts) == 0
            else { continue }
            found.insert(UInt64(facts.st_ino))
        }
        return found
    }

    // Whether another portal could be bound there says nothing: any program may have taken the port by then.
    @Test func `Stopping frees a port that is closed`() throws {
        let portal = try TestPortal.start(["reach": "refused"])
        let port = portal.port
        let held = try Self.sockets(boundTo: port)
        #expect(!held.isEmpty)
        portal.stop()
        #expect(try Self.sockets(boundTo: port).isDisjoint(with: held))
    }

    @Test(.enabled(if: isLinux, "needs Linux's socket filters"))
    func `What is dropped is never answered, and is heard again once it is open`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        #expect(try await Self.curl(portal) == 0)
        try portal.perform(.reach(host: nil, "dropped"))
        #expect(try await Self.curl(portal, gettingNoAnswer: true) == 28)
        try portal.perform(.reach(host: nil, "refused"))
        #expect(try await Self.curl(portal) == 7)
        try portal.perform(.reach(host: nil, "dropped"))
        #expect(try await Self.curl(portal, gettingNoAnswer: true) == 28)
        try portal.perform(.reach(host: nil, "open"))
        #expect(try await Self.curl(portal) == 0)
    }

    @Test(arguments: ["refused", "dropped"].filter { isLinux || $0 == "refused" })
    func `Connections that are open stay`(reach: String) async throws {
        let portal = try TestPortal.start(["hosts": ["plain": ["scheme": "http"]]])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.url(ofHost: "plain")))
        let request = "GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\n"
        await client.send(request + "\r\n")
        #expect(await client.read(until: "}").contains("authInfo"))
        try portal.perform(.reach(host: "plain", reach))
        await client.send(request + "Connection: close\r\n\r\n")
        #expect(await client.readStatus() == 200)
        #expect(try await Self.curl(portal) == 0)
        #expect(try await Self.curl(portal, "plain", gettingNoAnswer: reach == "dropped") != 0)
        try portal.reset()
        #expect(try await Self.curl(portal, "plain") == 0)
    }

    @Test func `An event of the blueprint may close the port behind a request`() async throws {
        let portal = try TestPortal.start(["after": [["operation": "info", "do": ["reach": "refused"]]]])
        defer { portal.stop() }
        #expect(try await Self.curl(portal) == 0)
        #expect(try await Self.curl(portal) == 7)
    }

    @Test func `An unknown host is told with those that there are`() throws {
        let portal = try TestPortal.start(["hosts": ["other": [:]]])
        defer { portal.stop() }
        let error = #expect(throws: MockPortalError.self) { try portal.perform(.reach(host: "othr", "open")) }
        #expect(error?.description.contains("Did you mean other?") == true)
    }
}

/// Ports that close and open while clients keep coming; in a process of its own, so that it counts its own descriptors.
@Suite struct `Reach under load` {
    @Test(.enabled(if: isLinux, "counts descriptors and threads in /proc"))
    func `A port may close and open under load, at its limit of connections, and nothing stays behind`() async {
        await #expect(processExitsWith: .success) {
            var options = ServeOptions.unhurried
            options.limits.connections = 4
            let portal = try TestPortal.start(options: options)
            let port = portal.port
            func toggle(_ times: Int) async throws {
                let isOver = Locked(false)
                try await withThrowingTaskGroup { group in
                    for _ in 0..<2 {
                        group.addTask {
                            await OwnThread.run {
                                while !isOver.withLock({ $0 }) {
                                    let clients = (0..<3).map { _ in try? RawClient(port: port) }
                                    // A connection that ends in order would keep its port for a minute.
                                    for client in clients { client?.resetsWhenClosed() }
                                }
                            }
                        }
                    }
                    defer { isOver.withLock { $0 = true } }
                    for _ in 0..<times {
                        try portal.perform(.reach(host: nil, "refused"))
                        try portal.perform(.reach(host: nil, "open"))
                    }
                }
                guard await portal.waitUntilQuiet() else { throw RawClient.Failure() }
            }
            func count(_ what: String) throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(what)").count
            }
            try await toggle(20)
            let descriptors = try count("fd")
            let threads = try count("task")
            try await toggle(100)
            let grown = (descriptors: try count("fd") - descriptors, threads: try count("task") - threads)
            print("reach: \(grown)")
            guard grown.descriptors < 10, grown.threads < 10 else { throw RawClient.Failure() }
            portal.stop()
        }
    }
}
