// properties: Tests/TLSIdentityTests/Support/PKCS12Properties.swift

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Writes the seeds into the first folder that is named: they hold keys, so every run makes its own.
@_cdecl("LLVMFuzzerInitialize")
public func startFuzzPKCS12Files(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    let arguments = (1..<Int(count.pointee)).map { String(cString: words.pointee[$0]) }
    guard let folder = arguments.first(where: { !$0.hasPrefix("-") }),
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) != nil
    else { return 0 }
    do {
        for seed in try PKCS12Properties.seeds() {
            try Data(seed.bytes).write(to: URL(fileURLWithPath: "\(folder)/seed-\(seed.name)"))
        }
    } catch {
        fatalError("no seeds: \(error)")
    }
    return 0
}

/// Gives bytes to the import of PKCS #12 files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPKCS12Files(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = PKCS12Properties.violation(by: input) { fatalError(violation) }
    return 0
}
