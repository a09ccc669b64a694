import ChildProcess
import Foundation
import TestFolders
import Testing

/// Files with passwords and tokens are refused alike where others than their owner may use them.
@Suite struct `Secret files` {
    struct Option: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let arguments: [String]
    }

    static let options = [
        Option(testDescription: "a password", arguments: ["--user", "alice", "--password-file"]),
        Option(
            testDescription: "a password of the web tier", arguments: ["--http-user", "alice", "--http-password-file"]),
        Option(testDescription: "a token", arguments: ["--token-file"]),
        Option(testDescription: "a passphrase", arguments: ["--store", "store", "--store-passphrase-file"]),
        Option(testDescription: "a password of a p12", arguments: ["--p12", "x.p12", "--p12-password-file"]),
        Option(
            testDescription: "a keytab",
            arguments: ["--negotiate", "127.0.0.1", "--principal", "alice@MOCK.TEST", "--keytab"]),
    ]

    @Test(arguments: options, [0o644, 0o640, 0o604, 0o620, 0o602])
    func `a file that others may use is refused with its mode and what to type`(_ option: Option, mode: Int)
        async throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.write("hunter2hunter2\n", as: "it's secret", mode: mode)
        _ = try folder.write("", as: "x.p12")
        let done = try await Mockportal.run(
            ["user", "https://127.0.0.1:1/portal"] + option.arguments + [file], folder: folder.path)
        #expect(done.code == 2, "\(done.errors)")
        #expect(done.errors.contains("its mode is 0\(String(mode, radix: 8))"), "\(done.errors)")
        let word = "'" + file.replacing("'", with: "'\\''") + "'"
        #expect(done.errors.contains("type: chmod 600 \(word);"), "\(done.errors)")
        #expect(!done.errors.contains("hunter2"))
    }

    /// What stands in the place of bytes that are no UTF-8 is the same for many secrets, so that one would do for another.
    @Test(arguments: options.filter { $0.arguments.last != "--keytab" })
    func `a file that is not UTF-8 is refused, and nothing of it is told`(_ option: Option) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array("hunter2".utf8) + [0xFF, 0xFE, 0x0A], as: "secret", mode: 0o600)
        _ = try folder.write("", as: "x.p12")
        let done = try await Mockportal.run(
            ["user", "https://127.0.0.1:1/portal"] + option.arguments + [file], folder: folder.path)
        #expect(done.code == 2, "\(done.errors)")
        #expect(done.errors.contains("\(file): is not UTF-8; write it as text in UTF-8"), "\(done.errors)")
        #expect(!done.errors.contains("hunter2"))
    }

    @Test(arguments: [
        "accounts: {member: {username: a, password: {file: secret}}}",
        "oauth: {clientID: a, clientSecret: {file: secret}}",
    ])
    func `a profile's secret that its group may read is refused in the same words`(_ profile: String) async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("hunter2hunter2\n", as: "secret", mode: 0o640)
        let file = try folder.write(profile, as: "profile.yaml", mode: 0o644)
        let done = try await Mockportal.run("conformance", "https://127.0.0.1:1/portal", "--profile", file)
        #expect(done.code == 64 && done.errors.contains("its mode is 0640"), "\(done.errors)")
    }

    @Test(arguments: [
        // Nothing listens at an address for documentation (RFC 5737), so that it ends in any case.
        (["serve", "--host", "192.0.2.1", "--port", "0", "--scenario", "iwa-kerberos"], 2),
        (
            [
                "conformance", "https://127.0.0.1:1/portal", "--profile", "profile.yaml", "--negotiate", "127.0.0.1",
                "--principal", "alice@MOCK.TEST",
            ], 64
        ),
    ])
    func `a keytab that its group may read is refused in the same words`(line: [String], code: Int) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("keys", as: "http.keytab", mode: 0o640)
        _ = try folder.write("name: mine\n", as: "profile.yaml", mode: 0o644)
        let done = try await Mockportal.run(line + ["--keytab", file], folder: folder.path)
        #expect(Int(done.code) == code && done.output.isEmpty, "\(done.errors)")
        #expect(done.errors.contains("(its mode is 0640); type: chmod 600 \(file);"), "\(done.errors)")
    }

    @Test func `a process substitution is read as it is`() async throws {
        try await Serving.run { serving in
            let line = "\"$0\" connect \"$1\" --ca-file \"$2\" --user alice --password-file <(printf %s \"$3\")"
            let done = try await ChildProcess.run(
                "bash", ["-c", line, Mockportal.path, serving.url, serving.caFile, serving.password()],
                streams: .pipesForEach)
            #expect(done.status == 0, "\(done.errors)")
            #expect(done.output.contains("alice"))
        }
    }
}
