import PortalTransport
import Testing

@Suite struct `The deadlines of a transfer` {
    private let limits: TransportLimits
    private let begun: Duration = .seconds(1000)
    private var deadlines: TransferDeadlines

    init() {
        var limits = TransportLimits()
        limits.connect = .seconds(10)
        limits.stall = .seconds(30)
        limits.whole = .seconds(300)
        self.limits = limits
        deadlines = TransferDeadlines(limits, wholeEnd: begun + limits.whole)
    }

    private func at(_ seconds: Double) -> Duration { begun + .seconds(seconds) }

    @Test func `begin with the limit for connecting`() {
        #expect(deadlines.next == at(10))
        #expect(deadlines.passed(at: at(9.999)) == nil)
        #expect(deadlines.passed(at: at(10)) == .connect)
    }

    @Test mutating func `let a bucket run out once the request is sent`() {
        deadlines.beginSending(at: at(9))
        #expect(deadlines.next == at(39))
        #expect(deadlines.passed(at: at(38.999)) == nil)
        #expect(deadlines.passed(at: at(39)) == .stall)
    }

    @Test mutating func `move by a second for each byte, and no further than a full bucket`() {
        deadlines.beginSending(at: at(0))
        deadlines.noteBytes(3, at: at(20))
        #expect(deadlines.next == at(33))
        deadlines.noteBytes(17, at: at(20))
        #expect(deadlines.next == at(50))
        deadlines.noteBytes(1_000_000, at: at(20))
        #expect(deadlines.next == at(50))
    }

    @Test mutating func `never come for a byte a second, and come for less`() {
        deadlines.beginSending(at: at(0))
        for second in 1...200 { deadlines.noteBytes(1, at: at(Double(second))) }
        #expect(deadlines.next == at(230))
        for step in 1...59 {
            let now = at(200 + 2 * Double(step))
            guard deadlines.passed(at: now) == nil else {
                #expect(step == 29)
                #expect(deadlines.passed(at: now) == .stall)
                return
            }
            deadlines.noteBytes(1, at: now)
        }
        Issue.record("half a byte a second was enough")
    }

    @Test mutating func `move by any progress of the request's body`() {
        deadlines.beginSending(at: at(0))
        deadlines.noteUpload(at: at(29))
        #expect(deadlines.next == at(59))
    }

    @Test mutating func `start over with connecting where a kept connection was lost`() {
        deadlines.beginSending(at: at(0))
        deadlines.connectAgain(at: at(25))
        deadlines.noteUpload(at: at(26))
        #expect(deadlines.passed(at: at(34.999)) == nil)
        #expect(deadlines.passed(at: at(35)) == .connect)
    }

    @Test mutating func `end with the whole, however much comes`() {
        deadlines.beginSending(at: at(0))
        deadlines.noteBytes(1_000_000, at: at(299))
        #expect(deadlines.next == at(300))
        #expect(deadlines.passed(at: at(300)) == .whole)
    }

    @Test mutating func `name the limit that came first where a jump of the clock passes several`() {
        #expect(deadlines.passed(at: at(5000)) == .connect)
        deadlines.beginSending(at: at(1))
        #expect(deadlines.passed(at: at(5000)) == .stall)
        deadlines.noteBytes(1_000_000, at: at(280))
        #expect(deadlines.passed(at: at(5000)) == .whole)
    }

    @Test func `can be as far away as a duration goes`() {
        var limits = TransportLimits()
        limits.connect = .seconds(Int64.max)
        limits.stall = .seconds(Int64.max)
        limits.whole = .seconds(Int64.max)
        var deadlines = TransferDeadlines(limits, wholeEnd: begun + limits.whole)
        deadlines.beginSending(at: begun)
        deadlines.noteBytes(1 << 40, at: begun)
        #expect(deadlines.passed(at: at(1_000_000)) == nil)
    }
}
