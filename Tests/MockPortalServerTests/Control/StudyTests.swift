import Dispatch
import FixtureFiles
import JSONValues
import Platform
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

/// Calls of the control API beside studies that take long.
@Suite struct `Studies of the control API` {
    /// A control API whose verdicts wait for a gate, those of sandboxes aside.
    private final class Bench: Sendable {
        let server: ControlServer
        let begun = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        /// How many verdicts of the portal itself were worked out.
        let count = Locked(0)

        init(_ change: (inout ResourceLimits) -> Void = { _ in }) throws {
            var options = ServeOptions.unhurried
            change(&options.resources)
            let portal = try TestPortal.start(["http": "serve"], options: options)
            server = try ControlServer.start(
                for: portal, scenario: "token", nonce: "n",
                examine: { [begun, gate, count] seen, _ in
                    guard seen === portal else { return ["verdict": "of a sandbox"] }
                    begun.signal()
                    gate.wait()
                    count.withLock { $0 += 1 }
                    return ["verdict": "late"]
                }, resolve: { name throws(BlueprintError) in try Blueprint.preset(name, fixtures: .embedded) })
        }

        deinit {
            server.stop()
            server.portal.stop()
        }

        var work: AnswerWork { server.responder.studies }

        /// Sends a call, and waits for nothing.
        func send(_ method: String = "GET", _ path: String) async throws -> RawClient {
            let client = try RawClient(port: TestPortal.port(of: server.url))
            await client.send(
                "\(method) \(ControlBench.path(of: server.url))\(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            return client
        }

        /// Sends a call whose study begins, and does not end before the gate opens.
        func begin() async throws -> RawClient {
            let client = try await send("GET", "/verdict")
            _ = await NativeThread.value { [begun] in begun.wait() }
            return client
        }

        /// Sends a call whose study waits for its turn.
        func wait() async throws -> RawClient {
            let before = work.waitingCount
            let client = try await send("GET", "/verdict")
            while work.waitingCount == before { await Task.yield() }
            return client
        }
    }

    @Test func `One of a portal holds up neither readings nor studies of sandboxes`() async throws {
        let bench = try Bench()
        #expect(try await bench.send("POST", "/sandboxes").readStatus() == 201)
        let slow = try await bench.begin()
        let second = try await bench.wait()
        for path in ["/journal.har", "/openapi.json", "/identities", "/health", "/sandboxes/1/journal.har"] {
            #expect(try await bench.send("GET", path).readStatus() == 200, "\(path)")
        }
        #expect(try await bench.send("GET", "/sandboxes/1/verdict").read().contains("of a sandbox"))
        #expect(!slow.hasAnswer && !second.hasAnswer)
        for _ in 0..<2 { bench.gate.signal() }
        #expect(await slow.read().contains("late"))
        #expect(await second.read().contains("late"))
    }

    @Test func `So many of one portal wait, and further ones are told that it is busy`() async throws {
        let bench = try Bench { $0.waitingStudies = 4 }
        #expect(try await bench.send("POST", "/sandboxes").readStatus() == 201)
        let clients = try await [bench.begin(), bench.wait()]
        let refused = try await bench.send("GET", "/verdict").read()
        #expect(refused.hasPrefix("HTTP/1.1 503 "))
        #expect(refused.contains("Retry-After: 1"))
        #expect(refused.contains("a portal has 2 places and all portals 8"))
        // The line of a sandbox is its own.
        #expect(try await bench.send("GET", "/sandboxes/1/verdict").readStatus() == 200)
        for _ in clients { bench.gate.signal() }
        for client in clients { #expect(await client.readStatus() == 200) }
    }

    @Test func `What waits for a caller that has left makes room for another`() async throws {
        let bench = try Bench { $0.waitingStudies = 4 }
        let slow = try await bench.begin()
        do {
            let left = try await bench.wait()
            left.waitsForItsEndWhenClosed()
        }
        // Both places of the portal are taken, and one is free for another, which is studied after the first.
        let lane = ObjectIdentifier(bench.server.controlled)
        #expect(bench.work.reserve(in: lane) && bench.work.waitingCount == 0)
        bench.work.giveBack(in: lane)
        let next = try await bench.wait()
        for _ in 0..<2 { bench.gate.signal() }
        #expect(await slow.readStatus() == 200)
        #expect(await next.readStatus() == 200)
        #expect(bench.count.withLock { $0 } == 2)
    }

    @Test func `The end of the API drops what waits`() async throws {
        let bench = try Bench()
        let slow = try await bench.begin()
        let waiting = try await bench.wait()
        bench.server.stop()
        #expect(await slow.read().isEmpty)
        #expect(await waiting.read().isEmpty)
        bench.gate.signal()
    }
}
