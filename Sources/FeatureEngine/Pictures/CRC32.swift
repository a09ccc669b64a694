/// The cyclic redundancy check of gzip and PNG (RFC 1952 §8; W3C PNG, third edition, §5.5).
package enum CRC32 {
    /// The checksum of some bytes, computed bit by bit.
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
        }
        return ~sum
    }
}
