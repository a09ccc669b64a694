internal import Foundation
internal import Platform

extension ChildProcess {
    /// The errors of the tests, for programs whose own go there too.
    ///
    /// They have a pipe between: swift test waits until nothing holds the tests' output open (swiftlang/swift-package-manager,
    /// Sources/Basics/Concurrency/AsyncProcess.swift, `waitUntilExit`), and would wait for ever for a program that outlives them.
    enum ErrorRelay {
        /// Where such a program writes; the tests' own errors where there is no pipe.
        static let writing: Int32 = {
            guard let ends = DescriptorPair.pipe() else { return STDERR_FILENO }
            Thread.detachNewThread {
                while let bytes = ChildProcess.read(ends.reading) {
                    var rest = bytes[...]
                    while !rest.isEmpty {
                        let count = rest.withUnsafeBytes { ChildProcess.write($0, to: STDERR_FILENO) }
                        guard count > 0 else { break }
                        rest = rest.dropFirst(count)
                    }
                }
            }
            return ends.writing
        }()
    }
}
