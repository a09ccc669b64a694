import ChildProcess
import Foundation
import TestFolders
import Testing

/// The fixture for pytest and the class for XCTest of `Fixtures/clients`, in other projects' tests.
@Suite struct `Helpers for other people's tests` {
    private static let hasPytest = Task.detached {
        (try? await Mockportal.run("-c", "import pytest", program: "python3").code) == 0
    }

    @Test(
        .enabled("NO PYTEST ON THIS MACHINE: `.ci/setup test` installs it (Debian: python3-pytest)") {
            await hasPytest.value
        })
    func `pytest gives each test a portal of its own and leaves none`() async throws {
        let project = try Project(["conftest.py"])
        try project.write(
            "test_portal.py",
            """
            import json, ssl, urllib.request
            import pytest

            urls = set()

            @pytest.mark.parametrize("count", [1, 2])
            def test_good_each(mock_portal, count):
                trust = ssl.create_default_context(cafile=mock_portal.caFile)
                address = mock_portal.url + "/sharing/rest/portals/self?f=json"
                with urllib.request.urlopen(address, context=trust) as answer:
                    assert json.load(answer)["name"]
                urls.add(mock_portal.url)
                assert len(urls) == count
                assert mock_portal.users[0]["username"] == "alice"

            @pytest.mark.scenario("pki")
            def test_good_preset(mock_portal):
                assert mock_portal.identities

            def test_bad(mock_portal):
                assert mock_portal.url == ""

            @pytest.mark.scenario("no-such")
            def test_bad_name(mock_portal):
                pass
            """)
        let python = ["python3", "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        let good = try await project.run(python + ["-k", "good"])
        #expect(good.code == 0 && good.output.contains("3 passed"), "\(good.output)\(good.errors)")
        let all = try await project.run(python)
        #expect(all.code == 1 && all.output.contains("1 failed, 3 passed, 1 error"), "\(all.output)\(all.errors)")
        #expect(all.output.contains("mockportal ended with 64"), "\(all.output)")
        #expect(try project.started().count == 8)
        #expect(try project.started().filter { kill($0, 0) == 0 } == [])
    }

    #if os(Linux)
        private static let hasCompiler = Task.detached {
            (try? await Mockportal.run("--version", program: "swiftc").code) == 0
        }

        // A test case is run by XCTMain here; macOS has no such function, and runs bundles.
        @Test(.enabled("NO SWIFTC IN PATH: https://www.swift.org/install") { await hasCompiler.value })
        func `XCTest gives each test a portal of its own and leaves none`() async throws {
            let project = try Project(["MockPortalTestCase.swift"])
            try project.write(
                "Tests.swift",
                """
                import Foundation
                import XCTest

                final class TokenTests: MockPortalTestCase {
                    func testGood() {
                        XCTAssertTrue(portal.url.hasPrefix("https://"))
                        XCTAssertTrue(FileManager.default.fileExists(atPath: portal.caFile))
                        XCTAssertEqual(portal.users.first?.username, "alice")
                    }
                    func testBad() { XCTAssertEqual(portal.url, "") }
                }
                final class OtherTests: MockPortalTestCase {
                    override class var scenario: String { "no-such" }
                    func testBad() {}
                }
                """)
            try project.write(
                "main.swift",
                """
                import XCTest

                XCTMain([
                    testCase([("testGood", TokenTests.testGood), ("testBad", TokenTests.testBad)]),
                    testCase([("testBad", OtherTests.testBad)]),
                ])
                """)
            let built = try await project.run(
                [
                    "swiftc", "-swift-version", "6", "MockPortalTestCase.swift", "Tests.swift", "main.swift", "-o",
                    "tests",
                ]
            )
            #expect(built.code == 0 && built.errors.isEmpty && built.output.isEmpty, "\(built.output)\(built.errors)")
            let good = try await project.run(["./tests", "tests.TokenTests/testGood"])
            #expect(
                good.code == 0 && good.output.contains("Executed 1 test, with 0 failures"),
                "\(good.output)\(good.errors)")
            let all = try await project.run(["./tests"])
            #expect(all.code == 1 && all.output.contains("TokenTests.testBad : XCTAssertEqual failed"), "\(all.output)")
            #expect(all.output.contains("OtherTests.testBad : ") && all.output.contains("mockportal did not start"))
            #expect(try project.started().count == 4)
            #expect(try project.started().filter { kill($0, 0) == 0 } == [])
        }
    #endif

    /// A stranger's folder with copies of helpers, and a `mockportal` that notes its process as it starts.
    private final class Project {
        private let folder: TemporaryFolder

        init(_ helpers: [String]) throws {
            folder = try TemporaryFolder()
            for name in helpers {
                let source = GuidePage.root.appendingPathComponent("Fixtures/clients/\(name)")
                try write(name, String(contentsOf: source, encoding: .utf8))
            }
            try ProgramFile.write(
                "#!/bin/sh\necho $$ >>'\(folder.path)/started'\nexec '\(Mockportal.path)' \"$@\"\n",
                to: folder.path + "/mockportal")
        }

        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
        }

        func run(_ command: [String]) async throws -> Mockportal {
            try await Mockportal.run(
                Array(command.dropFirst()), program: command[0],
                environment: ["MOCKPORTAL": folder.path + "/mockportal"], folder: folder.path)
        }

        /// The processes that were ever started.
        func started() throws -> [pid_t] {
            try String(contentsOfFile: folder.path + "/started", encoding: .utf8).split(separator: "\n")
                .compactMap { pid_t($0) }
        }
    }
}
