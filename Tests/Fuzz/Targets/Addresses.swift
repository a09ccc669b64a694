// properties: Tests/PortalAuthenticationTests/Support/AddressProperties.swift

/// Gives a text to every reader of addresses.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAddresses(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = AddressProperties.violation(by: input) { fatalError(violation) }
    return 0
}
