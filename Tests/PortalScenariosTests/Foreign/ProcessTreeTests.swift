import Platform
import TestFolders
import Testing

@testable import PortalScenarios

@Suite struct `The processes below one` {
    @Test func `of one that is not there are none`() {
        #expect(ProcessTree.below(.max).isEmpty && ProcessTree.arguments(of: .max).isEmpty)
        #expect(ProcessTree.environment(of: .max).isEmpty && ProcessTree.openFiles(of: .max).isEmpty)
    }

    #if os(Linux)
        @Test func `have arguments, variables and open files`() throws {
            let files = try TemporaryFolder()
            let path = try files.write("text", as: "open")
            let descriptor = Descriptor(open(path, O_RDONLY | O_CLOEXEC))
            let held = ProcessTree.openFiles(of: getpid()).filter { $0.path == path }
            #expect(held.map(\.place).contains(BytePath("/proc/\(getpid())/fd/\(descriptor.number)")))
            #expect(FileHead.bytes(try #require(held.first).place, atMost: 3, onlyRegular: true) == Array("tex".utf8))
            #expect(!ProcessTree.arguments(of: getpid()).isEmpty)
            #expect(ProcessTree.environment(of: getpid()).contains { $0.starts(with: "PATH=".utf8) })
        }
    #endif

    @Test(arguments: [
        ["PORTAL_TOKEN=secret", "PATH=/bin"], ["PORTAL_TOKEN", "secret", "PATH=/bin"], ["EN=secret", "PATH=/bin"],
        ["PORTAL_TOKEN=sec"],
    ])
    func `have what they were given also while their program writes to that memory`(environment: [String]) {
        let given = Set(["PORTAL_TOKEN=secret", "PATH=/bin"].map { Array($0.utf8) })
        let there = environment.map { Array($0.utf8) }
        let other = Array("OTHER=secret".utf8)
        #expect(ProcessTree.additions(in: there, to: given) == [])
        #expect(ProcessTree.additions(in: there + [other], to: given) == [other])
    }

    @Test func `are read from files only, and not from pipes or folders`() throws {
        let files = try TemporaryFolder()
        mkfifo("\(files.path)/pipe", 0o600)
        #expect(FileHead.bytes("\(files.path)/pipe", atMost: 10, onlyRegular: true) == nil)
        #expect(FileHead.bytes(BytePath(files.path), atMost: 10, onlyRegular: true) == nil)
        #expect(FileHead.bytes("\(files.path)/none", atMost: 10) == nil)
        try files.write("text", as: "file")
        symlink("\(files.path)/file", "\(files.path)/link")
        #expect(FileHead.bytes("\(files.path)/link", atMost: 10, onlyRegular: true) == Array("text".utf8))
        #expect(FileHead.bytes("\(files.path)/link", atMost: 10, onlyRegular: true, followsLink: false) == nil)
        #expect(FileHead.bytes("\(files.path)/file", atMost: 10, of: .max) == nil)
    }
}
