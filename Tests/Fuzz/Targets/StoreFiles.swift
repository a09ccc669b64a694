// properties: Tests/PortalClientTests/Support/StoreFileProperties.swift

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Writes seeds into the first folder that is named: sealed files are made by every run, beside those of the corpus.
@_cdecl("LLVMFuzzerInitialize")
public func startFuzzStoreFiles(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    let arguments = (1..<Int(count.pointee)).map { String(cString: words.pointee[$0]) }
    guard let folder = arguments.first(where: { !$0.hasPrefix("-") }),
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) != nil
    else { return 0 }
    do {
        for seed in try StoreFileProperties.seeds() {
            try Data(seed.bytes).write(to: URL(fileURLWithPath: "\(folder)/seed-\(seed.name)"))
        }
    } catch {
        fatalError("no seeds: \(error)")
    }
    return 0
}

/// Gives bytes to the reader of store files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStoreFiles(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = StoreFileProperties.violation(by: input) { fatalError(violation) }
    return 0
}
