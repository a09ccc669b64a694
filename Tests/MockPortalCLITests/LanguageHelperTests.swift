import ChildProcess
import Foundation
import TestFolders
import Testing

/// The pytest plugin of `Fixtures/python` and the helpers of `Fixtures/helpers`: their own tests, run by the real tools with the program
/// of this build. What they assert about requests, faults, journals and failures stands there.
@Suite struct `Helpers for other languages` {
    private static let fixtures = GuidePage.root.appendingPathComponent("Fixtures").path
    private static let variables = ["MOCKPORTAL=\(Mockportal.path)"]

    /// Where `.ci/pypi` puts pytest with pytest-xdist.
    private static let pytestFolder: String? = {
        let variables = ProcessInfo.processInfo.environment
        let caches = variables["XDG_CACHE_HOME"] ?? (variables["HOME"] ?? "") + "/.cache"
        let folder = "\(caches)/mockportal-pytest-xdist"
        return FileManager.default.fileExists(atPath: "\(folder)/xdist") ? folder : nil
    }()

    @Test(
        .enabled(
            if: pytestFolder != nil,
            "NO PYTEST-XDIST ON THIS MACHINE: `.ci/setup test` installs it from PyPI into a folder of its own"))
    func `pytest with workers of pytest-xdist`() async throws {
        let folder = try #require(Self.pytestFolder)
        let temporary = try TemporaryFolder()
        let done = try await ChildProcess.run(
            "python3",
            [
                "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "-rs", "--basetemp",
                temporary.path + "/pytest",
                "\(Self.fixtures)/python/tests",
            ],
            folder: temporary.path,
            environment: Self.variables + [
                "PYTHONPATH=\(Self.fixtures)/python:\(folder)", "PYTEST_PLUGINS=mockportal.pytest_plugin,xdist.plugin",
                // What else this machine's Python has is not asked.
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1",
            ], streams: .pipesForEach)
        #expect(done.status == 0, "\(done.output)\(done.errors)")
        #expect(done.output.contains(/[1-9][0-9] passed/) && !done.output.contains("skipped"), "\(done.output)")
    }

    /// The example of a page in a language, alone in a file of a folder of its own.
    private static func example(
        in language: String, of page: GuidePage = .guide("OtherLanguages"), as name: String
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let examples = try page.blocks().filter { $0.language == language }
        try #require(examples.count == 1)
        try Data(examples[0].text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        return folder
    }

    @Test(
        .enabled(if: pytestFolder != nil, "NO PYTEST-XDIST ON THIS MACHINE: `.ci/setup test` installs it from PyPI"),
        arguments: [(GuidePage.guide("OtherLanguages"), 5), (GuidePage.readme, 1)])
    func `a page's example for pytest`(page: GuidePage, tests: Int) async throws {
        let folder = try Self.example(in: "python", of: page, as: "test_client.py")
        let done = try await ChildProcess.run(
            "python3", ["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"], folder: folder.path,
            environment: Self.variables + [
                "PYTHONPATH=\(Self.fixtures)/python:\(try #require(Self.pytestFolder))",
                "PYTEST_PLUGINS=mockportal.pytest_plugin", "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1",
            ], streams: .pipesForEach)
        #expect(done.status == 0 && done.output.contains("\(tests) passed"), "\(done.output)\(done.errors)")
    }

    @Test(.enabled("NO NODE 18 OR LATER ON THIS MACHINE: `.ci/setup test` installs it") { await hasNode.value })
    func `the guide's example for node`() async throws {
        let folder = try Self.example(in: "js", as: "client.test.mjs")
        try FileManager.default.copyItem(
            atPath: "\(Self.fixtures)/helpers/mockportal.mjs", toPath: folder.path + "/mockportal.mjs")
        let done = try await ChildProcess.run(
            "node", ["--test", "--test-reporter=tap", "client.test.mjs"], folder: folder.path,
            environment: Self.variables,
            streams: .pipesForEach)
        #expect(done.status == 0 && done.output.contains("# pass 3\n# fail 0\n"), "\(done.output)\(done.errors)")
    }

    private static let hasNode = Task.detached {
        (try? await Mockportal.run("--version", program: "node").output.contains(/v(1[89]|[2-9][0-9])\./)) == true
    }

    @Test(
        .enabled(
            "NO NODE 18 OR LATER ON THIS MACHINE: `.ci/setup test` installs it (Debian: nodejs)"
        ) {
            await hasNode.value
        })
    func `node's own test runner`() async throws {
        let done = try await ChildProcess.run(
            "node", ["--test", "--test-reporter=tap", "\(Self.fixtures)/helpers/mockportal.test.mjs"],
            environment: Self.variables,
            streams: .pipesForEach)
        #expect(done.status == 0, "\(done.output)\(done.errors)")
        #expect(done.output.contains(/# pass [1-9][0-9]\n# fail 0\n/), "\(done.output)")
    }

    /// JUnit with its launcher and console, in one file.
    private static let junit = "/usr/share/java/junit-platform-console-standalone.jar"

    private static let hasJava = Task.detached {
        (try? await Mockportal.run("-version", program: "javac").code) == 0
            && FileManager.default.fileExists(atPath: junit)
    }

    @Test(
        .enabled(
            "NO JAVA 17 WITH JUNIT 5 ON THIS MACHINE: `.ci/setup test` installs them (Debian: default-jdk-headless, junit5)"
        ) {
            await hasJava.value
        })
    func `JUnit 5 with tests side by side`() async throws {
        // The example of the guide is compiled and run with them.
        let classes = try Self.example(in: "java", as: "ClientTest.java")
        let sources = ["MockPortalExtension.java", "MockPortalExtensionTest.java"].map {
            "\(Self.fixtures)/helpers/\($0)"
        }
        let built = try await Mockportal.run(
            ["-encoding", "UTF-8", "-Xlint:all", "-Werror", "-cp", Self.junit, "-d", classes.path] + sources
                + [classes.path + "/ClientTest.java"],
            program: "javac")
        #expect(built.code == 0, "\(built.output)\(built.errors)")
        let parallel = ["enabled=true", "mode.default=concurrent"].flatMap {
            ["--config", "junit.jupiter.execution.parallel.\($0)"]
        }
        let done = try await ChildProcess.run(
            "java",
            [
                "-jar", Self.junit, "-cp", classes.path, "--scan-classpath", "--disable-banner",
                "--disable-ansi-colors", "--details=tree",
            ]
                + parallel,
            environment: Self.variables, streams: .pipesForEach)
        #expect(done.status == 0, "\(done.output)\(done.errors)")
        #expect(
            done.output.contains(/\[ +[1-9][0-9] tests successful/) && done.output.contains("ClientTest"),
            "\(done.output)")
    }
}
