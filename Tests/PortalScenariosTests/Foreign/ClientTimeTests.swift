import Testing

@testable import PortalScenarios

@Suite struct `The time of a client` {
    private static let start = ContinuousClock.now

    private static func moment(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func `passes in its own turns alone`() {
        var time = ClientTime(.seconds(30), since: Self.start)
        #expect(time.end == Self.moment(30))
        time.stop(at: Self.moment(10))
        time.stop(at: Self.moment(11))
        #expect(time.end == nil)
        let turns = [1000, 1005].map { time.goOn(at: Self.moment($0)) }
        #expect(turns == [true, false])
        #expect(time.end == Self.moment(1020))
    }

    /// Each line that the runner reads lets it stand, and no client may have it stand for ever.
    @Test func `passes where a client talks without end, until the next message`() {
        var time = ClientTime(.seconds(30), since: Self.start)
        func talk(_ seconds: Int) {
            time.stop(at: Self.moment(seconds))
            _ = time.goOn(at: Self.moment(seconds + 1))
        }
        for line in 0..<5000 { talk(line) }
        #expect(time.end == Self.moment(30 + ClientTime.mostStops))
        time.begin()
        talk(5000)
        #expect(time.end == Self.moment(30 + ClientTime.mostStops + 1))
    }

    @Test func `does not begin before the first message of a dialogue`() {
        var time = ClientTime(.seconds(30), since: nil)
        #expect(time.end == nil)
        _ = time.goOn(at: Self.moment(500))
        #expect(time.end == Self.moment(530))
    }

    /// Without any time of its own it would be ended before it answers once.
    @Test func `stands while a process waits for the runner`() async throws {
        let process = try ClientProcess(
            path: "/bin/sh", arguments: ["-c", "while read -r line; do echo \"$line\"; done"],
            environment: ["PATH": "/usr/bin:/bin"], holdsDialogue: true, timeLimit: .zero)
        var lines = process.lines.makeAsyncIterator()
        for number in 0..<20 {
            process.send("\(number)")
            #expect(await lines.next() == .line("\(number)"))
        }
        process.letTimeGoOn()
        #expect(await process.end().end == .timedOut)
    }
}
