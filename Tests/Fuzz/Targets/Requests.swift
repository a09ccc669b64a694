// properties: Tests/PortalSimulatorTests/Support/RequestProperties.swift Tests/PortalSimulatorTests/Support/SiteProbe.swift

/// Gives a whole request to a portal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequests(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = RequestProperties.violation(by: input) { fatalError(violation) }
    return 0
}
