// properties: Tests/PortalSimulatorTests/Support/BlueprintProperties.swift Tests/PortalSimulatorTests/Support/SiteProbe.swift

/// Gives a JSON text to the decoder of blueprints.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBlueprints(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = BlueprintProperties.violation(by: input) { fatalError(violation) }
    return 0
}
