import FeatureSamples
import Testing

@testable import FeatureEngine

@Suite struct `The order of keys` {
    @Test(arguments: [0, 1, 2, 255, 3000]) func `is that of a stable sort`(count: Int) {
        var dice = Dice(count)
        for mask in [UInt64.max, 0xFF, 0xFF00_0000_0000_00F0, 0] {
            let entries = (0..<count).map { RadixOrder.Entry(key: dice.next() & mask, row: UInt32($0)) }
            let expected = entries.sorted { ($0.key, $0.row) < ($1.key, $1.row) }.map(\.row)
            #expect(RadixOrder.rows(entries) == expected)
        }
    }
}
