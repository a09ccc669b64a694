import HTTPSemantics
import Platform
import TLSIdentity

/// A Kerberos realm with a key distribution centre of its own, in a private folder, until it is stopped.
///
/// It reads and writes nothing of the machine's: its programs get their settings through `KRB5_CONFIG` and `KRB5_KDC_PROFILE`
/// (MIT Kerberos documentation, krb5.conf and kdc.conf), and the centre listens on a loopback port for TCP alone.
final class KerberosRealm: Sendable {
    let plan: Plan
    let folder: String
    let port: Int
    private let process: pid_t
    /// The centre ends when this end of a pipe is closed, also where this process is killed.
    private let lifeline: Int32

    /// What a realm holds.
    struct Plan: Sendable {
        var realm = "MOCK.TEST"
        /// Users with their passwords, in order.
        var users: [(name: String, password: String)] = []
        /// Hosts whose web servers have a key: `HTTP/<host>`.
        var hosts = ["localhost"]
        /// The longest life of a ticket, as `10h` or `30s`.
        var ticketLifetime = "10h"
    }

    var configuration: String { folder + "/krb5.conf" }
    var keytab: String { folder + "/http.keytab" }
    var usersKeytab: String { folder + "/users.keytab" }
    var credentialCache: String { "FILE:" + folder + "/tickets" }

    /// Makes the realm and waits until its centre listens. Throws where krb5-kdc is not installed, or does not start.
    init(_ plan: Plan) throws(CommandFailure) {
        let programs = try Programs()
        let folder = OutputFile.absolute(try OutputFile.makeTemporaryFolder())
        self.plan = plan
        self.folder = folder
        do throws(CommandFailure) {
            try Self.makeDatabase(plan, in: folder, programs)
            (port, process, lifeline) = try Self.start(plan, in: folder, programs)
        } catch {
            TemporaryFolders.process.remove(folder)
            throw error
        }
    }

    /// Ends the centre and removes everything of the realm.
    func stop() {
        close(lifeline)
        _ = ProgramStart.end(of: process)
        TemporaryFolders.process.remove(folder)
    }

    /// The programs of a realm.
    private struct Programs {
        let centre: String
        let database: String
        let administration: String

        init() throws(CommandFailure) {
            func program(_ name: String) throws(CommandFailure) -> String {
                guard let path = HelperProgram.path(of: name) else {
                    throw CommandFailure(
                        "\(name) is not there, which a realm needs; install MIT Kerberos's key distribution centre (Debian: "
                            + "apt-get install krb5-kdc, krb5-admin-server; Homebrew: krb5)",
                        .couldNotJudge)
                }
                return path
            }
            centre = try program("krb5kdc")
            database = try program("kdb5_util")
            administration = try program("kadmin.local")
        }
    }

    private static func environment(_ folder: String) -> [String: String] {
        [
            "KRB5_CONFIG": folder + "/krb5.conf", "KRB5_KDC_PROFILE": folder + "/kdc.conf", "PATH": "/usr/bin:/bin",
            "KRB5RCACHENAME": "none:", "LC_ALL": "C",
        ]
    }

    private static func write(_ text: String, to path: String) throws(CommandFailure) {
        try OutputFile.write(Array(text.utf8), to: path, mode: 0o600)
    }

    private static func settings(_ plan: Plan, in folder: String, port: Int) -> String {
        let places = plan.hosts.flatMap { host in ["    \(host) = \(plan.realm)", "    .\(host) = \(plan.realm)"] }
        return """
            [libdefaults]
                default_realm = \(plan.realm)
                dns_lookup_kdc = false
                dns_lookup_realm = false
                dns_canonicalize_hostname = false
                rdns = false
                udp_preference_limit = 1
                default_ccache_name = FILE:\(folder)/tickets
                ignore_acceptor_hostname = true
            [realms]
                \(plan.realm) = {
                    kdc = 127.0.0.1:\(port)
                }
            [domain_realm]
            \(places.joined(separator: "\n"))

            """
    }

    private static func centreSettings(_ plan: Plan, in folder: String, port: Int) -> String {
        """
        [kdcdefaults]
            kdc_listen = ""
            kdc_tcp_listen = 127.0.0.1:\(port)
        [realms]
            \(plan.realm) = {
                database_name = \(folder)/principal
                key_stash_file = \(folder)/stash
                acl_file = \(folder)/acl
                max_life = \(plan.ticketLifetime)
                supported_enctypes = aes256-cts-hmac-sha1-96:normal aes128-cts-hmac-sha1-96:normal
            }
        [logging]
            kdc = FILE:\(folder)/kdc.log
            admin_server = FILE:\(folder)/admin.log
            default = FILE:\(folder)/default.log

        """
    }

    /// Makes the database and the keytabs; passwords reach the programs through files that only this user may read.
    private static func makeDatabase(_ plan: Plan, in folder: String, _ programs: Programs) throws(CommandFailure) {
        try write(settings(plan, in: folder, port: 88), to: folder + "/krb5.conf")
        try write(centreSettings(plan, in: folder, port: 88), to: folder + "/kdc.conf")
        let master = Hexadecimal.encode(randomBytes(16))
        try write("\(master)\n\(master)\n", to: folder + "/input")
        defer { unlink(folder + "/input") }
        let environment = environment(folder)
        let log = folder + "/made.log"
        try HelperProgram.run(
            [programs.database, "-r", plan.realm, "create", "-s"], environment: environment,
            input: folder + "/input", output: log)
        var commands: [String] = []
        for user in plan.users {
            commands.append("addprinc -pw \"\(user.password)\" \(user.name)@\(plan.realm)")
            commands.append("ktadd -k \(folder)/users.keytab -norandkey \(user.name)@\(plan.realm)")
        }
        for host in plan.hosts {
            commands.append("addprinc -randkey HTTP/\(host)@\(plan.realm)")
            commands.append("ktadd -k \(folder)/http.keytab -norandkey HTTP/\(host)@\(plan.realm)")
        }
        try write(commands.map { $0 + "\n" }.joined(), to: folder + "/input")
        let said = try HelperProgram.run(
            [programs.administration, "-r", plan.realm], environment: environment, input: folder + "/input",
            output: log)
        for file in ["http.keytab"] + (plan.users.isEmpty ? [] : ["users.keytab"])
        where access("\(folder)/\(file)", R_OK) != 0 {
            let words = said.split(separator: "\n").first { $0.hasPrefix("kadmin.local: ") || $0.contains("while") }
            throw CommandFailure(
                "kadmin.local has made no \(file): \(words.map(String.init) ?? "it said nothing")", .couldNotJudge)
        }
    }

    /// Starts the centre on a free port; where another process takes the port in between, on the next one.
    private static func start(
        _ plan: Plan, in folder: String, _ programs: Programs
    ) throws(CommandFailure) -> (port: Int, process: pid_t, lifeline: Int32) {
        var words = ""
        for _ in 0..<3 {
            guard let port = freePort() else { break }
            try write(settings(plan, in: folder, port: port), to: folder + "/krb5.conf")
            try write(centreSettings(plan, in: folder, port: port), to: folder + "/kdc.conf")
            guard let life = DescriptorPair.pipe() else { break }
            var isStarted = false
            defer {
                close(life.reading)
                if !isStarted { close(life.writing) }
            }
            guard let speech = DescriptorPair.pipe() else { break }
            defer { close(speech.reading) }
            // The shell waits for the end of its input, which comes when this process ends, however that is.
            let script =
                #""$@" </dev/null & centre=$!; exec >/dev/null 2>&1; read -r gone; kill "$centre"; wait "$centre""#
            let process: pid_t
            do {
                // Its own end of what it says is closed here, so that the reader hears the end.
                defer { close(speech.writing) }
                process = try HelperProgram.start(
                    [
                        "/bin/sh", "-c", script, "sh", programs.centre, "-n", "-r", plan.realm, "-P",
                        folder + "/kdc.pid",
                    ],
                    environment: environment(folder), input: life.reading, output: speech.writing)
            }
            words = HelperProgram.text(from: speech.reading) { $0.contains("starting...") }
            isStarted = words.contains("starting...")
            if isStarted { return (port, process, life.writing) }
            _ = ProgramStart.end(of: process)
        }
        throw CommandFailure(
            "krb5kdc does not start: \(words.isEmpty ? "it said nothing" : words.split(separator: "\n").joined(separator: "; "))",
            .couldNotJudge)
    }

    /// A loopback port that nothing listens on right now.
    private static func freePort() -> Int? {
        let descriptor = StreamSocket.open(family: AF_INET)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
}
