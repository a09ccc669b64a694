internal import HTTPSemantics
internal import Platform
internal import TLSIdentity

extension KerberosRealm {
    /// What the programs of a realm find in their environment.
    static func environment(_ folder: String) -> [String: String] {
        [
            "KRB5_CONFIG": folder + "/krb5.conf", "KRB5_KDC_PROFILE": folder + "/kdc.conf", "PATH": "/usr/bin:/bin",
            "KRB5RCACHENAME": "none:", "LC_ALL": "C",
        ]
    }

    /// Writes the settings of clients, of web servers and of the centre.
    static func writeSettings(_ plan: Plan, in folder: String, port: Int) throws(Failure) {
        try RealmProgram.write(Array(settings(plan, in: folder, port: port).utf8), to: folder + "/krb5.conf")
        try RealmProgram.write(Array(centreSettings(plan, in: folder, port: port).utf8), to: folder + "/kdc.conf")
    }

    private static func settings(_ plan: Plan, in folder: String, port: Int) -> String {
        let places = (plan.hosts + plan.hostsWithoutKeytab).flatMap { host in
            ["    \(host) = \(plan.realm)", "    .\(host) = \(plan.realm)"]
        }
        let realms = plan.realms.map { "    \($0) = {\n        kdc = 127.0.0.1:\(port)\n    }" }
        // A host's name is taken as it is: neither DNS nor a search domain changes it (krb5.conf, `qualify_shortname`).
        return """
            [libdefaults]
                default_realm = \(plan.realm)
                dns_lookup_kdc = false
                dns_lookup_realm = false
                dns_canonicalize_hostname = false
                qualify_shortname = ""
                rdns = false
                forwardable = true
                udp_preference_limit = 1
                default_ccache_name = FILE:\(folder)/tickets
                ignore_acceptor_hostname = true
            [realms]
            \(realms.joined(separator: "\n"))
            [domain_realm]
            \(places.joined(separator: "\n"))

            """
    }

    private static func centreSettings(_ plan: Plan, in folder: String, port: Int) -> String {
        let realms = plan.realms.map { realm in
            """
                \(realm) = {
                    database_name = \(folder)/principals-\(realm)
                    key_stash_file = \(folder)/stash-\(realm)
                    acl_file = \(folder)/acl
                    max_life = \(plan.ticketLifetime)
                    supported_enctypes = aes256-cts-hmac-sha1-96:normal aes128-cts-hmac-sha1-96:normal
                }
            """
        }
        return """
            [kdcdefaults]
                kdc_listen = ""
                kdc_tcp_listen = 127.0.0.1:\(port)
            [realms]
            \(realms.joined(separator: "\n"))
            [logging]
                kdc = FILE:\(folder)/kdc.log
                admin_server = FILE:\(folder)/admin.log
                default = FILE:\(folder)/default.log

            """
    }

    /// Makes the databases and the keytabs; passwords reach the programs through files that only this user may read.
    static func makeDatabases(_ plan: Plan, in folder: String, _ programs: Programs) throws(Failure) {
        try writeSettings(plan, in: folder, port: 88)
        let input = folder + "/input"
        let log = folder + "/made.log"
        defer { unlink(input) }
        var said = ""
        for realm in plan.realms {
            let master = Hexadecimal.encode(randomBytes(16))
            try RealmProgram.write(Array("\(master)\n\(master)\n".utf8), to: input)
            try RealmProgram.run(
                [programs.database, "-r", realm, "create", "-s"], environment: environment(folder), input: input,
                output: log)
            let commands = commands(plan, of: realm, in: folder)
            try RealmProgram.write(Array(commands.map { $0 + "\n" }.joined().utf8), to: input)
            said += try RealmProgram.run(
                [programs.administration, "-r", realm], environment: environment(folder), input: input, output: log)
        }
        for file in ["http.keytab"] + (plan.users.isEmpty ? [] : ["users.keytab"])
        where access("\(folder)/\(file)", R_OK) != 0 {
            // It repeats each command after its prompt, passwords too, and says what failed in lines of another form.
            let words = said.split(separator: "\n").first { $0.contains(" while ") && !$0.contains("-pw ") }
            throw Failure("kadmin.local has made no \(file): \(words.map(String.init) ?? "it said nothing")")
        }
    }

    /// What kadmin.local is told, a line each.
    private static func commands(_ plan: Plan, of realm: String, in folder: String) -> [String] {
        var commands: [String] = []
        // A mark of quotation within quotes is doubled (src/util/ss/parse.c of MIT Kerberos).
        func quoted(_ path: String) -> String {
            "\"\(path.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
        }
        for user in plan.users {
            commands.append("addprinc -pw \"\(user.password)\" \(user.name)@\(realm)")
            commands.append("ktadd -k \(quoted("\(folder)/users.keytab")) -norandkey \(user.name)@\(realm)")
        }
        // The web servers are in the first realm.
        guard realm == plan.realm else { return commands }
        for host in plan.hosts + plan.hostsWithoutKeytab { commands.append("addprinc -randkey HTTP/\(host)@\(realm)") }
        for host in plan.hosts {
            commands.append("ktadd -k \(quoted("\(folder)/http.keytab")) -norandkey HTTP/\(host)@\(realm)")
        }
        return commands
    }
}
