import JSONValues
import MockPortalServer
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Drips` {
    @Test func `fall in portal time, over HTTP`() async throws {
        let portal = try TestPortal.start([
            "http": "serve", "faults": [["operation": "info", "play": ["drip": ["rate": 1]]]],
        ])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send("GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.read(until: "\r\n\r\n").contains("Content-Length"))
        // The test does not wait for the minutes that the body takes.
        try portal.perform(.advance(.seconds(3600)))
        #expect(await client.read().hasSuffix("}"))
    }

    @Test func `fall in portal time, over TLS`() async throws {
        let portal = try TestPortal.start(["faults": [["operation": "info", "play": ["drip": ["rate": 1]]]]])
        defer { portal.stop() }
        let url = "\(portal.url)/sharing/rest/info?f=json"
        async let answer = Child.curl(["-k", "--max-time", "120", url])
        #expect(await portal.waitForRequests(1, operation: "info"))
        try portal.perform(.advance(.seconds(3600)))
        #expect(try await answer.output.hasSuffix("}"))
    }

    private static let script: FaultScript = {
        var script = FaultScript()
        (script.head, script.body, script.pace) = ([1, 2], [3, 4, 5, 6], .perSecond(2))
        return script
    }()

    @Test func `wait for the next byte, no longer and no shorter`() {
        var progress = FaultProgress(Self.script, at: 1000)
        #expect(progress.next(at: 1000) == .send([1, 2], singly: false))
        progress.didSend(2)
        #expect(progress.next(at: 1000) == .wait(500))
        #expect(progress.next(at: 1499) == .wait(1))
        #expect(progress.next(at: 1500) == .send([3], singly: false))
        progress.didSend(1)
        #expect(progress.next(at: 1600) == .wait(400))
        #expect(progress.next(at: 9000) == .send([4, 5, 6], singly: false))
        progress.didSend(3)
        #expect(progress.next(at: 9000) == .end)
        #expect(progress.sentBody == 4)
    }

    @Test func `take no byte back when portal time does`() {
        var progress = FaultProgress(Self.script, at: 1000)
        progress.didSend(2)
        #expect(progress.next(at: 1400) == .wait(100))
        #expect(progress.next(at: 0) == .wait(100))
        #expect(progress.next(at: 100) == .send([3], singly: false))
    }

    @Test func `A jump further than numbers reach lets everything go`() {
        var progress = FaultProgress(Self.script, at: 0)
        progress.didSend(2)
        #expect(progress.next(at: 1 << 53) == .send([3, 4, 5, 6], singly: false))
    }
}
