import Foundation
import JSONValues
import TestFolders
import Testing

/// `mockportal user` and `mockportal sign-out` against the portal that `mockportal serve` serves, with a browser that is not ours.
struct SigningIn {
    private func user(_ serving: Serving, _ more: [String] = []) -> [String] {
        ["user", serving.url, "--ca-file", serving.caFile] + more
    }

    private func store(_ folder: TemporaryFolder) throws -> [String] {
        try folder.store()
    }

    /// What the portal was asked, oldest first.
    private func operations(_ serving: Serving) async throws -> [String] {
        let journal = try await Curl.get((serving.ready["controlURL"]?.string ?? "") + "/journal")
        return try JSONValue(parsing: journal)["requests"]?.array?.compactMap { $0["operation"]?.string } ?? []
    }

    @Test func `A browser signs in, the profile is shown, a store keeps it, and signing out revokes it`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let store = try store(folder)
        try await Serving.run("--scenario", "oauth") { serving in
            let browser = try ShellBrowser(serving)
            let arguments = user(serving, ["--client-id", "mockportal-app", "--thumbnail", path + "/a.png"] + store)
            let first = try await Mockportal.run(arguments, environment: browser.environment)
            #expect(first.code == 0, "\(first.errors)")
            for word in ["portal", "alice", "full name", "e-mail", "member since", "description", "a.png"] {
                #expect(first.output.contains(word), "\(word)")
            }
            #expect(first.errors.contains("\(serving.url)/sharing/rest/oauth2/authorize?"))
            #expect(await browser.lastPage.contains("<h1>You are signed in</h1>"))
            // Only its owner can read it, and it shows nothing.
            let files = try FileManager.default.contentsOfDirectory(atPath: path + "/store").map {
                path + "/store/" + $0
            }
            #expect(!files.isEmpty)
            for file in files {
                #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
                let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
                for word in ["alice", "mockportal-app", "localhost"] {
                    #expect(bytes.range(of: Data(word.utf8)) == nil)
                }
            }
            // The next run does not ask the user.
            let silent = try await Mockportal.run(
                user(serving, ["--thumbnail", path + "/b.png"] + store), environment: ["BROWSER": "false"])
            #expect(silent.code == 0 && silent.output.contains("alice"), "\(silent.errors)")
            #expect(try await operations(serving).filter { $0 == "oauth2/signin" }.count == 1)

            let out = try await Mockportal.run(["sign-out", serving.url, "--ca-file", serving.caFile] + store)
            #expect(out.code == 0 && out.output.contains("revoked  sign-in of alice"), "\(out.output)\(out.errors)")
            #expect(try await operations(serving).last == "oauth2/revokeToken")
            let again = try await Mockportal.run(["sign-out", serving.url, "--ca-file", serving.caFile] + store)
            #expect(again.code == 0 && again.output.contains("nothing is kept"), "\(again.output)\(again.errors)")
            // Nothing is left that could sign in.
            let after = try await Mockportal.run(user(serving, store), environment: ["BROWSER": "false"])
            #expect(after.code == 1, "\(after.output)")
            for done in [first, silent, out, after] {
                #expect(!(done.output + done.errors).contains(serving.password()))
            }
        }
    }

    @Test func `Without a store nothing outlives the command`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run("--scenario", "oauth") { serving in
            for _ in 1...2 {
                let browser = try ShellBrowser(serving)
                let done = try await Mockportal.run(
                    user(serving, ["--client-id", "mockportal-app"]), environment: browser.environment, folder: path)
                #expect(done.code == 0, "\(done.errors)")
            }
            #expect(try await operations(serving).filter { $0 == "oauth2/signin" }.count == 2)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["alice.png"])
    }

    @Test func `A user who cancels at the page is not signed in, and is told so`() async throws {
        try await Serving.run("--scenario", "oauth") { serving in
            let browser = try ShellBrowser(serving, .cancel)
            let done = try await Mockportal.run(
                user(serving, ["--client-id", "mockportal-app"]), environment: browser.environment)
            #expect(done.code == 1)
            #expect(done.errors.contains("Not signed in"), "\(done.errors)")
            #expect(await browser.lastPage.contains("<h1>Sign-in was cancelled</h1>"))
        }
    }

    @Test func `Where no browser opens, the address is told and signs in the user who opens it`() async throws {
        try await Serving.run("--scenario", "oauth") { serving in
            let browser = try ShellBrowser(serving)
            let terminal = try PseudoTerminal(
                ["BROWSER=false", Mockportal.path]
                    + user(serving, ["--client-id", "mockportal-app", "--thumbnail", "/dev/null"]),
                program: "/usr/bin/env")
            try await terminal.expect("open this address on this machine:")
            try await terminal.expect("open the address by hand")
            let address = try Self.address(in: terminal.shown)
            let opened = try await Mockportal.run(
                [address], program: browser.environment["BROWSER"] ?? "", environment: browser.environment)
            #expect(opened.code == 0, "\(opened.errors)")
            #expect(await terminal.end() == 0, "\(terminal.shown)")
            #expect(terminal.shown.contains("full name"))
        }
    }

    /// The line that is an address.
    private static func address(in text: String) throws -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        return try #require(lines.last { $0.hasPrefix("https://") })
    }

    @Test func `Without a browser the code is pasted, and a wrong one is asked for again`() async throws {
        try await Serving.run("--scenario", "oauth") { serving in
            let terminal = try PseudoTerminal(
                user(serving, ["--client-id", "mockportal-app", "--no-browser", "--thumbnail", "/dev/null"]))
            try await terminal.expect("Paste it here: ")
            let address = try Self.address(in: terminal.shown)
            try terminal.type("no code at all")
            try await terminal.expect("That is no code")
            try await terminal.expect("Paste it here: ")
            let page = try await Curl.get(address, authority: serving.caFile)
            let state = try #require(page.split(separator: "\"oauth_state\":\"").last?.split(separator: "\"").first)
            let approval = try await Curl.get(
                serving.url + "/sharing/rest/oauth2/signin", authority: serving.caFile, "-L", "--data-urlencode",
                "oauth_state=\(state)", "--data-urlencode", "username=alice", "--data-urlencode",
                "password=\(serving.password())")
            let title = try #require(approval.split(separator: "<title>").last?.split(separator: "</title>").first)
            #expect(title.hasPrefix("SUCCESS code="))
            try terminal.type(String(title))
            #expect(await terminal.end() == 0, "\(terminal.shown)")
            #expect(terminal.shown.contains("full name"))
        }
    }

    @Test(
        arguments: [
            (
                ["--redirect-uri", "my-ags-app://auth"], "my-ags-app://auth?code=C0de&state=other",
                "that address belongs to another sign-in"
            ),
            ([], "no code at all", "that is no code"),
        ] as [([String], String, String)])
    func `An input that ends after a wrong answer is told with what is wrong, not as a cancelled sign-in`(
        _ options: [String], _ pasted: String, _ words: String
    ) async throws {
        try await Serving.run("--scenario", "oauth") { serving in
            let done = try await Mockportal.run(
                user(serving, ["--client-id", "mockportal-app", "--no-browser"] + options), input: pasted + "\n")
            let last = done.errors.split(separator: "\n").last ?? ""
            #expect(done.code == 1 && last.contains("does not end this sign-in"), "\(done.errors)")
            #expect(last.contains(words) && !last.contains("cancelled") && !last.contains("C0de"), "\(done.errors)")
        }
    }

    @Test func `Control-C while the browser is open ends it at once`() async throws {
        try await Serving.run("--scenario", "oauth") { serving in
            let terminal = try PseudoTerminal(
                ["BROWSER=true", Mockportal.path] + user(serving, ["--client-id", "mockportal-app"]),
                program: "/usr/bin/env")
            try await terminal.expect("open this address on this machine:")
            try terminal.type("\u{3}")
            #expect(await terminal.end() != 0)
        }
    }

    @Test func `What the portal does not revoke is told, and forgotten all the same`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let store = try store(folder)
        try await Serving.run("--scenario", "oauth") { serving in
            let browser = try ShellBrowser(serving)
            let first = try await Mockportal.run(
                user(serving, ["--client-id", "mockportal-app", "--thumbnail", path + "/a.png"] + store),
                environment: browser.environment)
            #expect(first.code == 0, "\(first.errors)")
            _ = try await Curl.get(
                (serving.ready["controlURL"]?.string ?? "") + "/actions", authority: nil, "--fail", "-d",
                #"{"set": {"oauth": {"revoke": "fails"}}}"#)
            let out = try await Mockportal.run(["sign-out", serving.url, "--ca-file", serving.caFile] + store)
            #expect(out.code == 1)
            #expect(out.output.contains("not revoked  sign-in of alice"), "\(out.output)\(out.errors)")
            #expect(out.output.contains("at the portal it ends on"))
            let after = try await Mockportal.run(user(serving, store), environment: ["BROWSER": "false"])
            #expect(after.code == 1)
        }
    }

    @Test func `A user name and a password are kept in a store too, and are forgotten with it`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let store = try store(folder)
        try await Serving.run { serving in
            let first = try await Mockportal.run(
                user(serving, ["--user", "alice", "--password-stdin", "--thumbnail", path + "/a.png"] + store),
                input: serving.password() + "\n")
            #expect(first.code == 0, "\(first.errors)")
            let silent = try await Mockportal.run(
                ["connect", serving.url, "--ca-file", serving.caFile] + store)
            #expect(
                silent.code == 0 && silent.output.contains("signed in as  alice"), "\(silent.output)\(silent.errors)")
            let out = try await Mockportal.run(["sign-out", serving.url, "--ca-file", serving.caFile] + store)
            #expect(out.code == 0 && out.output.contains("forgotten"), "\(out.output)\(out.errors)")
            #expect(out.output.contains("tokens that they gave end by themselves"))
            // No web tier asked for the password, so it was not kept for one.
            #expect(out.output.split(separator: "\n").count == 1)
            let after = try await Mockportal.run(["connect", serving.url, "--ca-file", serving.caFile] + store)
            #expect(after.output.contains("signed in as  no user"), "\(after.output)\(after.errors)")
        }
    }

    @Test func `A user whom the portal denies takes the place of none that a store keeps`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let store = try store(folder)
        try await Serving.run("--scenario", "oauth") { serving in
            // Bob has an account and is no member of the organization.
            for (name, code) in [("alice", 0), ("bob", 1)] {
                let done = try await Mockportal.run(
                    user(
                        serving,
                        ["--user", name, "--password-stdin", "--thumbnail", path + "/a.png", "--overwrite"] + store),
                    input: serving.password(of: name) + "\n")
                #expect(done.code == code && (code == 0 || done.errors.contains("accessDenied")), "\(done.errors)")
            }
            let silent = try await Mockportal.run(["connect", serving.url, "--ca-file", serving.caFile] + store)
            #expect(
                silent.code == 0 && silent.output.contains("signed in as  alice"), "\(silent.output)\(silent.errors)")
        }
    }

    @Test func `A password that is refused takes the place of nothing that a store keeps`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let store = try store(folder)
        try await Serving.run { serving in
            for (password, code) in [(serving.password(), 0), ("wrong", 1)] {
                let done = try await Mockportal.run(
                    user(
                        serving,
                        ["--user", "alice", "--password-stdin", "--thumbnail", path + "/a.png", "--overwrite"] + store),
                    input: password + "\n")
                #expect(done.code == code, "\(done.errors)")
            }
            let silent = try await Mockportal.run(["connect", serving.url, "--ca-file", serving.caFile] + store)
            #expect(
                silent.code == 0 && silent.output.contains("signed in as  alice"), "\(silent.output)\(silent.errors)")
        }
    }

    @Test(arguments: [true, false])
    func `A password that could not be tried replaces no stored one either`(isInterrupted: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let store = try store(folder)
        _ = try folder.write("wrong\n", as: "password")
        try await Serving.run { serving in
            let first = try await Mockportal.run(
                user(serving, ["--user", "alice", "--password-stdin", "--thumbnail", path + "/a.png"] + store),
                input: serving.password() + "\n")
            #expect(first.code == 0, "\(first.errors)")
            // The certificate is not trusted, so nothing is sent.
            let untried = ["user", serving.url, "--user", "alice", "--password-file", path + "/password"] + store
            if isInterrupted {
                let terminal = try PseudoTerminal(untried)
                try await terminal.expect("Trust it, and keep that in the store? [yes/no] ")
                try terminal.type("\u{3}")
                #expect(await terminal.end() != 0, "\(terminal.shown)")
            } else {
                let done = try await Mockportal.run(untried)
                #expect(done.code == 1, "\(done.output)")
            }
            let silent = try await Mockportal.run(["connect", serving.url, "--ca-file", serving.caFile] + store)
            #expect(
                silent.code == 0 && silent.output.contains("signed in as  alice"), "\(silent.output)\(silent.errors)")
        }
    }

    struct BadStore: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let spoil: @Sendable (_ folder: String) throws -> Void
        let says: String
    }

    @Test(arguments: [
        BadStore(
            testDescription: "another passphrase",
            spoil: { try Data("wrong".utf8).write(to: URL(fileURLWithPath: $0 + "/passphrase")) }, says: "storeKeyWrong"
        ),
        BadStore(
            testDescription: "a passphrase that others may read",
            spoil: {
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: $0 + "/passphrase")
            }, says: "type: chmod 600 "),
        BadStore(
            testDescription: "open to others",
            spoil: { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: $0 + "/store") },
            says: "storeNotPrivate"),
        BadStore(
            testDescription: "a flipped byte",
            spoil: { folder in
                let file = try #require(
                    try FileManager.default.contentsOfDirectory(atPath: folder + "/store").first {
                        $0.hasPrefix("arcgis") && $0.hasSuffix(".store")
                    })
                let url = URL(fileURLWithPath: "\(folder)/store/\(file)")
                var bytes = try Data(contentsOf: url)
                bytes[bytes.count - 1] ^= 1
                let handle = try FileHandle(forWritingTo: url)
                try handle.write(contentsOf: bytes)
            }, says: "storeCorrupted"),
    ])
    func `A store that cannot be opened is one clear line, and stays as it is`(bad: BadStore) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let store = try store(folder)
        try await Serving.run { serving in
            let first = try await Mockportal.run(
                user(serving, ["--user", "alice", "--password-stdin", "--thumbnail", path + "/a.png"] + store),
                input: serving.password() + "\n")
            #expect(first.code == 0, "\(first.errors)")
            try bad.spoil(path)
            let before = try Self.contents(of: path + "/store")
            for command in ["user", "sign-out"] {
                let done = try await Mockportal.run([command, serving.url, "--ca-file", serving.caFile] + store)
                #expect(done.code == 2, "\(done.output)")
                #expect(done.errors.contains(bad.says), "\(done.errors)")
                #expect(done.errors.split(separator: "\n").count == 1)
            }
            #expect(try Self.contents(of: path + "/store") == before)
        }
    }

    private static func contents(of folder: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
            contents[file] = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
        }
        return contents
    }

    @Test func `A passphrase is asked for twice where a store is new, and once where it is not`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run { serving in
            let store = ["--store", path + "/store", "--thumbnail", "/dev/null"]
            let first = try PseudoTerminal(user(serving, ["--user", "alice"] + store))
            try await first.expect("New passphrase")
            try first.type("correct horse")
            try await first.expect("Once more: ")
            try first.type("correct house")
            try await first.expect("two different ones")
            for question in ["New passphrase", "Once more: "] {
                try await first.expect(question)
                try first.type("correct horse")
            }
            try await first.expect("Password: ")
            try first.type(serving.password())
            #expect(await first.end() == 0, "\(first.shown)")
            let second = try PseudoTerminal(user(serving, store))
            try await second.expect("Passphrase of the store")
            try second.type("correct horse")
            #expect(await second.end() == 0, "\(second.shown)")
            for terminal in [first, second] { #expect(!terminal.shown.contains("horse")) }
        }
    }
}
