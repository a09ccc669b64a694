// properties: Tests/PortalAuthenticationTests/Support/RedirectProperties.swift

/// Gives a Location to the rule of redirects.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRedirects(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = RedirectProperties.violation(by: input) { fatalError(violation) }
    return 0
}
