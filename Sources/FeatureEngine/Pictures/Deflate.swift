/// The compression of RFC 1951 in one block of fixed codes, which finds repeated bytes only: enough for drawn pictures.
package struct Deflate {
    private var bytes: [UInt8] = []
    private var bits: UInt32 = 0
    private var bitCount: UInt32 = 0

    /// Compresses some bytes without a frame around them.
    package static func raw(_ bytes: [UInt8]) -> [UInt8] {
        var deflate = Deflate()
        deflate.compress(bytes)
        return deflate.bytes
    }

    /// Compresses some bytes into the format of zlib (RFC 1950).
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var deflate = Deflate()
        // 32 KiB of window, no dictionary, fastest: a multiple of 31 as a number (RFC 1950 §2.2).
        deflate.bytes = [0x78, 0x01]
        deflate.compress(bytes)
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return deflate.bytes + [UInt8(high >> 8), UInt8(high & 0xFF), UInt8(low >> 8), UInt8(low & 0xFF)]
    }

    private mutating func compress(_ content: [UInt8]) {
        // The last block, with fixed codes (§3.2.3).
        put(0b011, 3)
        var index = 0
        while index < content.count {
            var run = 0
            if index > 0 {
                let last = content[index - 1]
                let limit = min(content.count - index, Self.longest)
                while run < limit, content[index + run] == last { run += 1 }
            }
            if run >= 3 {
                putRun(run)
                index += run
            } else {
                putLiteral(UInt32(content[index]))
                index += 1
            }
        }
        putLiteral(256)
        if bitCount > 0 { put(0, 8 - bitCount % 8) }
    }

    private static let longest = 258

    /// The code of a literal or a length (§3.2.6).
    private mutating func putLiteral(_ symbol: UInt32) {
        switch symbol {
        case 0...143: putCode(0x30 + symbol, 8)
        case 144...255: putCode(0x190 + symbol - 144, 9)
        case 256...279: putCode(symbol - 256, 7)
        default: putCode(0xC0 + symbol - 280, 8)
        }
    }

    /// So many bytes more of the last one: a length, and the distance 1 (§3.2.5).
    private mutating func putRun(_ length: Int) {
        let length = UInt32(length)
        if length == UInt32(Self.longest) {
            putLiteral(285)
        } else if length <= 10 {
            putLiteral(254 + length)
        } else {
            // Four codes for each number of extra bits.
            let offset = length - 3
            let extra = UInt32(31 - offset.leadingZeroBitCount) - 2
            putLiteral(257 + 4 * extra + (offset >> extra))
            put(offset & (1 << extra - 1), extra)
        }
        putCode(0, 5)
    }

    /// A Huffman code, which begins with its highest bit.
    private mutating func putCode(_ code: UInt32, _ count: UInt32) {
        var reversed: UInt32 = 0
        for bit in 0..<count where code >> bit & 1 == 1 { reversed |= 1 << (count - 1 - bit) }
        put(reversed, count)
    }

    private mutating func put(_ value: UInt32, _ count: UInt32) {
        bits |= value << bitCount
        bitCount += count
        while bitCount >= 8 {
            bytes.append(UInt8(bits & 0xFF))
            bits >>= 8
            bitCount -= 8
        }
    }
}
