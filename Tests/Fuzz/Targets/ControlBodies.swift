// properties: Tests/MockPortalServerTests/Support/ControlProperties.swift

/// Gives a call, its path, parameters and body, to the control API of a running portal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzControlBodies(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = ControlProperties.violation(by: input) { fatalError(violation) }
    return 0
}
