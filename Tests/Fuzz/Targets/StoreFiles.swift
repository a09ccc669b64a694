// properties: Tests/PortalAuthenticationTests/Support/StoreFileProperties.swift Tests/Fuzz/Support/Seeds.swift

/// Writes seeds into the first folder that is named: sealed files are made by every run, beside those of the corpus.
@_cdecl("LLVMFuzzerInitialize")
public func startFuzzStoreFiles(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    Seeds.write(StoreFileProperties.seeds, count, words)
}

/// Gives bytes to the reader of store files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStoreFiles(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = StoreFileProperties.violation(by: input) { fatalError(violation) }
    return 0
}
