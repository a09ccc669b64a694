import ArgumentParser
import HTTPSemantics
import PortalAuthentication
import TLSIdentity

/// `mockportal identity`: the client certificates that the built-in client may show.
struct Identity: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Import, list and remove client certificates with their keys.",
        discussion: """
            They are kept in a folder that only the user can read, and shown to a server only where they were \
            chosen for it.

            Example:
              mockportal identity import alice.p12
            """,
        subcommands: [Import.self, List.self, Remove.self, Forget.self])

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import the identity of a PKCS #12 file.",
            discussion: """
                The file is judged by its bytes, never by its name. Whatever fails, the store stays as it was.

                Example:
                  mockportal identity import alice.p12
                """)

        @Argument(
            help: ArgumentHelp("The PKCS #12 file, often called .p12 or .pfx.", valueName: "file"), completion: .file())
        var file: String

        @OptionGroup var opening: PKCS12Options

        @Flag(help: "Replace the identity of the same subject and issuer.")
        var overwrite = false

        @OptionGroup var store: IdentityStoreOptions

        func run() throws {
            let identity = try PKCS12File(path: file, options: opening).import(
                into: try store.opened(), overwrite: overwrite)
            ClientTable.show(IdentityTable.details(of: identity))
            if let warning = IdentityTable.warning(about: identity) { Console.complain("mockportal: \(warning)") }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the identities of the store.",
            discussion: """
                Example:
                  mockportal identity list
                """)

        @OptionGroup var store: IdentityStoreOptions

        func run() throws {
            let store = try store.existing()
            for problem in store.problems { Console.complain("mockportal: \(problem)") }
            let identities = store.identities
            guard !identities.isEmpty else {
                return Console.complain("the store is empty; import one: mockportal identity import <file>")
            }
            for line in IdentityTable.lines(of: identities) { Console.say(line) }
            let choices = IdentityTable.lines(ofChoices: store.choices)
            if !choices.isEmpty { Console.say("") }
            for line in choices { Console.say(line) }
        }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget which identity is shown to a host; the identity stays.",
            discussion: """
                Example:
                  mockportal identity forget gis.example.com
                """)

        @Argument(help: ArgumentHelp("The host as mockportal identity list shows it.", valueName: "host"))
        var host: String

        @OptionGroup var store: IdentityStoreOptions

        func run() async throws {
            let store = try store.existing()
            let choices = store.choices
            guard let origin = TrustOptions.origin(host), let identity = choices[origin] else {
                let known = choices.keys.map(\.authority).sorted().joined(separator: ", ")
                throw CommandFailure(
                    "no identity was chosen for \(host)" + (known.isEmpty ? "" : "; for these hosts one was: \(known)"),
                    .wrongUsage)
            }
            do { try await store.choose(nil, for: origin) } catch { throw CommandFailure("\(error)", .refused) }
            Console.say("\(identity.commonName) is shown to \(origin.authority) no longer without being asked for")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an identity and its key from the store.",
            discussion: """
                Example:
                  mockportal identity remove alice
                """)

        @Argument(help: ArgumentHelp("A name, or the start of a fingerprint.", valueName: "name"))
        var name: String

        @OptionGroup var store: IdentityStoreOptions

        func run() async throws {
            let store = try store.existing()
            let identity = try store.identity(named: name)
            do { try await store.remove(identity) } catch { throw CommandFailure("\(error)", .refused) }
            Console.say("removed \(identity.certificate.subject)")
        }
    }
}
