internal import CMicroHTTPD
internal import Platform

/// Whether the texts of a request's head stand in libmicrohttpd's memory as its lines came.
///
/// Up to 0.9.77 it cuts the lines into C strings where they arrived, one behind the other, and looks no further than a zero byte of
/// the client's; the name of a folded field it moves behind them, with the fold added (`get_next_header_line`, `process_header_line`
/// and `process_broken_line` in src/microhttpd/connection.c of Karlson2k/libmicrohttpd, v0.9.75). So where a text does not begin right
/// behind the end of the line before it, something was left out. Addresses are compared; nothing is read that was not told.
struct HeadLines {
    /// Where the request line begins.
    private let start: UInt
    /// Where the text of the last line ends, before its line feed, or its carriage return and line feed.
    private var end: UInt
    /// What the request line holds that is not told.
    private var lineFault: HeadFault?
    /// Whether the library leaves the lines where they came. 1.0 refuses zero bytes and unfolds (`get_req_header` in the same file).
    private static let areLeft = String(cString: MHD_get_version()).hasPrefix("0.")

    /// Begins with the parts of a request line, the target where it was before it was decoded.
    init(method: UnsafePointer<CChar>, target: Range<UInt>, version: UnsafePointer<CChar>) {
        start = UInt(bitPattern: method)
        end = UInt(bitPattern: version) + UInt(strlen(version))
        guard Self.areLeft else { return }
        let methodSize = strlen(method)
        if UInt(bitPattern: version) != target.upperBound + 1 {
            lineFault = HeadFault("the request target holds a zero byte, and is told up to there (RFC 9112 §3.2)")
        } else if target.lowerBound != start + UInt(methodSize) + 1 {
            // It skips further blanks before a target; they belong to the same line.
            let rest = UnsafeBufferPointer(
                start: method + methodSize + 1, count: Int(target.lowerBound - start) - methodSize - 1)
            if !rest.allSatisfy({ $0 == 0x20 }) {
                lineFault = HeadFault("the method holds a zero byte (RFC 9112 §3.1)")
            }
        }
    }

    /// Takes the next field; what is wrong with it, or with what stands before it.
    mutating func next(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> HeadFault? {
        guard Self.areLeft else { return nil }
        if let lineFault { return lineFault }
        let nameStart = UInt(bitPattern: name.baseAddress)
        let valueStart = UInt(bitPattern: value.baseAddress)
        guard nameStart == end + 1 || nameStart == end + 2 else {
            return valueStart < nameStart
                ? HeadFault("a header field is folded over lines (RFC 9112 §5.2)") : Self.zeroByte
        }
        end = valueStart + UInt(value.count)
        return nil
    }

    /// What is wrong with the end of a head of so many bytes, an empty line.
    func fault(ofHead size: Int) -> HeadFault? {
        guard Self.areLeft else { return nil }
        if let lineFault { return lineFault }
        return (2...4).contains(Int(bitPattern: start &+ UInt(size) &- end)) ? nil : Self.zeroByte
    }

    /// A line that begins with a colon is taken for the end of a head, for the colon becomes a zero byte before that is asked.
    private static let zeroByte = HeadFault(
        "a header field holds a zero byte or has no name (RFC 9110 §5.5, RFC 9112 §5)")
}
