import Testing

@testable import PortalTransport

@Suite struct `The turns of the loop` {
    private let clock = SteeredClock()

    @Test(
        arguments: [
            (.seconds(300), 1000), (.seconds(1), 1000), (.milliseconds(999), 1000), (.microseconds(1), 1), (.zero, 0),
            (.seconds(-5), 0),
        ] as [(Duration, Int32)])
    func `wait for the next limit, and a second at most`(left: Duration, milliseconds: Int32) {
        let turn = TurnClock(clock)
        turn.note(left)
        #expect(turn.waitMilliseconds == milliseconds)
    }

    @Test func `do not wait for a limit that passed longer ago than can be counted`() {
        clock.advance(by: .seconds(1))
        let turn = TurnClock(clock)
        turn.note(.seconds(Int64.min))
        #expect(turn.waitMilliseconds == 0)
    }

    @Test func `wait a second where nothing has a limit`() {
        #expect(TurnClock(clock).waitMilliseconds == 1000)
    }
}
