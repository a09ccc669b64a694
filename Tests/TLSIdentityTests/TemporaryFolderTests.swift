import ChildProcess
import Platform
import TLSIdentity
import Testing

/// What is left of the temporary folders of a process that removes them while others of its threads still use them.
@Suite struct `Temporary folders at the end` {
    @Test func `One that is written into until it is gone does not stay`() async throws {
        for _ in 0..<100 {
            let folders = TemporaryFolders()
            let path = try folders.make("mockportal-test")
            let hasBegun = Locked(false)
            let writer = Task {
                await OwnThread.run {
                    var number = 0
                    while true {
                        // The same names again: on a crowded machine it may be long until the removal has its turn.
                        let file = open("\(path)/\(number % 100)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
                        guard file >= 0 else { return number }
                        close(file)
                        number += 1
                        hasBegun.withLock { $0 = true }
                    }
                }
            }
            while !hasBegun.withLock({ $0 }) { await Task.yield() }
            #expect(await OwnThread.run { folders.removeAll() } == [])
            let isThere = access(path, F_OK) == 0
            if isThere { folders.remove(path) }
            #expect(!isThere)
            #expect(await writer.value > 0)
        }
    }

    @Test func `A private directory does not bring one back`() throws {
        let folders = TemporaryFolders()
        let path = try folders.make("mockportal-test")
        _ = try PrivateDirectory(path + "/store", while: folders)
        folders.removeAll()
        let error = #expect(throws: TLSIdentityError.self) { try PrivateDirectory(path + "/store", while: folders) }
        #expect(error?.description.contains("about to end") == true)
        #expect(access(path, F_OK) != 0)
        #expect(throws: TemporaryFolders.Failure.self) { try folders.make("mockportal-test") }
    }
}
