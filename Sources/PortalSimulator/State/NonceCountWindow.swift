/// The nonce counts that one nonce was used with, as far as can be remembered.
///
/// Parallel requests arrive out of order, so any count is good that was not seen (RFC 7616 §3.4, nc). What lies far below
/// the highest one is forgotten and so neither good nor a replay.
struct NonceCountWindow {
    private var highest: UInt32 = 0
    /// One bit per count, found by the count modulo ``size``; empty until the first use.
    private var seen: [UInt64] = []

    /// How many counts are remembered.
    static let size: UInt32 = 4096

    /// What a count is.
    enum Outcome {
        case fresh
        case seen
        case forgotten
    }

    /// Notes a count.
    mutating func use(_ count: UInt32) -> Outcome {
        if seen.isEmpty { seen = [UInt64](repeating: 0, count: Int(Self.size / 64)) }
        if count > highest {
            let steps = count - highest
            if steps >= Self.size {
                for index in seen.indices { seen[index] = 0 }
            } else {
                for step in 1...steps { set(highest + step, false) }
            }
            highest = count
        } else if highest - count >= Self.size {
            return .forgotten
        } else if isSet(count) {
            return .seen
        }
        set(count, true)
        return .fresh
    }

    private func isSet(_ count: UInt32) -> Bool {
        let bit = count % Self.size
        return seen[Int(bit / 64)] & (1 << UInt64(bit % 64)) != 0
    }

    private mutating func set(_ count: UInt32, _ value: Bool) {
        let bit = count % Self.size
        let mask: UInt64 = 1 << UInt64(bit % 64)
        if value { seen[Int(bit / 64)] |= mask } else { seen[Int(bit / 64)] &= ~mask }
    }
}
