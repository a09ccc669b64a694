import ChildProcess
import Foundation
import TestFolders
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
        Row(testDescription: "an unknown subcommand", arguments: ["surve"], code: 64, says: ["surve", "serve"]),
        Row(
            testDescription: "an unknown subcommand of a subcommand", arguments: ["report", "marge"], code: 64,
            says: ["report marge", "did you mean mockportal report merge?"]),
        Row(
            testDescription: "the beginning of rows", arguments: ["run", "T1"], code: 64,
            says: ["did you mean T01", "T10, T11", "T19?"]),
        Row(
            testDescription: "the beginning of ids", arguments: ["list", "trust/expired-l"], code: 64,
            says: ["did you mean trust/expired-listed?"]),
        Row(
            testDescription: "families as JSON", arguments: ["list", "--families", "--json"], code: 64,
            says: ["--families", "--json"]),
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
            testDescription: "an unknown scenario to explain", arguments: ["explain", "tokn"], code: 64,
            says: ["tokn", "refused"]),
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
        Row(
            testDescription: "a client command with an open quotation mark",
            arguments: ["run", "C01", "--client", "sh 'my client.sh"], code: 64,
            says: ["--client sh 'my client.sh", "the quotation mark ' is opened and not closed"]),
        Row(testDescription: "a shard that is none", arguments: ["run", "--shard", "5/5"], code: 64, says: ["5/5"]),
        Row(
            testDescription: "two reports in one file",
            arguments: ["run", "C01", "--report", "json=a.json", "--report", "junit=./a.json"], code: 64,
            says: ["junit=./a.json", "another report goes to the same file"]),
        Row(
            testDescription: "a report in a folder that is not there",
            arguments: ["run", "C01", "--report", "json=/nowhere/a.json"], code: 2,
            says: ["write in the folder /nowhere/"]),
        Row(
            testDescription: "a report in the place of a folder", arguments: ["run", "C01", "--report", "html=/tmp"],
            code: 2, says: ["/tmp", "it is a folder"]),
        Row(
            testDescription: "a report with a long name",
            arguments: ["run", "C01", "--report", "json=" + String(repeating: "中", count: 80) + ".json"], code: 0,
            says: []),
        Row(
            testDescription: "a portal that is not there", arguments: ["connect", "https://127.0.0.1:1/portal"],
            code: 1,
            says: ["127.0.0.1"]),
        Row(
            testDescription: "a URL that is none", arguments: ["connect", "ftp://portal"], code: 64,
            says: ["ftp://portal"]),
        Row(
            testDescription: "a URL with a password in it",
            arguments: ["connect", "https://alice:pw@127.0.0.1:1/portal"],
            code: 64,
            says: ["https://127.0.0.1:1/portal: ", "a user name and a password; leave it out", "--password-file"]),
        Row(
            testDescription: "an authority's file with nothing in it",
            arguments: ["connect", "https://127.0.0.1:1/portal", "--ca-file", "/dev/null"], code: 2,
            says: ["/dev/null", "is empty"]),
    ]

    private static let portal = "https://127.0.0.1:1/portal"
    private static let signingIn = [
        Row(
            testDescription: "a browser and a password",
            arguments: ["user", portal, "--client-id", "a", "--user", "b"],
            code: 64, says: ["--client-id", "--user"]),
        Row(
            testDescription: "a redirect URI without a client", arguments: ["user", portal, "--redirect-uri", "a://b"],
            code: 64, says: ["--client-id"]),
        Row(
            testDescription: "plain HTTP to another machine",
            arguments: ["user", portal, "--client-id", "a", "--redirect-uri", "http://gis.test/cb"], code: 64,
            says: ["http://gis.test/cb", "http://127.0.0.1/callback"]),
        Row(
            testDescription: "a host that only looks like this machine",
            arguments: ["user", portal, "--client-id", "a", "--redirect-uri", "http://127.evil.test/cb"], code: 64,
            says: ["http://127.evil.test/cb"]),
        Row(
            testDescription: "a redirect URI with a fragment",
            arguments: ["user", portal, "--client-id", "a", "--redirect-uri", "https://app.test/#x"], code: 64,
            says: ["https://app.test/#x", "fragment"]),
        Row(
            testDescription: "a passphrase without a store",
            arguments: ["user", portal, "--store-passphrase-file", "/nowhere"], code: 64, says: ["--store <folder>"]),
        Row(
            testDescription: "two keys of a store",
            arguments: ["user", portal, "--store", "s", "--store-passphrase-file", "f", "--store-key-file", "k"],
            code: 64, says: ["exclude each other"]),
        Row(
            testDescription: "a store without a key and no terminal",
            arguments: ["user", portal, "--store", "/nowhere"],
            code: 64, says: ["/nowhere", "--store-key-file"]),
        Row(
            testDescription: "a passphrase file that is not there",
            arguments: ["user", portal, "--store", "/nowhere", "--store-passphrase-file", "/nowhere/p"], code: 2,
            says: ["/nowhere/p"]),
        Row(testDescription: "signing out of nothing", arguments: ["sign-out", portal], code: 64, says: ["--store"]),
        Row(
            testDescription: "signing out of a store that is not there",
            arguments: ["sign-out", portal, "--store", "/nowhere/store"], code: 2, says: ["/nowhere/store"]),
        Row(
            testDescription: "a thumbnail in the place of a file",
            arguments: ["user", portal, "--thumbnail", "/etc/hostname"], code: 2,
            says: ["/etc/hostname", "--overwrite"]),
    ]

    @Test(arguments: rows + signingIn)
    func `A command ends with its exit code and says why`(row: Row) async throws {
        let done = try await Mockportal.run(row.arguments)
        #expect(done.code == row.code, "\(done.errors)")
        for word in row.says { #expect(done.errors.contains(word)) }
        // Usage errors come with the usage; everything else is one clear line.
        if row.code == 2 { #expect(done.errors.split(separator: "\n").count == 1) }
    }

    @Test(arguments: [
        (70, 2, "may have 70 files open, and a run needs 80"), (128, 0, "2 of 8 runs go on side by side"),
    ])
    func `A run goes as far as its open files reach`(_ limit: Int, _ code: Int, _ words: String) async throws {
        let folder = try TemporaryFolder()
        let done = try await ChildProcess.run(
            "sh", ["-c", "ulimit -n \(limit) && exec \"$0\" run C01", Mockportal.path], folder: folder.path,
            streams: .pipesForEach)
        #expect(done.status == code && done.errors.contains(words), "\(done.errors)")
    }

    @Test func `An address that is none is shown without its password and the values of its query`() async throws {
        let address = "https://alice:hunter2hunter2@127.0.0.1:1/portal?token=hunter3hunter3#hunter4hunter4"
        let folder = try TemporaryFolder()
        let profile = try folder.write("rows: []\n", as: "profile.yaml")
        for arguments in [["connect", address], ["conformance", address, "--profile", profile]] {
            let done = try await Mockportal.run(arguments)
            #expect(done.code == 64 && !done.errors.contains("hunter"), "\(done.errors)")
            #expect(
                done.errors.contains("https://127.0.0.1:1/portal?token=***#***: what stands before"), "\(done.errors)")
        }
        let out = try await Mockportal.run(["sign-out", address, "--store", folder.path])
        #expect(
            out.code == 0 && out.output == "nothing is kept for https://127.0.0.1:1/portal?token=***#***\n",
            "\(out.output)\(out.errors)")
    }

    @Test func `tell once which commands there are`() async throws {
        let done = try await Mockportal.run("qqqqqqqqqq")
        let list = try #require(done.errors.firstRange(of: "there are ")?.upperBound)
        let line = done.errors[list...].split(separator: "\n")[0]
        let names = line.split(separator: ",").map { $0.filter { $0.isLetter || $0 == "-" } }
        #expect(names.count > 5 && Set(names).count == names.count, "\(done.errors)")
    }
}
