/// What the blocks of a PEM text say that they hold (RFC 7468 §2).
enum PEMLabels {
    /// The labels in their order, at most 40 bytes of each; text may stand around the blocks.
    static func all(in bytes: some Collection<UInt8>) -> [String] {
        let begin = "-----BEGIN ".utf8
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return lines.filter { $0.starts(with: begin) }.map { line in
            String(decoding: line.dropFirst(begin.count).prefix { $0 != UInt8(ascii: "-") }.prefix(40), as: UTF8.self)
        }
    }

    /// How many certificates a text announces, whether they can be read or not.
    static func certificateCount(in bytes: some Collection<UInt8>) -> Int {
        all(in: bytes).filter { certificateLabels.contains($0) }.count
    }

    private static let certificateLabels: Set<String> = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]
}
