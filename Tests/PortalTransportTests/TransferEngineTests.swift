import Testing

@testable import PortalTransport

/// The engine in turns that the test gives, on one thread.
@Suite struct `The transfer engine` {
    @Test func `tells its own limit where libcurl notices first that time is up`() throws {
        // The system accepts, and nothing answers in the handshake.
        let listener = try ListeningSocket()
        defer { withExtendedLifetime(listener) {} }
        var limits = TransportLimits()
        limits.connect = .milliseconds(20)
        let multi = try MultiHandle()
        let engine = TransferEngine(
            multi: multi, trust: TrustDecisions(),
            settings: TransferSettings(userAgent: "test", proxies: .none), clock: SystemTransportClock())
        let request = HTTPRequest(method: "GET", url: "https://127.0.0.1:\(listener.port)/")
        let transfer = Transfer(try PreparedRequest(request, defaults: limits, origins: OriginReader()))
        engine.start(transfer)
        // A machine so busy that the engine never gets to look at its limits.
        while !engine.isIdle {
            engine.beginTurn()
            multi.perform()
            engine.harvest()
            multi.wait(milliseconds: 1000)
        }
        guard case .failure(let error) = transfer.takeResult() else {
            Issue.record("the request was answered")
            return
        }
        #expect(error.code == .timedOut && error.timeout == .connect)
        #expect(error.detail.contains("within 0.02 seconds, the limit for connecting"), "\(error.detail)")
        engine.stop()
    }
}
