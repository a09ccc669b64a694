import PortalJudge
import PortalScenarios
import Testing

@Suite struct `Connections of a session` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Origins with when each connection opens and ends; nil where it is open.
        let connections: [(origin: String, openedAt: Double, endedAt: Double?)]
        var unused: [Int] = []
        let isSideBySide: Bool
    }

    private static let portal = "https://localhost:8443"
    private static let other = "https://127.0.0.2:9443"

    @Test(arguments: [
        Case(
            testDescription: "one after the other", connections: [(portal, 0, 10), (portal, 10, 20)],
            isSideBySide: false),
        Case(testDescription: "at once", connections: [(portal, 0, 20), (portal, 10, 30)], isSideBySide: true),
        Case(
            testDescription: "beside one that stays open", connections: [(portal, 0, nil), (portal, 10, 30)],
            isSideBySide: true),
        Case(
            testDescription: "at once, with another origin in between",
            connections: [(portal, 0, 30), (other, 10, 40), (portal, 20, 50)], isSideBySide: true),
        Case(
            testDescription: "one after the other, with another origin in between",
            connections: [(portal, 0, 15), (other, 10, 40), (portal, 20, 50)], isSideBySide: false),
        Case(
            testDescription: "at once to two origins", connections: [(portal, 0, 30), (other, 10, 40)],
            isSideBySide: false),
        Case(
            testDescription: "at once, told in another order",
            connections: [(portal, 20, 50), (other, 10, 40), (portal, 0, 30)], isSideBySide: true),
        Case(
            testDescription: "at once, but one carried nothing", connections: [(portal, 0, 20), (portal, 10, 30)],
            unused: [2], isSideBySide: false),
    ])
    func `are side by side where two to one origin were open at once`(_ row: Case) {
        var journal = Journal()
        for (index, connection) in row.connections.enumerated() {
            let number = index + 1
            journal.connections.append(
                Journal.Connection(
                    number: number, listener: "portal", origin: connection.origin, peer: "127.0.0.1:1",
                    openedAt: connection.openedAt,
                    end: connection.endedAt.map { Journal.End(at: $0, by: "client", requestBytes: 100) }))
            if row.unused.contains(number) { continue }
            journal.requests.append(
                Journal.Request(
                    number: number, connection: number, ordinal: 1, listener: "portal", origin: connection.origin,
                    portalTime: 0, method: "GET", target: "/portal/sharing/rest/info?f=json", operation: "info"))
        }
        #expect(journal.hasRequestsSideBySide == row.isSideBySide)
    }
}
