// properties: Tests/PortalSimulatorTests/Support/SearchTextProperties.swift Tests/PortalSimulatorTests/Support/SiteProbe.swift

/// Gives a text to a search.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSearchTexts(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = SearchTextProperties.violation(by: input) { fatalError(violation) }
    return 0
}
