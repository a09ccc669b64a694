import ChildProcess
import JSONValues
import TestFolders
import Testing

/// What `serve` and `certs` print into a file: passwords and the control API's address only where others than its owner cannot read it.
@Suite struct `Standard output in a file` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var umask = "022"
        var arguments: [String] = []
        var scenario = "token"
    }

    private struct Served {
        let ready: JSONValue
        let output: String
        let errors: String

        /// The passwords, keys and addresses in the ready file that are as good as one.
        var secrets: [String] {
            let users = ready["users"]?.array ?? []
            let providers = (ready["identityProviders"]?.array ?? []).flatMap { $0["users"]?.array ?? [] }
            var secrets = (users + providers + (ready["identities"]?.array ?? [])).compactMap { $0["password"]?.string }
            secrets += (ready["oauthClients"]?.array ?? []).compactMap { $0["clientSecret"]?.string }
            for name in ["apiKeys", "secondFactors"] {
                secrets += (ready[name]?.object ?? [:]).values.compactMap(\.string)
            }
            return secrets + [ready["controlURL"]?.string].compactMap { $0 }
        }

        var told: [String] { secrets.filter { output.contains($0) } }
    }

    /// Serves with standard output in a file, until the ready file stands and something is printed.
    private func serve(_ example: Case, _ folder: TemporaryFolder) async throws -> Served {
        let script = """
            umask \(example.umask)
            "$0" serve --port 0 --exit-with-parent --ready-file ready.json --scenario \(example.scenario) "$@" > serve.log 2> errors.log &
            until [ -s ready.json ] && [ -s serve.log ]; do :; done
            cp ready.json kept.json
            kill $!
            wait $!
            for file in kept.json serve.log errors.log; do cat $file; printf '\\0'; done
            """
        let done = try await ChildProcess.run(
            "sh", ["-c", script, Mockportal.path] + example.arguments, folder: folder.path, streams: .pipesForEach)
        let parts = done.output.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count == 4, "\(done.output)\(done.errors)")
        return Served(ready: try JSONValue(parsing: parts[0]), output: parts[1], errors: parts[2])
    }

    private static let shared = ["token", "pki", "oauth-app", "saml", "mfa", "api-key"].flatMap { scenario in
        [
            Case(testDescription: "\(scenario) in words", scenario: scenario),
            Case(testDescription: "\(scenario) as an object", arguments: ["--json"], scenario: scenario),
        ]
    }

    @Test(arguments: shared) func `that others may read has no secret, and says where they stand`(
        _ example: Case
    ) async throws {
        let folder = try TemporaryFolder()
        let served = try await serve(example, folder)
        #expect(served.secrets.count >= 2)
        #expect(served.told == [], "\(served.output)")
        #expect(served.errors.isEmpty, "\(served.errors)")
        #expect(served.output.contains(served.ready["url"]?.string ?? "no url"))
        if example.arguments.isEmpty {
            #expect(served.output.contains("(its mode is 0644)"), "\(served.output)")
            #expect(served.output.contains("/ready.json, which only you can read, has them."), "\(served.output)")
        } else {
            let line = try JSONValue(parsing: served.output)
            #expect(line["readyFile"]?.string?.hasSuffix("/ready.json") == true)
            #expect(line["caFile"] == served.ready["caFile"] && line["pid"] == served.ready["pid"])
        }
    }

    @Test(arguments: [
        Case(testDescription: "words", umask: "077"),
        Case(testDescription: "an object", umask: "077", arguments: ["--json"]),
    ])
    func `of its owner alone has all of it`(_ example: Case) async throws {
        let folder = try TemporaryFolder()
        let served = try await serve(example, folder)
        #expect(served.told == served.secrets, "\(served.output)")
        if !example.arguments.isEmpty { #expect(try JSONValue(parsing: served.output) == served.ready) }
    }

    @Test func `that others may read takes no object that nothing else holds`() async throws {
        let folder = try TemporaryFolder()
        // Nothing listens at an address for documentation (RFC 5737), so that it ends in any case.
        let script = """
            umask 022
            "$0" serve --host 192.0.2.1 --port 0 --json > serve.log
            code=$?
            cat serve.log
            exit $code
            """
        let done = try await ChildProcess.run(
            "sh", ["-c", script, Mockportal.path], folder: folder.path, streams: .pipesForEach)
        #expect(done.status == 2 && done.output.isEmpty, "\(done.output)")
        #expect(done.errors.contains("its mode is 0644"), "\(done.errors)")
        #expect(done.errors.contains("--ready-file <file>") && done.errors.contains("umask 077"), "\(done.errors)")
    }

    @Test(arguments: ["022", "077"])
    func `of certs has the password only where its owner alone may read it`(
        umask: String
    ) async throws {
        let folder = try TemporaryFolder()
        let script = """
            umask \(umask)
            "$0" certs --out certs > certs.log
            ls -l certs/p12.password | cut -c 1-10
            grep -c -F -e "$(cat certs/p12.password)" certs.log
            tail -n 1 certs.log
            """
        let done = try await ChildProcess.run(
            "sh", ["-c", script, Mockportal.path], folder: folder.path, streams: .pipesForEach)
        let lines = done.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 3, "\(done.output)\(done.errors)")
        #expect(lines[0] == "-rw-------")
        #expect(lines[1] == (umask == "077" ? "1" : "0"), "\(lines)")
        if umask == "022" {
            #expect(
                lines[2] == "password of the PKCS #12 files: in certs/p12.password; others may read this output "
                    + "(its mode is 0644)")
        }
    }

    @Test func `that others may read is told where the secrets stand nowhere`() async throws {
        let folder = try TemporaryFolder()
        let script = """
            umask 022
            "$0" serve --port 0 --exit-with-parent > serve.log 2> errors.log &
            until [ -s serve.log ]; do :; done
            kill $!
            wait $!
            cat errors.log serve.log
            """
        let done = try await ChildProcess.run(
            "sh", ["-c", script, Mockportal.path], folder: folder.path, streams: .pipesForEach)
        #expect(done.output.hasPrefix("Warning: Others may read standard output (its mode is 0644)"), "\(done.output)")
        #expect(done.output.contains("add --ready-file <file>") && !done.output.contains("__mock"), "\(done.output)")
    }
}
