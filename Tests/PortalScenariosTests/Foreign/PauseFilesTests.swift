import Platform
import TestFolders
import Testing

@testable import PortalScenarios

@Suite struct `Pipes that a client waits for` {
    private let files: TemporaryFolder

    init() throws { files = try TemporaryFolder() }

    @Test func `end for each reader in turn, once something was done`() async throws {
        let pauses = PauseFiles(in: files.path)
        let paths = try (0..<3).map { _ in try pauses.add() }
        let done = Locked<[Int]>([])
        let serving = Task { await pauses.serve { number in done.withLock { $0.append(number) } } }
        for (number, path) in paths.enumerated() {
            let seen = await NativeThread.value {
                let pipe = Descriptor(open(path, O_RDONLY | O_CLOEXEC))
                var byte: UInt8 = 0
                return (read(pipe.number, &byte, 1), done.withLock { $0 })
            }
            #expect(seen?.0 == 0 && seen?.1 == Array(0...number))
        }
        await serving.value
    }

    #if os(Linux)
        @Test(arguments: [false, true])
        func `are waited for no longer than a client, which may have removed them`(isReplaced: Bool) async throws {
            // Whether the thread waits already is not seen.
            for round in 0..<50 {
                let folder = "\(files.path)/\(isReplaced)-\(round)"
                mkdir(folder, 0o700)
                let pauses = PauseFiles(in: folder)
                let path = try pauses.add()
                let done = Locked(0)
                let serving = Task { await pauses.serve { _ in done.withLock { $0 += 1 } } }
                for _ in 0..<round { await Task.yield() }
                #expect(unlink(path) == 0)
                if isReplaced { #expect(mkfifo(path, 0o600) == 0) }
                pauses.end()
                await serving.value
                #expect(done.withLock { $0 } == 0)
            }
        }
    #endif
}
