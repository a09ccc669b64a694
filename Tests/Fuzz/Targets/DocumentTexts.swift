// properties: Tests/StructuredTextTests/Support/DocumentTextProperties.swift

/// Gives a text to the reader of YAML and JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocumentTexts(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = DocumentTextProperties.violation(by: input) { fatalError(violation) }
    return 0
}
