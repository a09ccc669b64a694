import Platform
import Testing

@Suite struct `A second signal` {
    @Test(
        arguments: [
            (SIGTERM, SIGINT, 0, true), (SIGINT, SIGTERM, 0, true), (SIGHUP, SIGTERM, 1, true),
            (SIGTERM, SIGTERM, 0, false), (SIGTERM, SIGTERM, 3_600_000_000, false), (SIGHUP, SIGHUP, 0, false),
            (SIGINT, SIGINT, 0, false), (SIGINT, SIGINT, 499_999, false), (SIGINT, SIGINT, 500_000, true),
        ] as [(Int32, Int32, Int64, Bool)])
    func `is another one, or Control-C again`(_ row: (first: Int32, next: Int32, later: Int64, isMeant: Bool)) {
        #expect(SecondSignal(after: row.first, at: 7).isMeant(row.next, at: 7 + row.later) == row.isMeant)
    }
}
