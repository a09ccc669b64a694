import ArgumentParser
import HTTPSemantics
import JSONValues
import Platform
import PortalScenarios
import TLSIdentity

/// `mockportal kerberos`: a Kerberos realm for a portal that takes tickets, until it is told to end.
struct Kerberos: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a throw-away Kerberos realm for a portal that takes tickets.",
        discussion: """
            It starts MIT Kerberos's key distribution centre on a free loopback port, in a private folder, with the portal's \
            users and the keys of its hosts, and prints the lines that let kinit, curl, browsers and Python use it. Nothing of \
            the machine's own settings is read or changed. Control-C, SIGTERM or SIGHUP ends it and removes the folder.

            It needs krb5kdc, kdb5_util and kadmin.local (Debian: krb5-kdc, krb5-admin-server).

            Example:
              mockportal kerberos --host gis.localhost
            """)

    @Option(help: ArgumentHelp("Call the realm this; by custom in upper case.", valueName: "realm"))
    var realm = "MOCK.TEST"

    @Option(
        help: ArgumentHelp(
            "Make a key for the web server of this host too; may be repeated. localhost has one anyway.",
            valueName: "host"))
    var host: [String] = []

    @Option(
        help: ArgumentHelp(
            "Make this user in place of alice, bob, carol and dana; may be repeated. Passwords are random.",
            valueName: "name"))
    var user: [String] = []

    @Option(help: ArgumentHelp("How long tickets live, as 10h or 30s.", valueName: "time"))
    var ticketLifetime = "10h"

    @OptionGroup(title: "For programs that start it") var starting: StartingOptions

    func validate() throws {
        func requireName(_ option: String, _ text: String, _ others: String) throws {
            let isName =
                (1...63).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
                && text.unicodeScalars.allSatisfy {
                    ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
                        || others.unicodeScalars.contains($0)
                }
            guard isName else {
                throw ValidationError("\(option) \(text): a name of letters, digits and \(others) is needed")
            }
        }
        try requireName("--realm", realm, ".-")
        for host in host { try requireName("--host", host, ".-") }
        for user in user { try requireName("--user", user, "._-") }
        let digits = ticketLifetime.dropLast()
        guard let unit = ticketLifetime.last, "smhd".contains(unit), (1...6).contains(digits.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw ValidationError("--ticket-lifetime \(ticketLifetime): write a number and s, m, h or d, like 10h") }
    }

    func run() throws {
        let ending = try ServiceEnd()
        if starting.exitWithParent { try ParentWatch.start() }
        if let file = starting.readyFile { try ReadyFile.requirePlace(at: file) }
        let shared = SharedOutput(readyFile: starting.readyFile)
        if starting.json { try shared?.requireReadyFile() }
        var plan = KerberosRealm.Plan()
        plan.realm = realm
        plan.ticketLifetime = ticketLifetime
        for host in host where !plan.hosts.contains(host) { plan.hosts.append(host) }
        plan.users = (user.isEmpty ? ["alice", "bob", "carol", "dana"] : user).map { name in
            (name, Hexadecimal.encode(randomBytes(9)))
        }
        let realm = try Self.realm(plan)
        defer { realm.stop() }
        let ready = Self.document(of: realm)
        let readyFile = try starting.readyFile.map { file throws(CommandFailure) in
            try ReadyFile(ready.text() + "\n", at: file)
        }
        ProcessEnd.keep(readyFile)
        defer { readyFile?.remove() }
        if readyFile != nil { Console.allowClosedOutput() }
        if starting.json {
            Console.say(shared?.shown(ready, without: ["users"]) ?? ready)
        } else {
            Console.say(lines: Self.lines(of: realm, in: shared))
        }
        ending.wait()
    }

    private static func realm(_ plan: KerberosRealm.Plan) throws(CommandFailure) -> KerberosRealm {
        do { return try KerberosRealm(plan) } catch { throw CommandFailure(error.description, .couldNotJudge) }
    }

    private static func document(of realm: KerberosRealm) -> JSONValue {
        [
            "realm": .string(realm.plan.realm), "kdc": .string("127.0.0.1:\(realm.port)"),
            "configuration": .string(realm.configuration), "credentialCache": .string(realm.credentialCache),
            "keytab": .string(realm.keytab), "usersKeytab": .string(realm.usersKeytab),
            "services": .array(realm.plan.hosts.map { .string("HTTP/\($0)@\(realm.plan.realm)") }),
            "users": .array(
                realm.plan.users.map { user in
                    [
                        "username": .string(user.name), "password": .string(user.password),
                        "principal": .string("\(user.name)@\(realm.plan.realm)"),
                    ]
                }), "pid": .integer(Int64(getpid())),
            // By this a ready file is known as one of ours where its realm was killed.
            "nonce": .string(Hexadecimal.encode(randomBytes(16))),
        ]
    }

    private static func lines(of realm: KerberosRealm, in file: SharedOutput?) -> [String] {
        let first = realm.plan.users.first?.name ?? "alice"
        return [
            "The realm \(realm.plan.realm) has its key distribution centre at 127.0.0.1:\(realm.port).", "",
            "Users:",
        ] + realm.plan.users.map { "  \($0.name)" + (file == nil ? "  password \($0.password)" : "") }
            + (file.map { [""] + $0.lines() } ?? []) + [
                "", "In another terminal, a ticket:", "  export KRB5_CONFIG=\(realm.configuration)",
                "  export KRB5CCNAME=\(realm.credentialCache)", "  kinit \(first)",
                "or without typing a password:", "  kinit -k -t \(realm.usersKeytab) \(first)", "",
                "The portal that takes it:",
                "  mockportal serve --scenario iwa-kerberos --keytab \(realm.keytab)", "",
                "A client with the ticket:",
                "  curl --negotiate -u : --cacert <the portal's CA file> "
                    + "'https://localhost:8443/portal/sharing/rest/portals/self?f=json'",
            ]
    }
}
