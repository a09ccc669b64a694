import ChildProcess
import Foundation
import Platform
import TestFolders
import Testing

struct `Child processes` {
    @Test func `more of them are waited for than the machine has processors`() async throws {
        let children = try (0..<64).map { _ in try ChildProcess("cat", []) }
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for child in children {
                group.addTask {
                    _ = await child.readToEnd()
                    return await child.wait()
                }
            }
            // Runs only where the waits above leave a thread.
            group.addTask {
                for child in children { child.closeInput() }
                return 0
            }
            for try await status in group { #expect(status == 0) }
        }
    }

    @Test func `input and output larger than a pipe pass by each other`() async throws {
        let text = String(repeating: "0123456789abcdef", count: 1 << 16)
        let done = try await ChildProcess.run("cat", [], input: text)
        #expect(done.status == 0)
        #expect(done.output == text)
    }

    @Test func `errors come with the output, and the status is the program's`() async throws {
        let done = try await ChildProcess.run("sh", ["-c", "echo out; echo err >&2; pwd; exit 7"], folder: "/")
        #expect(done.status == 7)
        #expect(done.output == "out\nerr\n/\n")
        #expect(done.errors.isEmpty)
    }

    @Test func `errors come apart from the output where that is asked for, both larger than a pipe`() async throws {
        let text = String(repeating: "0123456789abcdef", count: 1 << 14)
        let done = try await ChildProcess.run("tee", ["/dev/stderr"], input: text, streams: .pipesForEach)
        #expect(done.output == text)
        #expect(done.errors == text)
    }

    @Test(.enabled(if: access("/proc/self/fd/2", F_OK) == 0, "looks at /proc"))
    func `errors that go where those of the tests go hold nothing of the tests open`() async throws {
        let script = "readlink /proc/$$/fd/1 /proc/$$/fd/2; echo 'this line stands among the errors of the tests' >&2"
        let done = try await ChildProcess.run("sh", ["-c", script], streams: .pipesBesideErrors)
        let own = try (1...2).map { try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        let files = done.output.split(separator: "\n").map(String.init)
        #expect(files.count == 2 && Set(files).isDisjoint(with: own), "\(files) \(own)")
    }

    @Test func `lines are read one by one, and the rest is left`() async throws {
        let child = try ChildProcess("sh", ["-c", "printf 'one\\ntwo\\n\\nrest'"])
        #expect(try await child.readLine() == "one")
        #expect(try await child.readLine() == "two")
        #expect(try await child.readLine() == "")
        #expect(await child.readToEnd() == "rest")
        #expect(await child.nextLine() == nil)
        await #expect(throws: ChildProcess.Failure.self) { try await child.readLine() }
        #expect(await child.wait() == 0)
    }

    @Test func `descriptors and variables are inherited as they are named`() async throws {
        let pipe = try #require(DescriptorPair.pipe())
        let reading = FileHandle(fileDescriptor: pipe.reading, closeOnDealloc: true)
        let child = try ChildProcess(
            "sh", ["-c", "echo $WORD >&4; exec cat"], environment: ["WORD=a b"],
            inheriting: [2, pipe.writing])
        child.closeInput()
        #expect(await child.wait() == 0)
        close(pipe.writing)
        #expect(try reading.readToEnd() == Data("a b\n".utf8))
    }

    @Test func `a cancelled wait ends the program`() async throws {
        let child = try ChildProcess("sh", ["-c", "echo ready; exec sleep 1000"])
        #expect(try await child.readLine() == "ready")
        let waiting = Task { await child.wait() }
        waiting.cancel()
        #expect(await waiting.value == -1)
    }

    @Test func `a program that is not there is named, with what to do`() {
        #expect {
            try ChildProcess("no-such-program", [])
        } throws: {
            "\($0)".contains("no-such-program") && "\($0)".contains(".ci/setup")
        }
    }

    @Test func `a script just written can be started while other tests start programs`() async throws {
        let files = try TemporaryFolder()
        let folder = files.path
        let done = Locked(false)
        async let others: Void = OwnThread.run {
            while !done.withLock({ $0 }) {
                guard let child = try? ChildProcess("true", []) else { return }
                child.closeInput()
            }
        }
        var statuses: [Int32: Int] = [:]
        for number in 0..<300 {
            let script = try ProgramFile.write("#!/bin/sh\nexit 7\n", to: "\(folder)/\(number).sh")
            statuses[try await ChildProcess.run("sh", ["-c", "exec \(script)"]).status, default: 0] += 1
        }
        done.withLock { $0 = true }
        await others
        #expect(statuses == [7: 300])
    }
}
