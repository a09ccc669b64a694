/// Numbers in NTLM's messages, least significant byte first (MS-NLMP §2.2).
enum NTLMBytes {
    /// What every message begins with.
    static let signature: [UInt8] = Array("NTLMSSP\0".utf8)

    static func two(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }

    static func four(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

    static func eight(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

    /// A text in UTF-16.
    static func text(_ text: String) -> [UInt8] { text.utf16.flatMap { two(Int($0)) } }

    /// The number at an offset; nil beyond the end.
    static func number(_ bytes: [UInt8], at offset: Int, count: Int) -> UInt64? {
        guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The bytes that the fields at an offset describe: length, length allocated, offset; nil where they lie outside.
    static func payload(_ bytes: [UInt8], fieldsAt offset: Int) -> [UInt8]? {
        guard let length = number(bytes, at: offset, count: 2).map({ Int($0) }),
            let start = number(bytes, at: offset + 4, count: 4).map({ Int($0) })
        else { return nil }
        if length == 0 { return [] }
        guard start >= NTLMBytes.signature.count, length <= bytes.count, start <= bytes.count - length else {
            return nil
        }
        return Array(bytes[start..<start + length])
    }
}
