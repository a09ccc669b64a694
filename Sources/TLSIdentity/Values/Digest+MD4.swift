extension Digest {
    /// Digests bytes with MD4 (RFC 1320), as NTLM asks for; 16 bytes.
    ///
    /// It is our own: OpenSSL 3 keeps MD4 in a provider that is not installed everywhere, and a portal and a client do without it.
    public static func md4(_ bytes: some Collection<UInt8>) -> [UInt8] {
        func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        message += littleEndian(UInt64(bytes.count) &* 8)
        var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
        for start in stride(from: 0, to: message.count, by: 64) {
            let words = (0..<16).map { index in
                (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[start + 4 * index + $1]) << UInt32(8 * $1) }
            }
            var (a, b, c, d) = state
            for step in md4Steps {
                let mixed: UInt32 =
                    switch step.round {
                    case 0: b & c | ~b & d
                    case 1: (b & c | b & d | c & d) &+ 0x5A82_7999
                    default: (b ^ c ^ d) &+ 0x6ED9_EBA1
                    }
                let sum = a &+ mixed &+ words[step.word]
                (a, b, c, d) = (d, sum << step.shift | sum >> (32 - step.shift), b, c)
            }
            state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
        }
        return [state.0, state.1, state.2, state.3].flatMap { littleEndian($0) }
    }

    /// The 48 steps of MD4: which function, which word, how far to rotate (RFC 1320 §3.4).
    private static let md4Steps: [(round: Int, word: Int, shift: UInt32)] = {
        let orders = [
            Array(0..<16), [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
            [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
        ]
        let shifts: [[UInt32]] = [[3, 7, 11, 19], [3, 5, 9, 13], [3, 9, 11, 15]]
        return (0..<48).map { ($0 / 16, orders[$0 / 16][$0 % 16], shifts[$0 / 16][$0 % 4]) }
    }()
}
