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
}
