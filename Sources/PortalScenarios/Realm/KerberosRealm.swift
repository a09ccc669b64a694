internal import Platform

/// A Kerberos realm with a key distribution centre of its own, in a private folder, until it is stopped.
///
/// It reads and writes nothing of the machine's: its programs get their settings through `KRB5_CONFIG` and `KRB5_KDC_PROFILE`
/// (MIT Kerberos documentation, krb5.conf and kdc.conf), and the centre listens on a loopback port for TCP alone.
package final class KerberosRealm: Sendable {
    /// What it was made from.
    package let plan: Plan
    /// The folder of everything that it has.
    package let folder: String
    /// The port of the key distribution centre.
    package let port: Int
    private let centre: Centre

    /// What a realm holds.
    package struct Plan: Sendable {
        /// The name of the realm.
        package var realm = "MOCK.TEST"
        /// A second realm of the same centre, with users of the same names, that shares no key with the first one; nil for none.
        package var neighbour: String?
        /// Users with their passwords, in order.
        package var users: [(name: String, password: String)] = []
        /// Hosts whose web servers have a key in the keytab: `HTTP/<host>`.
        package var hosts = ["localhost"]
        /// Hosts whose web servers the realm knows, and whose keys stand in no keytab.
        package var hostsWithoutKeytab: [String] = []
        /// The longest life of a ticket, as `10h` or `30s`.
        package var ticketLifetime = "10h"

        package init() {}

        /// The realms of the centre.
        var realms: [String] { [realm] + (neighbour.map { [$0] } ?? []) }
    }

    /// Why there is no realm, or no ticket of it.
    package struct Failure: Error, CustomStringConvertible {
        /// What is missing or failed, and what to do.
        package let description: String

        init(_ description: String) { self.description = description }

        static func system(_ what: String, _ path: String) -> Failure {
            Failure("cannot \(what) \(path): \(String(cString: strerror(errno)))")
        }
    }

    /// The settings that `KRB5_CONFIG` is to name.
    package var configuration: String { folder + "/krb5.conf" }
    /// The keys of the hosts' web servers.
    package var keytab: String { folder + "/http.keytab" }
    /// The keys of the users.
    package var usersKeytab: String { folder + "/users.keytab" }
    /// The cache for tickets, as `KRB5CCNAME` is to name it.
    package var credentialCache: String { "FILE:" + folder + "/tickets" }

    /// Makes the realm and waits until its centre listens. Throws where krb5-kdc is not installed, or does not start.
    package init(_ plan: Plan) throws(Failure) {
        let programs = try Programs()
        let made: String
        do { made = try TemporaryFolders.process.make("mockportal") } catch { throw Failure(error.description) }
        let folder = Self.absolute(made)
        self.plan = plan
        self.folder = folder
        do throws(Failure) {
            try Self.makeDatabases(plan, in: folder, programs)
            centre = try Centre(plan, in: folder, program: programs.centre)
            port = centre.port
        } catch {
            TemporaryFolders.process.remove(made)
            throw error
        }
    }

    /// Ends the centre and removes everything of the realm.
    package func stop() {
        centre.stop()
        TemporaryFolders.process.remove(folder)
    }

    /// The programs that make a realm.
    struct Programs {
        let centre: String
        let database: String
        let administration: String

        init() throws(Failure) {
            centre = try RealmProgram.path(of: "krb5kdc")
            database = try RealmProgram.path(of: "kdb5_util")
            administration = try RealmProgram.path(of: "kadmin.local")
        }
    }

    /// The path from the root: programs are told it that run in another folder.
    private static func absolute(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
