// properties: Tests/PortalSimulatorTests/Support/WebTierProperties.swift Tests/PortalSimulatorTests/Support/SiteProbe.swift

/// Gives an Authorization field to a portal behind Basic and Digest.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebTierGate(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = WebTierProperties.violation(by: input) { fatalError(violation) }
    return 0
}
