import Mutants
import Testing

@testable import PortalScenarios

@Suite struct `The patience with a run` {
    private static func pulse(requests: Int = 0, atWork: Int = 0, held: Int? = nil) -> RunPatience.Pulse {
        RunPatience.Pulse(requests: requests, heard: 0, begun: 0, atWork: atWork, held: held)
    }

    /// After how many looks it is over; nil where it lasts longer than anything waits.
    private static func looks(grace: Int = 0, _ pulse: (_ look: Int) -> RunPatience.Pulse) -> Int? {
        var patience = RunPatience(patience: .seconds(120), silence: .seconds(30), grace: grace, at: pulse(0))
        return (1...10_000).first { patience.isOver(at: pulse($0)) }
    }

    @Test func `is over after a silence, the sooner where no step is at work`() {
        #expect(Self.looks { _ in Self.pulse(atWork: 1) } == 30)
        #expect(Self.looks { _ in Self.pulse() } == 10)
        #expect(Self.looks(grace: 5) { _ in Self.pulse(atWork: 1) } == 35)
        #expect(Self.looks { Self.pulse(requests: min($0, 50)) } == 60)
    }

    @Test func `has an end where something happens all the time`() {
        #expect(Self.looks { Self.pulse(requests: $0) } == 120)
        #expect(Self.looks(grace: 5) { Self.pulse(requests: $0) } == 125)
        #expect(Self.looks { Self.pulse(held: $0) } == 120)
    }

    /// On a machine that is busy an answer's turn takes as many looks as a silence, and a run has dozens of answers.
    @Test func `is not lost on answers that wait for their turn`() {
        #expect(Self.looks { _ in Self.pulse(held: 1) } == nil)
        // Twenty answers, each of which goes after a hundred looks; then nothing comes any more.
        #expect(Self.looks { Self.pulse(held: $0 < 2000 ? $0 / 100 : nil) } == 2010)
    }

    /// On a machine that is busy a client may get no further than one request between two looks; the longest fault makes some thirty.
    @Test func `lets a client that does too much go on until its fault shows`() {
        for mutant in Mutant.all {
            var patience = RunPatience(
                patience: mutant.options.patience, silence: mutant.options.silence, grace: 5, at: Self.pulse())
            #expect((1...50).allSatisfy { !patience.isOver(at: Self.pulse(requests: $0)) }, "\(mutant.name)")
        }
    }
}
