import Testing

@testable import PortalSimulator

@Suite struct `Kerberos tokens that have signed in` {
    @Test func `do so once, each for itself`() {
        var ledger = TicketLedger()
        let taken = ([1, 2, 1, 2] as [UInt8]).map { ledger.accept([$0], at: 0) }
        #expect(taken == [true, true, false, false])
        #expect(ledger.count == 2)
    }

    @Test func `are remembered for five minutes, which a repetition does not prolong`() {
        var ledger = TicketLedger()
        let taken = ([1_000, 300_999, 301_000] as [Int64]).map { ledger.accept([1], at: $0) }
        #expect(taken == [true, false, true])
        let other = ledger.accept([2], at: 601_000)
        #expect(other && ledger.count == 1)
    }

    @Test func `are remembered up to a number, and the oldest is forgotten`() {
        var ledger = TicketLedger(capacity: 4)
        let first = (1...5 as ClosedRange<UInt8>).map { ledger.accept([$0], at: 0) }
        #expect(first == [true, true, true, true, true])
        #expect(ledger.count == 4)
        let again = ([2, 3, 4, 5, 1] as [UInt8]).map { ledger.accept([$0], at: 0) }
        #expect(again == [false, false, false, false, true])
    }
}
