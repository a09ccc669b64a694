import ChildProcess
import Foundation
import Platform
import TestFolders
import TestRealms
import Testing

/// What `mockportal run` does with scenarios that need a Kerberos realm.
@Suite(.kerberos) struct `Runs in a Kerberos realm` {
    /// A folder for everything that a run makes, which must be empty in the end.
    private static func temporary(in folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/tmp"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        return path
    }

    @Test func `the realm lasts as long as the run, and nothing of it stays`() async throws {
        let folder = try TemporaryFolder()
        let temporary = try Self.temporary(in: folder)
        let done = try await Mockportal.run(
            "run", "iwa/ticket", "iwa/expired-ticket", "iwa/clock-skew", environment: ["TMPDIR": temporary])
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
    }

    @Test func `a signal ends the key distribution centre with the run`() async throws {
        let folder = try TemporaryFolder()
        let temporary = try Self.temporary(in: folder)
        try #require(mkfifo(folder.path + "/note", 0o600) == 0)
        let note = try ChildProcess("cat", [folder.path + "/note"])
        let client = try folder.write(
            """
            #!/bin/sh
            cat "$(dirname "$KRB5_CONFIG")/kdc.pid" > "$NOTE"
            exec tail -f /dev/null
            """, as: "client.sh")
        let run = try ChildProcess(
            Mockportal.path,
            ["run", "iwa/ticket", "--time-limit", "3600", "--client", "sh \(client)", "--client-env", "NOTE"],
            environment: ["NOTE=\(folder.path)/note", "TMPDIR=\(temporary)"])
        // A run that ends before its client has said anything must not leave the reader waiting for it.
        Task {
            _ = await run.wait()
            note.stop()
        }
        let line = try await note.readLine().trimmingCharacters(in: .whitespacesAndNewlines)
        let centre = try #require(pid_t(line))
        #expect(kill(centre, 0) == 0)
        run.send(SIGTERM)
        _ = await run.readToEnd()
        #expect(await run.wait() == 143)
        #expect(kill(centre, 0) != 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
    }

    @Test func `curl with the environment of the contract is judged by what its tickets do`() async throws {
        let folder = try TemporaryFolder()
        func judged(_ scenario: String, _ options: String) async throws -> Mockportal {
            let client = try folder.write(
                """
                #!/bin/sh
                curl -sS --fail --cacert "$PORTAL_CA_FILE" --negotiate -u : \(options) -o /dev/null \
                    "$PORTAL_URL/sharing/rest/portals/self?f=json" || exit 1
                """, as: "client\(options.count).sh")
            return try await Mockportal.run("run", scenario, "--client", "sh \(client)")
        }
        let right = try await judged("iwa/ticket", "")
        #expect(right.code == 0 && right.output.contains("1 passed"), "\(right.output)\(right.errors)")
        let refused = try await judged("iwa/no-ticket", "")
        #expect(refused.code == 0 && refused.output.contains("1 passed non-strictly"), "\(refused.output)")
        let delegating = try await judged("iwa/delegation", "--delegation always")
        #expect(delegating.code == 1 && delegating.output.contains("delegated is yes"), "\(delegating.output)")
    }
}

@Suite struct `Runs without Kerberos` {
    @Test func `where MIT Kerberos is missing, what needs it is not judged, and what brings it is told`() async throws {
        let done = try await Mockportal.run(
            "run", "iwa/ticket", "iwa/ntlm", environment: ["MOCKPORTAL_KERBEROS": "/nowhere"])
        #expect(done.code == 2, "\(done.output)\(done.errors)")
        #expect(done.output.contains("krb5kdc is not there") && done.output.contains("apt-get install krb5-kdc"))
        #expect(done.output.contains("1 passed") && done.output.contains("1 not judged"), "\(done.output)")
    }
}
