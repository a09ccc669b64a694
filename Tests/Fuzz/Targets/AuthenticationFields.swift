// properties: Tests/HTTPSemanticsTests/Support/FieldProperties.swift

/// Gives bytes to the readers of `WWW-Authenticate`, `Authorization` and `Authentication-Info`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAuthenticationFields(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Fields reach the readers as text: what is no UTF-8 was repaired before.
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    if let violation = FieldProperties.violation(by: text) { fatalError(violation) }
    return 0
}
