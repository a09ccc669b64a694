import ChildProcess
import HTTPSemantics
import Platform
import PretendPortals
import Testing

@testable import PortalAuthentication

struct LoopbackAgents {
    private typealias Sign = SignInRequest

    /// Signs in with a body in the place of the browser; it is given the port that the sign-in page was to lead to.
    private func signIn(
        _ sign: SignInRequest, browser: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> AuthorizationResponse {
        try await LoopbackAgent(returningTo: "the <app>") { url in
            try await browser(try #require(SignInRequest.port(in: url)))
        }.authorize(sign.request)
    }

    @Test func `The browser's answer comes back whole, and nothing listens afterwards`() async throws {
        let used = Locked(0)
        let response = try await signIn(try SignInRequest()) { port in
            used.withLock { $0 = port }
            let page = try await Knock.ask(port, Sign.back(to: port))
            #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        let port = used.withLock { $0 }
        #expect(response.redirectURI.description == "http://127.0.0.1:\(port)/callback")
        #expect(response.callback == "http://127.0.0.1:\(port)/callback?code=C0de&state=\(Sign.state)")
        #expect(!Knock.isOpen(port))
    }

    @Test func `A child that is just being started keeps nothing open`() async throws {
        let port = try Self.freePort()
        for isKept in [false, true] {
            let used = Locked(0)
            let held = Locked<InheritedListeners?>(nil)
            let uri = isKept ? "http://127.0.0.1:\(port)/callback" : "http://127.0.0.1/callback"
            for _ in 1...2 {
                _ = try await signIn(try SignInRequest(uri)) { port in
                    used.withLock { $0 = port }
                    held.withLock { $0 = InheritedListeners(at: port) }
                    _ = try await Knock.ask(port, Sign.back(to: port))
                }
                #expect(held.withLock { $0 != nil })
                #expect(!Knock.isOpen(used.withLock { $0 }))
            }
        }
    }

    struct Stranger: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let request: @Sendable (Int) -> String
        let status: Int
    }

    private static let strangers = [
        Stranger(
            testDescription: "favicon.ico", request: { Sign.back(to: $0, "/favicon.ico") }, status: 404),
        Stranger(testDescription: "the root", request: { Sign.back(to: $0, "/") }, status: 404),
        Stranger(
            testDescription: "a path that only starts alike",
            request: { Sign.back(to: $0, "/callback2?code=C&state=\(Sign.state)") }, status: 404),
        Stranger(
            testDescription: "a path below", request: { Sign.back(to: $0, "/callback/?code=C&state=\(Sign.state)") },
            status: 404),
        Stranger(testDescription: "no query", request: { Sign.back(to: $0, "/callback") }, status: 400),
        Stranger(
            testDescription: "no state", request: { Sign.back(to: $0, "/callback?code=evil") }, status: 400),
        Stranger(
            testDescription: "an empty state", request: { Sign.back(to: $0, "/callback?code=evil&state=") }, status: 400
        ),
        Stranger(
            testDescription: "another state", request: { Sign.back(to: $0, "/callback?code=evil&state=other") },
            status: 400),
        Stranger(
            testDescription: "the state and another",
            request: { Sign.back(to: $0, "/callback?code=evil&state=\(Sign.state)&state=other") }, status: 400),
        Stranger(
            testDescription: "two codes",
            request: { Sign.back(to: $0, "/callback?code=a&code=b&state=\(Sign.state)") }, status: 400),
        Stranger(
            testDescription: "a code and an error",
            request: { Sign.back(to: $0, "/callback?code=a&error=b&state=\(Sign.state)") }, status: 400),
        Stranger(
            testDescription: "an empty code", request: { Sign.back(to: $0, "/callback?code=&state=\(Sign.state)") },
            status: 400),
        Stranger(
            testDescription: "the state alone", request: { Sign.back(to: $0, "/callback?state=\(Sign.state)") },
            status: 400),
        Stranger(testDescription: "POST", request: { Sign.back(to: $0, method: "POST") }, status: 405),
        Stranger(testDescription: "HEAD", request: { Sign.back(to: $0, method: "HEAD") }, status: 405),
        Stranger(
            testDescription: "a name that was made to lead here",
            request: { Sign.back(to: $0, host: "evil.test:\($0)") }, status: 400),
        Stranger(
            testDescription: "another port", request: { Sign.back(to: $0, host: "127.0.0.1:\($0 + 1)") }, status: 400),
        Stranger(
            testDescription: "no host",
            request: { _ in "GET /callback?code=C&state=\(Sign.state) HTTP/1.1\r\n\r\n" }, status: 400),
        Stranger(
            testDescription: "two hosts",
            request: { Sign.back(to: $0, host: "127.0.0.1:\($0)\r\nHost: 127.0.0.1:\($0)") }, status: 400),
        Stranger(
            testDescription: "a folded field",
            request: { Sign.back(to: $0, host: "127.0.0.1:\($0)\r\n more") }, status: 400),
        Stranger(
            testDescription: "a whole URL",
            request: { Sign.back(to: $0, "http://127.0.0.1:\($0)/callback?code=C&state=\(Sign.state)") }, status: 400),
        Stranger(testDescription: "no HTTP", request: { _ in "hello\r\n\r\n" }, status: 400),
        Stranger(
            testDescription: "a head without an end",
            request: { _ in "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 9000) }, status: 431),
        Stranger(
            testDescription: "the answer behind another request",
            request: { Sign.back(to: $0, "/") + Sign.back(to: $0) }, status: 404),
    ]

    @Test(arguments: strangers)
    func `A stranger's request is refused and the browser is waited for`(stranger: Stranger) async throws {
        let response = try await signIn(try SignInRequest()) { port in
            let refusal = try await Knock.ask(port, stranger.request(port))
            #expect(refusal.hasPrefix("HTTP/1.1 \(stranger.status) "), "\(refusal.prefix(80))")
            #expect(refusal.contains("\r\nConnection: close\r\n"))
            #expect(!refusal.contains(Sign.state))
            _ = try await Knock.ask(port, Sign.back(to: port))
        }
        #expect(response.callback.hasSuffix("?code=C0de&state=\(Sign.state)"))
    }

    @Test func `Silent connections, more than may be open, do not stand before the browser`() async throws {
        let response = try await signIn(try SignInRequest()) { port in
            var silent: [Knock] = []
            for number in 0..<40 {
                silent.append(try Knock(port: port))
                if number % 2 == 0 { silent[number].send("GET /callback?code=C0de&st") }
            }
            #expect(try await Knock.ask(port, Sign.back(to: port)).hasPrefix("HTTP/1.1 200 "))
            // The first ones had to go, and all of them at the end.
            for knock in silent { #expect(await knock.answer().isEmpty) }
        }
        #expect(response.callback.contains("code=C0de"))
    }

    @Test func `A flood of connections is taken a few at a time`() async throws {
        let made = try LoopbackSocket.open(at: .v4("127.0.0.1"), port: 0)
        defer { close(made.descriptor) }
        // As many as the system lets wait, and one more.
        let knocks = try (0...CallbackListener.acceptLimit).map { _ in try Knock(port: made.port) }
        var connections: [CallbackListener.Connection] = []
        defer { for connection in connections { close(connection.descriptor) } }
        // One may be there a moment after connect(2) has returned.
        while connections.count < knocks.count, !Task.isCancelled {
            let before = connections.count
            try #require(!CallbackListener.accept(from: made.descriptor, into: &connections))
            #expect(connections.count <= before + CallbackListener.acceptLimit)
            await Task.yield()
        }
        #expect(connections.count == knocks.count)
    }

    @Test func `A browser that sends byte by byte is heard`() async throws {
        let response = try await signIn(try SignInRequest()) { port in
            let knock = try Knock(port: port)
            for character in Sign.back(to: port) { knock.send(String(character)) }
            #expect(await knock.answer().hasPrefix("HTTP/1.1 200 "))
        }
        #expect(response.callback.contains("code=C0de"))
    }

    @Test func `Bytes behind the answer do not lose its page`() async throws {
        _ = try await signIn(try SignInRequest()) { port in
            let page = try await Knock.ask(port, Sign.back(to: port) + String(repeating: "x", count: 3000))
            #expect(page.contains("</html>"))
        }
    }

    struct Page: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let query: String
        let says: String
    }

    @Test(arguments: [
        Page(testDescription: "signed in", query: "code=C", says: "<h1>You are signed in</h1>"),
        Page(testDescription: "cancelled", query: "error=access_denied", says: "<h1>Sign-in was cancelled</h1>"),
        Page(
            testDescription: "refused", query: "error=invalid_request&error_description=%3Cscript%3Ea%26b%27",
            says: "<p>The portal says: &lt;script&gt;a&amp;b&#39;</p>"),
    ])
    func `The page says what came of it, in itself`(page: Page) async throws {
        let response = try await signIn(try SignInRequest()) { port in
            let answer = try await Knock.ask(port, Sign.back(to: port, "/callback?\(page.query)&state=\(Sign.state)"))
            #expect(answer.contains(page.says))
            #expect(answer.contains("go back to the &lt;app&gt;."))
            for field in [
                "Content-Type: text/html; charset=utf-8", "Connection: close", "Referrer-Policy: no-referrer",
                "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
                "Content-Security-Policy: default-src 'none';",
            ] { #expect(answer.contains("\r\n\(field)"), "\(field)") }
            for outside in ["http:", "https:", "<script", "src=", "href=", Sign.state] {
                #expect(!answer.contains(outside), "\(outside)")
            }
        }
        #expect(response.callback.contains(page.query))
    }

    @Test func `A cancelled sign-in ends at once and nothing listens`() async throws {
        let opened = AsyncStream<Int>.makeStream()
        let sign = try SignInRequest()
        let task = Task { try await signIn(sign) { port in opened.continuation.yield(port) } }
        var ports = opened.stream.makeAsyncIterator()
        let port = try #require(await ports.next())
        #expect(Knock.isOpen(port))
        task.cancel()
        await #expect(throws: PortalError(.cancelled, detail: "")) { try await task.value }
        #expect(!Knock.isOpen(port))
    }

    @Test func `No answer for five minutes of the environment's clock ends it, and not before`() async throws {
        let opened = AsyncStream<Int>.makeStream()
        let sign = try SignInRequest()
        let task = Task { try await signIn(sign) { port in opened.continuation.yield(port) } }
        var ports = opened.stream.makeAsyncIterator()
        let port = try #require(await ports.next())
        await sign.stage.time.until { waits, _ in waits == 1 }
        sign.stage.time.advance(by: .seconds(299))
        #expect(Knock.isOpen(port))
        sign.stage.time.advance(by: .seconds(1))
        let error = await #expect(throws: PortalError.self) { try await task.value }
        #expect(error?.code == .authorizationTimedOut)
        #expect(error?.description.contains("5 min") == true)
        #expect(!Knock.isOpen(port))
    }

    @Test func `Two sign-ins at once hear each its own answer`() async throws {
        let first = AsyncStream<Int>.makeStream()
        async let one = signIn(try SignInRequest(state: "first")) { port in first.continuation.yield(port) }
        async let two = signIn(try SignInRequest(state: "second")) { port in
            var ports = first.stream.makeAsyncIterator()
            let other = try #require(await ports.next())
            #expect(other != port)
            // Each at the other's first.
            for (at, state) in [(other, "second"), (port, "first")] {
                let refusal = try await Knock.ask(at, Sign.back(to: at, "/callback?code=x&state=\(state)"))
                #expect(refusal.hasPrefix("HTTP/1.1 400 "))
            }
            for (at, state) in [(other, "first"), (port, "second")] {
                _ = try await Knock.ask(at, Sign.back(to: at, "/callback?code=\(state)&state=\(state)"))
            }
        }
        #expect(try await one.callback.hasSuffix("?code=first&state=first"))
        #expect(try await two.callback.hasSuffix("?code=second&state=second"))
    }

    @Test func `A browser that cannot be opened ends it with its error`() async throws {
        let used = Locked(0)
        await #expect(throws: PortalError(.browserNotOpened, detail: "")) {
            try await signIn(try SignInRequest()) { port in
                used.withLock { $0 = port }
                throw PortalError(.browserNotOpened, detail: "there is none")
            }
        }
        #expect(!Knock.isOpen(used.withLock { $0 }))
    }

    @Test func `localhost is listened for at both of its addresses`() async throws {
        for v6 in [false, true] {
            let response = try await signIn(try SignInRequest("http://localhost/callback")) { port in
                do {
                    _ = try await Knock.ask(port, Sign.back(to: port, host: "LocalHost:\(port)"), v6: v6)
                } catch is Knock.Refused where v6 {
                    // A machine without IPv6.
                    _ = try await Knock.ask(port, Sign.back(to: port, host: "localhost:\(port)"))
                }
            }
            #expect(response.callback.hasPrefix("http://localhost:"))
        }
    }

    @Test func `A port of the redirect URI is kept, twice in a row, and a taken one is told`() async throws {
        let port = try Self.freePort()
        let uri = "http://127.0.0.1:\(port)/callback"
        for _ in 1...2 {
            let response = try await signIn(try SignInRequest(uri)) { used in
                #expect(used == port)
                _ = try await Knock.ask(port, Sign.back(to: port))
            }
            #expect(response.redirectURI.description == uri)
        }
        _ = try await signIn(try SignInRequest(uri)) { port in
            let error = await #expect(throws: PortalError.self) { try await signIn(try SignInRequest(uri)) { _ in } }
            #expect(error?.code == .cannotListen)
            #expect(error?.description.contains("\(port)") == true)
            _ = try await Knock.ask(port, Sign.back(to: port))
        }
    }

    /// A port that was free just now, below those that the system gives to connections.
    private static func freePort() throws -> Int {
        while true {
            let port = Int.random(in: 20_000..<32_000)
            if (try? CallbackListener(for: try RedirectURI("http://127.0.0.1:\(port)/callback"))) != nil { return port }
        }
    }

    @Test(arguments: ["https://app.test/auth", "my-ags-app://auth", "urn:ietf:wg:oauth:2.0:oob"])
    func `A redirect URI that leads elsewhere is refused`(uri: String) async throws {
        let error = await #expect(throws: PortalError.self) { try await signIn(try SignInRequest(uri)) { _ in } }
        #expect(error?.code == .invalidArgument)
        #expect(error?.description.contains(uri) == true)
    }

    @Test func `A sign-in without a state is refused`() async throws {
        let error = await #expect(throws: PortalError.self) { try await signIn(try SignInRequest(state: nil)) { _ in } }
        #expect(error?.code == .invalidArgument)
    }
}
