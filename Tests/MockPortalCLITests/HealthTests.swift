import Foundation
import JSONValues
import Platform
import TestFolders
import Testing

/// `mockportal health`, which the image of a container asks.
@Suite struct `Health` {
    private func refused(_ path: String, code: Int32 = 1) async throws -> String {
        let done = try await Mockportal.run("health", path)
        #expect(done.code == code && done.output.isEmpty, "\(done.code) \(done.output)")
        #expect(!done.errors.contains("__mock"), "the control API's address is a capability: \(done.errors)")
        return done.errors
    }

    @Test func `a portal that answers is healthy, one that has ended is not`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ready.json"
        // Where the control API was, another program may listen by now; nothing listens where this copy says.
        let free = try ReservedPort()
        defer { withExtendedLifetime(free) {} }
        let ended = Captured()
        try await Serving.run("--scenario", "expired", "--ready-file", path) { serving in
            let done = try await Mockportal.run("health", path)
            #expect(done.code == 0 && done.errors.isEmpty, "\(done.errors)")
            #expect(done.output == "\(serving.url) answers, and serves expired\n")
            var copy = serving.ready
            copy["controlURL"] = .string("http://127.0.0.1:\(free.number)/__mock/\(String(repeating: "0", count: 32))")
            await ended.keep(try folder.write(copy.text(), as: "copy.json", mode: 0o600))
        }
        #expect(try await refused(path).contains("is not there"))
        #expect(try await refused(await ended.text).contains("does not answer"))
    }

    @Test func `a portal is known by its nonce, whatever answers at the address`() async throws {
        let folder = try TemporaryFolder()
        try await Serving.run { serving in
            var other = serving.ready
            other["nonce"] = .string(String(repeating: "0", count: 32))
            let path = try folder.write(other.text(), as: "ready.json", mode: 0o600)
            #expect(try await refused(path).contains("another process answers"))
        }
    }

    @Test func `a name that is for other machines is asked at the loopback address`() async throws {
        let folder = try TemporaryFolder()
        try await Serving.run { serving in
            var named = serving.ready
            let control = try #require(named["controlURL"]?.string)
            named["controlURL"] = .string(control.replacing("127.0.0.1", with: "portal.invalid"))
            let path = try folder.write(named.text(), as: "ready.json", mode: 0o600)
            let done = try await Mockportal.run("health", path)
            #expect(done.code == 0, "\(done.errors)")
        }
    }

    @Test func `a file that is no ready file is wrong usage`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("{\"url\": \"https://localhost/portal\"}", as: "other.json")
        #expect(try await refused(path, code: 64).contains("is no ready file"))
        let text = try folder.write("hello", as: "text")
        #expect(try await refused(text, code: 64).contains("is no ready file"))
        let broken = try folder.write("{\"url\":\n]", as: "broken.json")
        #expect(try await refused(broken, code: 64).contains("broken.json:2:1: "))
    }
}
