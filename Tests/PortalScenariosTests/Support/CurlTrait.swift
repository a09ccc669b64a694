import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Trait where Self == ConditionTrait {
    /// Tests whose clients are scripts with curl.
    static var curl: Self {
        .enabled(if: isCurlInstalled, "needs curl: apt install curl")
    }
}

private let isCurlInstalled = ["/usr/bin/curl", "/opt/homebrew/bin/curl", "/usr/local/bin/curl"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
}
