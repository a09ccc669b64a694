import ChildProcess
import FixtureFiles
import JSONValues
import MockPortalServer
import Platform
import PortalJudge
import Testing

@Suite struct `Listeners` {
    @Test func `Port 0 picks a free port for each listener`() throws {
        let one = try TestPortal.start(["http": "serve"])
        let two = try TestPortal.start(["http": "serve"])
        defer { one.stop(); two.stop() }
        let ports = [one.url, one.httpURL, two.url, two.httpURL].map(TestPortal.port(of:))
        #expect(Set(ports).count == 4)
        #expect(!ports.contains(0))
    }

    @Test func `A taken port is an error that names it`() throws {
        let one = try TestPortal.start()
        defer { one.stop() }
        let port = one.port
        let error = #expect(throws: MockPortalError.self) { try TestPortal.start(options: ServeOptions(port: port)) }
        #expect(error?.code == .addressInUse)
        #expect(error?.description.contains("\(port)") == true)
    }

    @Test func `An address that is none of this machine's is an error that names it`() throws {
        let error = #expect(throws: MockPortalError.self) {
            try TestPortal.start(options: ServeOptions(host: "192.0.2.1"))
        }
        #expect(error?.code == .cannotListen)
        #expect(error?.description.contains("192.0.2.1") == true)
    }

    @Test func `A child that is just being started keeps no port of a portal that has stopped`() throws {
        let reserved = try ReservedPort()
        let port = reserved.number
        let one = try TestPortal.start(options: ServeOptions(port: port))
        let held = try #require(InheritedListeners(at: port))
        one.stop()
        try withExtendedLifetime((held, reserved)) {
            let two = try TestPortal.start(options: ServeOptions(port: port))
            #expect(two.port == port)
            two.stop()
        }
    }

    @Test func `Stopping frees the port, and stopping again does nothing`() throws {
        let reserved = try ReservedPort()
        defer { withExtendedLifetime(reserved) {} }
        let port = reserved.number
        let one = try TestPortal.start(options: ServeOptions(port: port))
        one.stop()
        one.stop()
        let two = try TestPortal.start(options: ServeOptions(port: port))
        #expect(two.port == port)
        two.stop()
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    }

    @Test func `Stopping ends open connections and journals who ended them`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send("GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = await client.read(until: "}")
        portal.stop()
        #expect(await client.read().isEmpty)
        #expect(portal.journal().connections.map(\.end?.by) == ["shutdown"])
    }

    @Test func `A further host has an address, a port and a certificate of its own`() async throws {
        let portal = try TestPortal.start([
            "hosts": ["other": ["address": "127.0.0.2", "certificate": "expired", "serves": "nothing"]]
        ])
        defer { portal.stop() }
        let url = try #require(portal.url(ofHost: "other"))
        #expect(url.hasPrefix("https://127.0.0.2:"))
        let answer = try await Child.curl(["-k", "-o", "/dev/null", "-w", "%{http_code}", url + "/x"])
        #expect(answer.output == "404")
        #expect(await portal.waitUntilQuiet())
        let journal = portal.journal()
        #expect(journal.connections.first?.listener == "other")
        #expect(journal.connections.first?.tls?.certificate == "expired")
        #expect(journal.requests.first.map { url.hasPrefix($0.origin + "/") } == true)
    }
}
