// properties: Tests/JSONValuesTests/Support/JSONProperties.swift

/// Gives bytes to the JSON parser.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONTexts(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = JSONProperties.violation(by: input) { fatalError(violation) }
    return 0
}
