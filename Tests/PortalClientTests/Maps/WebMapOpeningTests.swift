import HTTPSemantics
import PortalAuthentication
import Testing

@testable import PortalClient

@Suite struct `The opening of a web map` {
    private typealias Machine = WebMapOpening
    private let broken = PortalError(.http, detail: "500")
    private let alice = ResourceCredential.password(username: "alice", Secret("a"))
    private let plain = Machine.Layer()
    private let bing = Machine.Layer(needsBingKey: true)

    private func began(_ layers: [Machine.Layer], hasKey: Bool = false) -> (Machine, Machine.Action) {
        var machine = Machine(.wholeMap(resets: false))
        #expect(machine.begin() == .loadMap)
        let action = machine.mapDidLoad(layers, hasBingKey: hasKey)
        return (machine, action)
    }

    @Test func `takes one layer after the other`() {
        var (machine, action) = began([plain, plain])
        #expect(action == .load(0, with: nil))
        #expect(machine.didLoad() == .tellLoaded(0))
        action = machine.didTell()
        #expect(action == .load(1, with: nil))
        #expect(machine.didLoad() == .tellLoaded(1))
        #expect(machine.didTell() == .tellOpened)
    }

    @Test func `empties the map first, where that is wished`() {
        var machine = Machine(.wholeMap(resets: true))
        #expect(machine.mapDidLoad([plain], hasBingKey: false) == .reset)
        #expect(machine.didReset() == .load(0, with: nil))
        var basemap = Machine(.basemap)
        #expect(basemap.mapDidLoad([plain], hasBingKey: false) == .load(0, with: nil))
        var empty = Machine(.wholeMap(resets: true))
        _ = empty.mapDidLoad([], hasBingKey: false)
        #expect(empty.didReset() == .tellOpened)
    }

    @Test func `ends where the document cannot be had`() {
        #expect(Machine(.basemap).mapDidFail(broken) == .stop(broken))
    }

    @Test func `waits after a failure for skip, retry or cancel`() {
        var (machine, _) = began([plain, plain])
        #expect(machine.didFail(broken) == .ask(about: 0, failures: 1, broken))
        var retried = machine
        #expect(retried.answered(.retry(alice)) == .load(0, with: alice))
        #expect(retried.didFail(broken) == .ask(about: 0, failures: 2, broken))
        #expect(retried.answered(.retry(nil)) == .load(0, with: nil))
        #expect(retried.didLoad() == .tellLoaded(0))
        #expect(retried.didTell() == .load(1, with: nil))
        #expect(retried.didFail(broken) == .ask(about: 1, failures: 1, broken))
        var skipped = machine
        #expect(skipped.answered(.skip) == .load(1, with: nil))
        guard case .stop(let error) = machine.answered(.cancel) else {
            Issue.record("goes on")
            return
        }
        #expect(error.code == .cancelled)
    }

    @Test func `asks the portal, then the opener for a key, and once only`() {
        var (machine, action) = began([bing, bing])
        #expect(action == .askPortalForBingKey)
        action = machine.portalAnswered(hasBingKey: false)
        #expect(action == .askOpenerForBingKey)
        #expect(machine.openerAnswered(hasBingKey: true) == .load(0, with: nil))
        #expect(machine.didTell() == .load(1, with: nil))
        var (second, _) = began([bing])
        #expect(second.portalAnswered(hasBingKey: true) == .load(0, with: nil))
        var (known, first) = began([bing], hasKey: true)
        #expect(first == .load(0, with: nil))
        _ = known.didTell()
    }

    @Test func `lets every layer without a key fail, and asks again when one is tried again`() {
        var (machine, _) = began([bing, bing])
        _ = machine.portalAnswered(hasBingKey: false)
        let missing = Machine.bingKeyMissing
        #expect(machine.openerAnswered(hasBingKey: false) == .ask(about: 0, failures: 1, missing))
        #expect(machine.answered(.skip) == .ask(about: 1, failures: 1, missing))
        #expect(machine.answered(.retry(nil)) == .askOpenerForBingKey)
        #expect(machine.openerAnswered(hasBingKey: true) == .load(1, with: nil))
    }
}
