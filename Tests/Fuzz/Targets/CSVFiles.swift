// properties: Tests/FeatureEngineTests/Support/CSVFileProperties.swift

/// Gives a text with commas to the reader of tables.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSVFiles(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = CSVFileProperties.violation(by: input) { fatalError(violation) }
    return 0
}
