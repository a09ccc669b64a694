import Foundation
import TestFolders
import Testing

@Suite struct Thumbnails {
    private func user(_ serving: Serving, _ more: [String], folder: String = ".") async throws -> Mockportal {
        try await Mockportal.run(
            ["user", serving.url, "--ca-file", serving.caFile, "--user", "alice", "--password-stdin"] + more,
            input: serving.password() + "\n", folder: folder)
    }

    @Test func `A file that is there is replaced only where that was said`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let file = URL(fileURLWithPath: path + "/mine.png")
        try Data("mine".utf8).write(to: file)
        try await Serving.run { serving in
            let refused = try await user(serving, ["--thumbnail", file.path])
            #expect(refused.code == 2)
            #expect(refused.errors.contains(file.path) && refused.errors.contains("--overwrite"), "\(refused.errors)")
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
            let replaced = try await user(serving, ["--thumbnail", file.path, "--overwrite"])
            #expect(replaced.code == 0, "\(replaced.errors)")
            #expect(try Data(contentsOf: file).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["mine.png"])
    }

    @Test func `A file that was not named replaces no other`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let file = URL(fileURLWithPath: path + "/alice.png")
        try await Serving.run { serving in
            #expect(try await user(serving, [], folder: path).output.contains("alice.png ("))
            #expect(try await user(serving, [], folder: path).output.contains("as it was"))
            try Data("mine".utf8).write(to: file)
            let kept = try await user(serving, [], folder: path)
            #expect(kept.code == 0 && kept.output.contains("not saved"), "\(kept.output)\(kept.errors)")
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
        }
    }

    struct Screen: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let variables: [String]
        /// How the picture begins; nil where none is sent.
        let picture: String?
    }

    @Test(arguments: [
        Screen(testDescription: "kitty", variables: ["TERM=xterm-kitty"], picture: "\u{1B}_Ga=T,f=100,q=2,m="),
        Screen(
            testDescription: "iTerm2", variables: ["TERM=xterm-256color", "TERM_PROGRAM=iTerm.app"],
            picture: "\u{1B}]1337;File=inline=1;size="),
        Screen(testDescription: "any other", variables: ["TERM=xterm-256color"], picture: nil),
        Screen(testDescription: "tmux within kitty", variables: ["TERM=tmux-256color", "TMUX=x"], picture: nil),
    ])
    func `The picture is shown on terminals that are known to understand it`(screen: Screen) async throws {
        try await Serving.run { serving in
            let terminal = try PseudoTerminal(
                ["-u", "TMUX", "-u", "STY", "-u", "TERM_PROGRAM"] + screen.variables + [
                    Mockportal.path, "user", serving.url, "--ca-file", serving.caFile, "--user", "alice", "--thumbnail",
                    "/dev/null",
                ], program: "/usr/bin/env")
            try await terminal.expect("Password: ")
            try terminal.type(serving.password())
            #expect(await terminal.end() == 0, "\(terminal.shown)")
            if let picture = screen.picture {
                #expect(terminal.shown.contains(picture))
            } else {
                #expect(!terminal.shown.contains("\u{1B}"))
            }
        }
    }
}
