/// A place in a text, as editors count: lines and columns from 1, columns in Unicode code points.
public struct SourcePlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The code point in the line, from 1.
    public let column: Int

    /// Makes a place of numbers that count from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte in a text in UTF-8.
    ///
    /// A line ends with LF, CR or both; a byte order mark takes no column.
    package init(of offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
        var counter = Counter()
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for byte in bytes.prefix(max(offset, mark)).dropFirst(mark) { counter.pass(byte) }
        self = counter.place
    }

    /// Counts the lines and columns of a text that is passed byte by byte, behind a byte order mark.
    package struct Counter {
        private var (line, column) = (1, 1)
        private var before: UInt8 = 0

        /// Begins with the first byte.
        package init() {}

        /// The place of the byte behind those that were passed.
        package var place: SourcePlace { SourcePlace(line: line, column: column) }

        /// Goes on behind a byte.
        package mutating func pass(_ byte: UInt8) {
            switch byte {
            case 0x0A where before == 0x0D: break
            case 0x0A, 0x0D: (line, column) = (line + 1, 1)
            default: if byte & 0xC0 != 0x80 { column += 1 }
            }
            before = byte
        }
    }

    /// `3:14`, as compilers print it behind the name of a file.
    public var description: String { "\(line):\(column)" }

    /// The place as a sentence says it.
    package var words: String { "line \(line), column \(column)" }

    public static func < (first: SourcePlace, second: SourcePlace) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }
}
