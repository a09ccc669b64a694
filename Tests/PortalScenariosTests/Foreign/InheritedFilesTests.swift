import Platform
import TestFolders
import Testing

@testable import PortalScenarios

#if os(Linux)
    /// What the runner has open while it starts a client belongs to other runs.
    @Suite struct `Files of other runs` {
        @Test func `are open in no process below a keeper, not even before its program has begun`() async throws {
            let files = try TemporaryFolder()
            let path = try files.write("a key of another run", as: "key")
            // As a file that is being written by code that lets programs inherit it.
            let descriptor = open(path, O_RDONLY)
            defer { close(descriptor) }
            for _ in 0..<100 {
                let process = try ClientProcess(
                    path: "/bin/true", arguments: [], environment: [:], holdsDialogue: false, timeLimit: .seconds(60))
                // Looks without a pause until the program has ended: also between the two forks and its beginning.
                let looking = await NativeThread.value {
                    var seen = 0
                    while kill(process.keeper, 0) == 0, process.state.withLock({ $0.ended == nil }) {
                        for child in ProcessTree.below(process.keeper) {
                            seen += ProcessTree.openFiles(of: child).count { $0.path == path }
                        }
                    }
                    return seen
                }
                #expect(looking == 0)
                _ = await process.end()
            }
        }
    }
#endif
