// properties: Tests/PortalJudgeTests/Support/RedactionProperties.swift

/// Gives secrets, and a text that may hold them, to what takes them out.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRedactions(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = RedactionProperties.violation(by: input) { fatalError(violation) }
    return 0
}
