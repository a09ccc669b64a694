import HTTPSemantics
import Testing

@testable import PortalSimulator

@Suite struct `Faults in order` {
    private let portal: ListenerFacts
    private let plain: ListenerFacts

    init() throws {
        portal = ListenerFacts(
            name: "portal", origin: try #require(Origin(scheme: "https", host: "localhost", port: 1)))
        plain = ListenerFacts(name: "http", origin: try #require(Origin(scheme: "http", host: "localhost", port: 2)))
    }

    private static func status(_ status: Int) -> Blueprint.Fault.Play {
        .request(.content(.status(status, retryAfter: nil)))
    }

    /// What is played on requests 1, 2, … for `info` below `/portal`, each the second of its connection.
    private func play(_ faults: [Blueprint.Fault], requests count: Int, ordinal: Int = 2) -> [String?] {
        var ledger = FaultLedger(faults)
        return (1...count).map { number in
            ledger.next(
                for: .request(number, operation: "info", path: "/portal/sharing/rest/info", ordinal: ordinal),
                at: portal)?.words
        }
    }

    @Test func `The first that matches is played, and the next once it is used up`() {
        let first = Blueprint.Fault(address: .operation("info"), times: 1, play: Self.status(502))
        let second = Blueprint.Fault(address: .everyRequest(1), play: Self.status(503))
        #expect(play([first, second], requests: 3) == ["status 502", "status 503", "status 503"])
    }

    @Test func `Those that are let pass meet the next fault`() {
        let first = Blueprint.Fault(address: .operation("info"), times: 1, skip: 2, play: Self.status(502))
        let second = Blueprint.Fault(address: .request(1), play: Self.status(503))
        #expect(play([first, second], requests: 4) == ["status 503", nil, "status 502", nil])
    }

    @Test func `Ordinals count the portal's requests`() {
        #expect(
            play([.init(address: .request(3), play: Self.status(500))], requests: 4) == [nil, nil, "status 500", nil])
        #expect(
            play([.init(address: .everyRequest(2), play: Self.status(500))], requests: 4)
                == [nil, "status 500", nil, "status 500"])
    }

    @Test func `Paths are prefixes by segment`() {
        for (path, isMeant) in [
            ("/portal", true), ("/portal/sharing/rest/info", true), ("/port", false), ("/portal/x", false),
        ] {
            #expect(
                play([.init(address: .path(path), play: Self.status(500))], requests: 1) == [
                    isMeant ? "status 500" : nil
                ])
        }
    }

    @Test func `A kept connection has carried a request before`() {
        let fault = Blueprint.Fault(address: .operation("info"), needsKeptConnection: true, play: Self.status(500))
        #expect(play([fault], requests: 1, ordinal: 1) == [nil])
        #expect(play([fault], requests: 1, ordinal: 2) == ["status 500"])
    }

    @Test func `Listeners are kept apart, and a handshake is only broken where there is one`() {
        let faults = [
            Blueprint.Fault(address: .connection(1), listener: "http", play: .connection(.close)),
            Blueprint.Fault(address: .everyConnection(1), play: .connection(.resetHandshake)),
        ]
        var ledger = FaultLedger(faults)
        #expect(ledger.next(for: .connection(1), at: portal)?.words == "resetHandshake")
        #expect(ledger.next(for: .connection(1), at: plain)?.words == "close")
        #expect(ledger.next(for: .connection(2), at: plain)?.words == nil)
    }
}
