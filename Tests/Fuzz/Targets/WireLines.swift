// properties: Tests/PortalJudgeTests/Support/WireLineProperties.swift

/// Gives a text to the reader of wire lines.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWireLines(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = WireLineProperties.violation(by: input) { fatalError(violation) }
    return 0
}
