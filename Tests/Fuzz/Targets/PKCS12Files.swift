// properties: Tests/TLSIdentityTests/Support/PKCS12Properties.swift Tests/Fuzz/Support/Seeds.swift

/// Writes the seeds into the first folder that is named: they hold keys, so every run makes its own.
@_cdecl("LLVMFuzzerInitialize")
public func startFuzzPKCS12Files(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    Seeds.write(PKCS12Properties.seeds, count, words)
}

/// Gives bytes to the import of PKCS #12 files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPKCS12Files(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = PKCS12Properties.violation(by: input) { fatalError(violation) }
    return 0
}
