import ChildProcess
import Foundation
import TestFolders

/// One run of a program that is not ours, to its end.
struct ForeignClient {
    /// The exit code; -1 where a signal ended it.
    let code: Int32
    let output: String
    let errors: String

    /// Variables that would override what a call says about trust or the way.
    private static let meddling = [
        "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "CURL_HOME", "HTTP_PROXY",
        "http_proxy",
        "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy",
    ]

    /// Runs a program in an empty folder, which may be left with files; `environment` adds words of the form NAME=VALUE.
    static func run(_ program: String, _ arguments: [String], environment: [String] = [], input: String = "")
        async throws -> ForeignClient
    {
        let words = meddling.flatMap { ["-u", $0] } + environment + [program] + arguments
        let folder = try TemporaryFolder()
        let done = try await ChildProcess.run("env", words, input: input, folder: folder.path, streams: .pipesForEach)
        return ForeignClient(code: done.status, output: done.output, errors: done.errors)
    }

    /// curl; the status stands in the last line of its output, 000 where there was no answer.
    static func curl(_ arguments: [String], authority: String, _ url: String) async throws -> ForeignClient {
        try await run(
            "curl",
            ["-q", "-sS", "--max-time", "120", "--cacert", authority, "-w", "\n%{http_code}"] + arguments + [url])
    }

    /// A Python program with its arguments in `sys.argv[1:]`.
    static func python(_ program: String, _ arguments: [String]) async throws -> ForeignClient {
        try await run("python3", ["-c", program] + arguments)
    }

    /// The status that ``curl(_:authority:_:)`` saw; 0 where there was no answer.
    var status: Int { output.split(separator: "\n").last.flatMap { Int($0) } ?? -1 }

    /// The body that ``curl(_:authority:_:)`` got.
    var body: String { String(output[..<(output.lastIndex(of: "\n") ?? output.endIndex)]) }
}
