internal import FeatureEngine

/// The gzip format (RFC 1952) with its content uncompressed, which every reader of it takes.
enum Gzip {
    /// Magic number, method deflate, no flags, no time, no extra flags, unknown system.
    static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    /// Bytes in stored blocks (RFC 1951 §3.2.4).
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var all = header
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let size = UInt16(block.count)
            all.append(rest.isEmpty ? 1 : 0)
            all += [UInt8(size & 0xFF), UInt8(size >> 8), UInt8(~size & 0xFF), UInt8(~size >> 8)]
            all += block
        } while !rest.isEmpty
        return all + littleEndian(CRC32.checksum(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
