import HTTPSemantics
import Testing

@Suite struct `Moments in UTC` {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_763_717_400_250, "2025-11-21T09:30:00.250Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (951_782_399_007, "2000-02-28T23:59:59.007Z"),
            (Int64.max, "9999-12-31T23:59:59.999Z"), (Int64.min, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func `are written with milliseconds`(milliseconds: Int64, text: String) {
        #expect(UTCTime.text(milliseconds) == text)
    }
}
