// properties: Tests/FeatureEngineTests/Support/GeoJSONFileProperties.swift

/// Gives a data file to the reader of layers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGeoJSONFiles(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = GeoJSONFileProperties.violation(by: input) { fatalError(violation) }
    return 0
}
