import Foundation
import Testing

@Suite struct ExitCodes {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let arguments: [String]
        let code: Int32
        /// What the one line on standard error must say.
        let says: [String]
    }

    static let rows = [
        Row(testDescription: "help", arguments: ["--help"], code: 0, says: []),
        Row(testDescription: "an unknown subcommand", arguments: ["surve"], code: 64, says: ["surve"]),
        Row(
            testDescription: "an unknown option", arguments: ["serve", "--prot", "1"], code: 64,
            says: ["--prot", "--port"]),
        Row(
            testDescription: "a port that is none", arguments: ["serve", "--port", "70000"], code: 64, says: ["70000"]),
        Row(
            testDescription: "an unknown preset to serve", arguments: ["serve", "--scenario", "tokn"], code: 64,
            says: ["tokn", "token"]),
        Row(
            testDescription: "an unknown selector to run", arguments: ["run", "tokn"], code: 64,
            says: ["tokn", "token"]),
        Row(
            testDescription: "an unknown selector to list", arguments: ["list", "tag:cor"], code: 64,
            says: ["tag:cor", "tag:core"]),
        Row(
            testDescription: "an unknown scenario to explain", arguments: ["explain", "tokn"], code: 64, says: ["tokn"]),
        Row(
            testDescription: "a report that is not there", arguments: ["judge", "/nowhere/report.json"], code: 2,
            says: ["/nowhere/report.json"]),
        Row(
            testDescription: "fixtures that are not there", arguments: ["serve", "--fixtures", "/nowhere"], code: 2,
            says: ["/nowhere"]),
        Row(
            testDescription: "a certificate folder that cannot be written",
            arguments: ["serve", "--port", "0", "--certs", "/proc/nowhere"], code: 2, says: ["/proc/nowhere"]),
        Row(
            testDescription: "an authority that is not there", arguments: ["env", "--ca-file", "/nowhere/ca.pem"],
            code: 2,
            says: ["/nowhere/ca.pem"]),
        Row(
            testDescription: "an empty shard", arguments: ["run", "C01", "--shard", "5/5000"], code: 0, says: []),
        Row(testDescription: "a shard that is none", arguments: ["run", "--shard", "5/5"], code: 64, says: ["5/5"]),
        Row(
            testDescription: "a portal that is not there", arguments: ["connect", "https://127.0.0.1:1/portal"],
            code: 1,
            says: ["127.0.0.1"]),
        Row(
            testDescription: "a URL that is none", arguments: ["connect", "ftp://portal"], code: 64,
            says: ["ftp://portal"]),
    ]

    @Test(arguments: rows)
    func `A command ends with its exit code and says why`(row: Row) async throws {
        let done = try await Mockportal.run(row.arguments)
        #expect(done.code == row.code, "\(done.errors)")
        for word in row.says { #expect(done.errors.contains(word)) }
        // Usage errors come with the usage; everything else is one clear line.
        if row.code == 2 { #expect(done.errors.split(separator: "\n").count == 1) }
    }
}
