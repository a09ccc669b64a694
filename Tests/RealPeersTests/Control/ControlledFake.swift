import FixtureFiles
import JSONValues
import MockPortalServer
import PortalScenarios
import TestFolders
import Testing

/// A fake portal with its control API, as `mockportal serve` starts both, and one sign-in and one refused handshake in its journal.
struct ControlledFake {
    let fake: FakePortal
    let control: ControlServer

    init(_ preset: String = "oauth") throws {
        fake = try FakePortal(preset, ["http": "serve"])
        control = try ControlServer.start(
            for: fake.portal, scenario: preset, nonce: "0123456789abcdef0123456789abcdef",
            examine: { _, name in ["scenario": .string(name)] },
            verify: { portal, body throws(DocumentError) in try LiveVerification.answer(body, at: portal) }
        ) { name throws(BlueprintError) in try Blueprint.preset(name, fixtures: .embedded) }
    }

    /// Ends both.
    func stop() {
        control.stop()
        control.portal.stop()
    }

    /// Signs alice in, asks with her token in the query, and comes once without trusting the authority.
    func signIn() async throws {
        let form = [
            "-d", "username=alice", "--data-urlencode", "password=\(try fake.password())", "-d", "client=requestip",
            "-d", "f=json",
        ]
        let answer = try await ForeignClient.curl(
            form, authority: fake.authority, fake.portal.url + "/sharing/rest/generateToken")
        let token = try #require(try JSONValue(parsing: answer.body)["token"]?.string)
        _ = try await ForeignClient.curl([], authority: fake.authority, fake.whoAmI + "&token=\(token)&name=%C3%A9+x")
        #expect(try await ForeignClient.run("curl", ["-q", "-sS", fake.portal.url]).code == 60)
        #expect(await fake.portal.waitUntilQuiet())
    }

    /// A part of the control API in a file.
    func file(_ path: String) async throws -> String {
        let answer = try await ForeignClient.run("curl", ["-q", "-sS", "--fail", "\(control.url)/\(path)"])
        #expect(answer.code == 0, "\(answer.errors)")
        return try fake.folder.write(answer.output, as: path.filter { $0.isLetter || $0 == "." } + ".json")
    }
}
