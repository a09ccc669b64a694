import Foundation
import Testing

/// Text of a screen that a person reads, kept in a file; `make goldens` rewrites the files and git shows what changed.
enum Golden {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Goldens")

    static func check(
        _ text: String, against name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = folder.appendingPathComponent(name + ".txt")
        if ProcessInfo.processInfo.environment["MOCKPORTAL_GOLDENS"] == "rewrite" {
            try Data(text.utf8).write(to: file)
            return
        }
        let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        #expect(
            text == kept, "the screen differs from \(name).txt; if that is meant: make goldens",
            sourceLocation: sourceLocation)
    }
}
