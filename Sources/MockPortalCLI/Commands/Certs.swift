import ArgumentParser
import FixtureFiles
import HTTPSemantics
import TLSIdentity

/// `mockportal certs`: issues the test certificates into a folder.
struct Certs: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Issue the test authority, and every recipe's certificate and identity, into a folder.",
        discussion: """
            The authority is kept: serve --certs with the same folder uses it again, so that a device needs to trust it \
            only once. It vouches for this machine's own names and addresses only. Identities are for clients, as chain, \
            key and PKCS #12 file; their authorities are new each time. Keys are readable by you alone, and so is \
            p12.password, which holds the password of the PKCS #12 files.

            Example:
              mockportal certs --out mockportal-certs
            """)

    @Option(
        help: ArgumentHelp("Write into this folder; it is made if need be.", valueName: "folder"),
        completion: .directory)
    var out = "mockportal-certs"

    @Option(
        name: .customLong("name"),
        help: ArgumentHelp("Allow this host name besides localhost; may be repeated.", valueName: "host"))
    var names: [String] = []

    @OptionGroup var fixtures: FixtureOptions

    func run() throws {
        let tree = try fixtures.tree()
        try OutputFile.makeFolder(out, mode: 0o700)
        let (rows, identities, password, authority) = try CommandFailure.mapping(to: .couldNotJudge) {
            let pki = try TestPKI(fixtures: tree, names: ["localhost", ".localhost"] + names, keptIn: out)
            let rows = try pki.recipes.map { recipe in
                let issued = try pki.issue(recipe, names: ["localhost"] + names, addresses: ["127.0.0.1", "::1"])
                try OutputFile.write(Array(issued.chainPEM.utf8), to: "\(out)/\(recipe).pem")
                try OutputFile.write(Array(issued.keyPEM.expanded.utf8), to: "\(out)/\(recipe).key", mode: 0o600)
                if let authority = pki.authorityPEM(ofRecipe: recipe) {
                    try OutputFile.write(Array(authority.utf8), to: "\(out)/\(recipe)-ca.pem")
                }
                return [recipe, "\(out)/\(recipe).pem", "\(out)/\(recipe).key"]
            }
            let password = Base64URL.encode(randomBytes(12))
            let written = try IdentityFiles.write(of: pki, password: password, to: out)
            // A file that others may read is told where the password stands, and not the password.
            let shown =
                SharedOutput().map { shared in
                    "in \(written.passwordFile); others may read this output (its mode is \(shared.mode))"
                } ?? password
            return (rows, written.files.map { [$0.name, $0.p12, $0.about] }, shown, pki.authority)
        }
        Console.say("authority \(OutputFile.absolute(out))/ca.pem")
        Console.say("SHA-256   \(authority.fingerprint)")
        for line in Console.columns([["recipe", "chain", "key"]] + rows) { Console.say(line) }
        Console.say()
        for line in Console.columns([["identity", "PKCS #12 file", ""]] + identities) { Console.say(line) }
        Console.say("password of the PKCS #12 files: \(password)")
    }
}
