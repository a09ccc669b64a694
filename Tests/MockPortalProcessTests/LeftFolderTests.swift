import ChildProcess
import MockPortalProcess
import Platform
import TestFolders
import Testing

/// What is in a folder.
private func names(in path: String) throws -> [String] {
    guard let folder = OpenFolder(BytePath(path)) else {
        throw ChildProcess.Failure(description: "\(path) cannot be read")
    }
    return folder.entries().map { "\($0.name)" }
}

/// In processes of their own, whose temporary folders and descriptors are no other test's.
@Suite struct `Folders of a portal in a process of its own` {
    #if os(Linux)
        @Test(arguments: 0...2) func `do not stay behind where descriptors run out`(left: Int) async throws {
            let folder = try TemporaryFolder()
            await #expect(processExitsWith: .success) { [path = folder.path as String, left = left as Int] in
                setenv("TMPDIR", path, 1)
                var limit = rlimit(rlim_cur: 256, rlim_max: 256)
                guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(3) }
                var taken: [Int32] = []
                while true {
                    let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
                    guard number >= 0 else { break }
                    taken.append(number)
                }
                for number in taken.suffix(left) { close(number) }
                let outcome = try? await PortalProcess.start(
                    program: "/nowhere/mockportal", arguments: ["--certs", "/nowhere"])
                for number in taken.dropLast(left) { close(number) }
                guard outcome == nil, (try? names(in: path)) == [] else { exit(4) }
            }
        }
    #endif

    @Test func `leave no descriptor open where none can be made`() async {
        await #expect(processExitsWith: .success) {
            setenv("TMPDIR", "/nowhere", 1)
            // Each is the lowest number that is free (open(2)): what stays open moves it up.
            var numbers: [Int32] = []
            for _ in 0...8 {
                let outcome = try? await PortalProcess.start(
                    program: "/nowhere/mockportal", arguments: ["--certs", "/nowhere"])
                let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
                guard outcome == nil, number >= 0 else { exit(3) }
                close(number)
                numbers.append(number)
            }
            guard numbers.first == numbers.last else { exit(4) }
        }
    }

    @Test func `go with the process, whichever was made first`() async throws {
        let folder = try TemporaryFolder()
        let program = try IdleProgram(IdleProgram.ready())
        await #expect(processExitsWith: .success) {
            [path = folder.path as String, program = program.path as String] in
            setenv("TMPDIR", path, 1)
            let portal = try await PortalProcess.start(program: program, arguments: ["--certs", "/nowhere"])
            portal.stop()
            // Held to the end: what goes with its last reference does not go so.
            _ = Unmanaged.passRetained(portal)
            exit(EXIT_SUCCESS)
        }
        #expect(try names(in: folder.path).isEmpty)
        withExtendedLifetime(program) {}
    }
}
