import PortalAuthentication
import PortalTransport
import Testing

@Suite struct `A steered clock` {
    @Test func `has a transport's limits stand still until it is put forward`() {
        let clock = SteeredTimeSource(limits: .standing)
        let end = clock.end(of: .seconds(30))
        #expect(clock.elapsed == .zero && end == .seconds(30))
        clock.advance(by: .seconds(29))
        #expect(clock.elapsed == .seconds(29) && clock.elapsed < end)
        clock.advance(by: .seconds(1))
        #expect(clock.elapsed == end)
    }

    @Test func `lets a transport's limits run with the machine by default`() {
        let clock = SteeredTimeSource()
        let before = clock.elapsed
        var after = before
        // What the machine's clock measures is enough: no task waits.
        while after == before { after = clock.elapsed }
        #expect(after > before)
        clock.advance(by: .seconds(-5))
        #expect(clock.elapsed >= after)
    }

    @Test(arguments: [Int64.max, .min]) func `takes durations that no clock holds`(_ seconds: Int64) async throws {
        let noon = Timestamp(milliseconds: 43_200_000)
        let clock = SteeredTimeSource(following: StandingTimeSource(at: noon), limits: .standing)
        for _ in 0..<40 {
            clock.advance(by: .seconds(seconds))
            try await clock.wait(for: .seconds(seconds))
        }
        clock.advance(by: .seconds(seconds > 0 ? 1 : -1))
        #expect(seconds > 0 ? clock.now() > noon : clock.now() < noon)
        #expect(clock.end(of: .seconds(Int64.max)) > clock.elapsed)
    }
}

@Suite struct `The machine's clock` {
    @Test func `is waited for by durations that it does not hold`() async {
        let waiting = Task { try await SystemTimeSource().wait(for: .seconds(Int64.max)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
