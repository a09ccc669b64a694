#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Seeds that every run makes for itself.
enum Seeds {
    /// Writes them into the first folder that libFuzzer is given, for an entry's `LLVMFuzzerInitialize`; gives what that returns.
    static func write(
        _ seeds: () throws -> [(name: String, bytes: [UInt8])], _ count: UnsafeMutablePointer<CInt>,
        _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
    ) -> CInt {
        let arguments = (1..<Int(count.pointee)).map { String(cString: words.pointee[$0]) }
        guard let folder = arguments.first(where: { !$0.hasPrefix("-") }),
            (try? FileManager.default.contentsOfDirectory(atPath: folder)) != nil
        else { return 0 }
        do {
            for seed in try seeds() {
                try Data(seed.bytes).write(to: URL(fileURLWithPath: "\(folder)/seed-\(seed.name)"))
            }
        } catch {
            fatalError("no seeds: \(error)")
        }
        return 0
    }
}
