// properties: Tests/MockPortalServerTests/Support/RecordProperties.swift

/// Gives what a client sends first to the readers of TLS records and of the ClientHello.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTLSRecords(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = RecordProperties.violation(by: input) { fatalError(violation) }
    return 0
}
