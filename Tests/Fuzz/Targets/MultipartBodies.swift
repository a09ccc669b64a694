// properties: Tests/PortalSimulatorTests/Support/MultipartProperties.swift Tests/PortalSimulatorTests/Support/MultipartText.swift

/// Gives the reader of forms in parts a `Content-Type` and a body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMultipartBodies(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = MultipartProperties.violation(by: input) { fatalError(violation) }
    return 0
}
