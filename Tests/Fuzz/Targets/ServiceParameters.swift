// properties: Tests/PortalSimulatorTests/Support/ServiceParameterProperties.swift Tests/PortalSimulatorTests/Support/SiteProbe.swift

/// Gives parameters to an operation of a service.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzServiceParameters(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = ServiceParameterProperties.violation(by: input) { fatalError(violation) }
    return 0
}
