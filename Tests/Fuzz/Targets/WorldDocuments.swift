// properties: Tests/PortalSimulatorTests/Support/WorldDocumentProperties.swift Tests/PortalSimulatorTests/Support/SiteProbe.swift

/// Gives one document of a small world to a portal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWorldDocuments(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = WorldDocumentProperties.violation(by: input) { fatalError(violation) }
    return 0
}
