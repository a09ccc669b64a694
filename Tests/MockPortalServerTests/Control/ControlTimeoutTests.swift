import Dispatch
import FixtureFiles
import JSONValues
import Platform
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

/// The control API beside callers that take long.
struct `Busy control API` {
    @Test func `a journal that is read slowly holds up no other call`() async throws {
        let bench = try ControlBench()
        let portal = bench.server.portal
        try await `Journal of the control API`.send(20, bodyBytes: 200_000, to: portal)
        var slow: [RawClient] = []
        for _ in 0..<6 {
            let client = try RawClient(port: TestPortal.port(of: bench.server.url))
            await client.send("GET \(bench.path)/journal HTTP/1.1\r\nHost: localhost\r\n\r\n")
            slow.append(client)
        }
        for _ in 0..<12 { #expect(try await bench.send("GET", "/health").status == 200) }
        #expect(try await bench.send("POST", "/clock", #"{"advance":"1m"}"#).status == 200)
        // They are answered too, and took what they had room for.
        for reader in slow { #expect(await reader.readHead().hasPrefix("HTTP/1.1 200 ")) }
        withExtendedLifetime(slow) {}
    }

    @Test func `a verdict that takes long holds up neither reading nor changing`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        let (begun, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try ControlServer.start(
            for: portal, scenario: "token", nonce: "n",
            examine: { _, _ in
                begun.signal()
                released.wait()
                return ["verdict": "late"]
            }, resolve: { name throws(BlueprintError) in try Blueprint.preset(name, fixtures: .embedded) })
        defer {
            released.signal()
            server.stop()
            server.portal.stop()
        }
        let waiting = try RawClient(port: TestPortal.port(of: server.url))
        let path = ControlBench.path(of: server.url)
        await waiting.send("GET \(path)/verdict HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                begun.wait()
                continuation.resume()
            }
        }
        for _ in 0..<12 { #expect(try await Child.curl(["\(server.url)/health"]).output.contains("ok")) }
        #expect(try await Child.curl(["\(server.url)/clock", "-d", #"{"advance":"1m"}"#]).output.contains("60000"))
        #expect(!waiting.hasAnswer)
        released.signal()
        #expect(await waiting.read().contains("late"))
    }

    /// The end of its side comes with its request, so that it has come before the call is worked out.
    @Test(arguments: ["openapi.json", "journal.har", "identities"])
    func `who ends its side once it has asked is answered`(path: String) async throws {
        let bench = try ControlBench()
        let caller = try RawClient(port: TestPortal.port(of: bench.server.url))
        caller.sendLast("GET \(bench.path)/\(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(await caller.readStatus() == 200)
    }

    @Test func `who waits for a portal that is replaced is answered`() async throws {
        let bench = try ControlBench()
        let waiting = try RawClient(port: TestPortal.port(of: bench.server.url))
        let body = #"{"count":5,"timeout":"10m"}"#
        await waiting.send(
            "POST \(bench.path)/wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        // Held no longer than that: the wait ends with the recorder of the portal that is replaced.
        while !Task.isCancelled, bench.server.portal.recorder.state.withLock({ $0.requestWaiters.isEmpty }) {
            await Task.yield()
        }
        #expect(try await bench.send("POST", "/scenario", #"{"scenario":"organization"}"#).status == 200)
        #expect(await waiting.read().contains(#""seen" : false"#))
    }

    @Test func `a sandbox that would leave too few files to connections is refused in words`() async throws {
        var options = ServeOptions.unhurried
        options.resources.spareDescriptors = 1 << 30
        let bench = try ControlBench(options: options)
        let refused = try await bench.send("POST", "/sandboxes")
        #expect(refused.status == 429)
        #expect(refused.json["error"]?.string?.contains("would leave fewer than 1073741824 to connections") == true)
        #expect(try await bench.send("GET", "/sandboxes").json["sandboxes"]?.array?.isEmpty == true)
        #expect(DescriptorRoom.left.map { $0 > 0 && $0 < 1 << 30 } == true)
    }

    @Test func `sandboxes, waits and readers have a limit that says so`() async throws {
        var options = ServeOptions.unhurried
        options.resources.sandboxes = 1
        options.resources.waits = 1
        options.resources.journalReaders = 1
        let bench = try ControlBench(options: options)
        #expect(try await bench.send("POST", "/sandboxes").status == 201)
        let refused = try await bench.send("POST", "/sandboxes/1/sandboxes")
        #expect(refused.status == 429)
        #expect(refused.json["error"]?.string?.contains("1 sandboxes") == true)
        #expect(try await bench.send("DELETE", "/sandboxes/1").status == 200)
        #expect(try await bench.send("POST", "/sandboxes").status == 201)

        let body = #"{"count":5,"timeout":"10m"}"#
        let request =
            "POST \(bench.path)/wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        do {
            let first = try RawClient(port: TestPortal.port(of: bench.server.url))
            first.waitsForItsEndWhenClosed()
            await first.send(request)
            let recorder = bench.server.portal.recorder
            while !Task.isCancelled, recorder.state.withLock({ $0.requestWaiters.isEmpty }) { await Task.yield() }
            let busy = try await bench.send("POST", "/wait", body)
            #expect(busy.status == 503)
            #expect(busy.json["error"]?.string?.contains("1 callers wait") == true)
            first.finishSending()
        }
        // Who has left makes room.
        #expect(try await bench.send("POST", "/wait", #"{"count":5,"timeout":"1ms"}"#).json["seen"] == false)

        try await `Journal of the control API`.send(30, bodyBytes: 400_000, to: bench.server.portal)
        let reader = try RawClient(port: TestPortal.port(of: bench.server.url))
        await reader.send("GET \(bench.path)/journal HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await reader.read(until: "").contains("200 OK"))
        let second = try await bench.send("GET", "/journal")
        #expect(second.status == 503)
        #expect(second.json["error"]?.string?.contains("1 callers read") == true)
    }

    @Test func `a wait is bounded`() async throws {
        let answer = try await ControlBench().send("POST", "/wait", #"{"timeout":"11m"}"#)
        #expect(answer.status == 400)
        #expect(answer.json["error"]?.string?.contains("at most 10m") == true)
    }
}
