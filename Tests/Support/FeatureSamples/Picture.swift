/// A picture read back by a reader of its own: it knows one fixed block and the filters 0 and 2.
package struct Picture {
    /// Pixels of a row.
    package private(set) var width = 0
    /// Rows.
    package private(set) var height = 0
    /// Red, green and blue of each colour.
    package private(set) var palette: [[UInt8]] = []
    /// How much each colour covers.
    package private(set) var alphas: [UInt8] = []
    /// The colour of each pixel, row after row.
    package private(set) var pixels: [UInt8] = []

    /// Reads a PNG; throws what of it is wrong.
    package init(_ bytes: [UInt8]) throws {
        try require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "the signature")
        var rest = bytes.dropFirst(8)
        var content: [UInt8] = []
        var types: [String] = []
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        while !rest.isEmpty {
            let count = number(rest.prefix(4))
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            let data = rest.dropFirst(8).prefix(count)
            let sum = number(rest.dropFirst(8 + count).prefix(4))
            try require(sum == Int(Self.checksum(Array(type.utf8) + data)), "the checksum of \(type)")
            types.append(type)
            switch type {
            case "IHDR":
                (width, height) = (number(data.prefix(4)), number(data.dropFirst(4).prefix(4)))
                try require(Array(data.dropFirst(8)) == [8, 3, 0, 0, 0], "the kind of picture")
            case "PLTE":
                palette = stride(from: data.startIndex, to: data.endIndex, by: 3).map { Array(data[$0..<$0 + 3]) }
            case "tRNS": alphas = Array(data)
            case "IDAT": content = Array(data)
            default: break
            }
            rest = rest.dropFirst(12 + count)
        }
        try require(types == ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"], "the chunks \(types)")
        let rows = try Self.inflated(content)
        try require(rows.count == (width + 1) * height, "the number of pixels")
        var above = [UInt8](repeating: 0, count: width)
        for row in 0..<height {
            let line = rows[row * (width + 1)..<(row + 1) * (width + 1)]
            try require(line.first == 0 || line.first == 2, "the filter of row \(row)")
            above = line.first == 0 ? Array(line.dropFirst()) : zip(above, line.dropFirst()).map { $0 &+ $1 }
            pixels += above
        }
    }

    /// CRC-32 by its polynomial, one bit after the other over the whole text.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var table: [UInt32] = []
        for number in 0..<256 {
            var sum = UInt32(number)
            for _ in 0..<8 { sum = sum % 2 == 1 ? 0xEDB8_8320 ^ (sum / 2) : sum / 2 }
            table.append(sum)
        }
        return ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
    }

    /// Undoes zlib with one block of fixed codes, after the tables of RFC 1951 §3.2.5 and §3.2.6.
    private static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
        var position = 16
        func bit() -> Int {
            defer { position += 1 }
            return Int(bytes[position / 8] >> UInt8(position % 8)) & 1
        }
        func bits(_ count: Int) -> Int { (0..<count).reduce(0) { $0 | bit() << $1 } }
        try require(bit() == 1, "the last block")
        try require(bits(2) == 1, "fixed codes")
        let bases = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227, 258,
        ]
        let extras = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
        var output: [UInt8] = []
        while true {
            var code = (0..<7).reduce(0) { sum, _ in sum << 1 | bit() }
            let symbol: Int
            if code < 0b0011000 {
                symbol = 256 + code
            } else {
                code = code << 1 | bit()
                if code < 0b11000000 {
                    symbol = code - 0b00110000
                } else if code < 0b11001000 {
                    symbol = 280 + code - 0b11000000
                } else {
                    symbol = 144 + (code << 1 | bit()) - 0b110010000
                }
            }
            if symbol < 256 {
                output.append(UInt8(symbol))
            } else if symbol == 256 {
                break
            } else {
                let length = bases[symbol - 257] + bits(extras[symbol - 257])
                try require(bits(5) == 0, "the distance 1")
                guard let last = output.last else { throw Broken(part: "a run of nothing") }
                output += [UInt8](repeating: last, count: length)
            }
        }
        let sums = output.reduce((1, 0)) { sums, byte in
            let low = (sums.0 + Int(byte)) % 65521
            return (low, (sums.1 + low) % 65521)
        }
        try require(
            Array(bytes.suffix(4)) == [sums.1 >> 8, sums.1 & 255, sums.0 >> 8, sums.0 & 255].map { UInt8($0) },
            "the checksum of zlib")
        return output
    }

    /// What is at a pixel: red, green, blue and alpha.
    package func color(_ x: Int, _ y: Int) -> [UInt8] {
        let index = Int(pixels[y * width + x])
        return palette[index] + [alphas[index]]
    }

    /// A part of a picture that is wrong.
    package struct Broken: Error {
        let part: String
    }
}

private func require(_ holds: Bool, _ part: String) throws {
    guard holds else { throw Picture.Broken(part: part) }
}
