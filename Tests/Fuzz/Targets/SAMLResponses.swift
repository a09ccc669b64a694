// properties: Tests/PortalSimulatorTests/Support/SAMLProperties.swift

/// Gives the portal a response of SAML.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSAMLResponses(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = SAMLProperties.violation(by: input) { fatalError(violation) }
    return 0
}
