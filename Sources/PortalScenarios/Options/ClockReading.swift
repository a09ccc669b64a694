#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The machine's two clocks at one moment: certificates are judged by one, durations by the other.
package struct ClockReading: Sendable {
    /// The time of day since 1970; it may be set.
    package var wall: Duration
    /// What has passed on a clock that cannot be set.
    package var steady: Duration

    /// Puts a reading together.
    package init(wall: Duration, steady: Duration) {
        self.wall = wall
        self.steady = steady
    }

    private static let start = ContinuousClock.now

    /// Both clocks now.
    package static var now: ClockReading {
        reading(
            wall: { .seconds(Date().timeIntervalSince1970) }, steady: { start.duration(to: .now) })
    }

    /// Both clocks at one moment: read again where the program was held up between the two.
    static func reading(wall: () -> Duration, steady: () -> Duration) -> ClockReading {
        while true {
            let before = steady()
            let reading = ClockReading(wall: wall(), steady: before)
            if steady() - before < .milliseconds(500) { return reading }
        }
    }

    /// Why nothing that happened since an earlier reading can be judged; nil where both clocks went on alike.
    func obstacle(since earlier: ClockReading) -> String? {
        let jump = (wall - earlier.wall) - (steady - earlier.steady)
        guard jump > .seconds(2) || jump < .seconds(-2) else { return nil }
        return "the machine's clock jumped by \(jump.components.seconds) s during the run; "
            + "run the scenario again once it is steady"
    }
}
