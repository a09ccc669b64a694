/// Sorts rows by keys, digit by digit from the least significant one, in a time that grows with their number only (Knuth, "The Art
/// of Computer Programming", volume 3, §5.2.5).
enum RadixOrder {
    /// A row and what it is sorted by.
    struct Entry {
        let key: UInt64
        let row: UInt32
    }

    /// The rows in the order of their keys; equal ones stay as they are.
    static func rows(_ entries: [Entry]) -> [UInt32] {
        var (all, any) = (UInt64.max, UInt64.min)
        for entry in entries {
            all &= entry.key
            any |= entry.key
        }
        var from = entries
        var to = entries
        // A digit that is the same in all of them changes nothing.
        for shift in stride(from: UInt64(0), to: 64, by: 8) where (all ^ any) >> shift & 0xFF != 0 {
            var places = [Int](repeating: 0, count: 257)
            for entry in from { places[Int(entry.key >> shift & 0xFF) + 1] += 1 }
            for digit in 1..<256 { places[digit] += places[digit - 1] }
            for entry in from {
                let digit = Int(entry.key >> shift & 0xFF)
                to[places[digit]] = entry
                places[digit] += 1
            }
            swap(&from, &to)
        }
        return from.map(\.row)
    }
}
