/// Pictures of up to 256 colours as PNG (W3C PNG, third edition).
enum PNG {
    static func encode(_ canvas: Canvas) -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Eight bits per pixel, palette, no interlace (§11.2.1).
        bytes += chunk("IHDR", number(canvas.width) + number(canvas.height) + [8, 3, 0, 0, 0])
        bytes += chunk("PLTE", canvas.palette.flatMap { [$0.red, $0.green, $0.blue] })
        bytes += chunk("tRNS", canvas.palette.map(\.alpha))
        bytes += chunk("IDAT", Deflate.zlib(filtered(canvas)))
        return bytes + chunk("IEND", [])
    }

    /// Each row as its difference from the one above (§9.2, filter 2), so that what repeats itself becomes zeros; a blank one as it is.
    private static func filtered(_ canvas: Canvas) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity((canvas.width + 1) * canvas.height)
        canvas.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<canvas.height {
                let start = row * canvas.width
                if !pixels[start..<start + canvas.width].contains(where: { $0 != 0 }) {
                    rows.append(contentsOf: repeatElement(0, count: canvas.width + 1))
                    continue
                }
                rows.append(2)
                for column in start..<start + canvas.width {
                    rows.append(row == 0 ? pixels[column] : pixels[column] &- pixels[column - canvas.width])
                }
            }
        }
        return rows
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let typed = Array(type.utf8) + content
        return number(content.count) + typed + number(Int(CRC32.checksum(typed)))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
