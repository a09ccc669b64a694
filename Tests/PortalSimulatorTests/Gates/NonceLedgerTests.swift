import HTTPSemantics
import Testing

@testable import PortalSimulator

@Suite("Nonces") struct NonceLedgerTests {
    @Test func `counts are good in any order, once`() {
        var window = NonceCountWindow()
        for count in [5, 1, 3, 4096, 2] as [UInt32] { #expect(window.use(count) == .fresh, "\(count)") }
        for count in [5, 1, 3, 4096, 2] as [UInt32] { #expect(window.use(count) == .seen, "\(count)") }
        #expect(window.use(4) == .fresh)
    }

    @Test func `what lies far below the highest count is neither good nor a replay`() {
        var window = NonceCountWindow()
        #expect(window.use(1) == .fresh)
        #expect(window.use(4097) == .fresh)
        #expect(window.use(1) == .forgotten)
        #expect(window.use(2) == .fresh)
        #expect(window.use(.max) == .fresh)
        #expect(window.use(.max) == .seen)
        #expect(window.use(.max - 4095) == .fresh)
        #expect(window.use(.max - 4096) == .forgotten)
    }

    @Test func `a jump clears exactly what it passes`() {
        var window = NonceCountWindow()
        for count in 1...4096 as ClosedRange<UInt32> { #expect(window.use(count) == .fresh) }
        #expect(window.use(4100) == .fresh)
        for count in 4097...4099 as ClosedRange<UInt32> { #expect(window.use(count) == .fresh) }
        #expect(window.use(5) == .seen)
        #expect(window.use(4) == .forgotten)
    }

    @Test func `aliases follow the order of issue, and texts are never the same`() {
        var ledger = NonceLedger()
        let nonces = (0..<100).map { _ in ledger.issue(at: 0) }
        #expect(nonces.map(\.alias) == (1...100).map { "nonce#\($0)" })
        #expect(Set(nonces.map(\.text)).count == 100)
    }

    @Test func `a flood of new nonces pushes out what was least recently used`() {
        var ledger = NonceLedger()
        let rules = Blueprint.WebAuthentication()
        let old = ledger.issue(at: 0)
        let used = ledger.issue(at: 0)
        for count in 1...3 as ClosedRange<UInt32> {
            for _ in 0..<(ledger.capacity / 4) { _ = ledger.issue(at: 0) }
            guard case .fresh = ledger.use(used.text, count: NonceCount(count), session: nil, at: 0, rules: rules)
            else {
                Issue.record("the nonce in use was forgotten")
                return
            }
        }
        for _ in 0..<(ledger.capacity / 2) { _ = ledger.issue(at: 0) }
        #expect(ledger.known(old.text) == nil)
        #expect(ledger.known(used.text)?.alias == "nonce#2")
    }
}
