// properties: Tests/PortalScenariosTests/Support/ScenarioProperties.swift

/// Gives a text to the reader of scenario files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScenarios(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = ScenarioProperties.violation(by: input) { fatalError(violation) }
    return 0
}
