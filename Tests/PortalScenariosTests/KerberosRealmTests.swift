import ChildProcess
import Foundation
import TestFolders
import Testing

@testable import PortalScenarios

/// The realm that scenarios share, by what other programs make of its tickets.
@Suite(.enabled(if: RealmPeer.isThere, "NO KERBEROS ON THIS MACHINE: `.ci/setup test` installs it"))
struct `Kerberos realms` {
    private static func withRealm(_ body: (KerberosRealm) async throws -> Void) async throws {
        var plan = KerberosRealm.Plan()
        plan.users = [("alice", "secret")]
        plan.neighbour = "OTHER.TEST"
        plan.hostsWithoutKeytab = ["gis.localhost"]
        let realm = try KerberosRealm(plan)
        do { try await body(realm) } catch {
            realm.stop()
            throw error
        }
        realm.stop()
        #expect(!FileManager.default.fileExists(atPath: realm.folder))
    }

    private static func run(_ realm: KerberosRealm, _ cache: String, _ words: String...) async throws -> (
        status: Int32, said: String
    ) {
        let done = try await ChildProcess.run(
            words[0], Array(words.dropFirst()),
            environment: ["KRB5_CONFIG=\(realm.configuration)", "KRB5CCNAME=FILE:\(cache)", "LC_ALL=C"],
            streams: .pipesForEach)
        return (done.status, done.output + done.errors)
    }

    private static func holding(_ ticket: KerberosRealm.Ticket) -> KerberosRealm.Holding {
        var holding = KerberosRealm.Holding()
        holding.ticket = ticket
        return holding
    }

    @Test func `are made in folders with blanks in their names`() throws {
        let files = try TemporaryFolder()
        let folder = files.path + "/a folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        var plan = KerberosRealm.Plan()
        plan.users = [("alice", "secret")]
        try KerberosRealm.makeDatabases(plan, in: folder, KerberosRealm.Programs())
        for file in ["http.keytab", "users.keytab"] {
            #expect(FileManager.default.fileExists(atPath: "\(folder)/\(file)"))
        }
    }

    @Test func `a valid ticket leads to every service that the realm knows, and to no other`() async throws {
        try await Self.withRealm { realm in
            let cache = try realm.makeCache(Self.holding(.valid), as: "valid")
            for (service, isKnown) in [("localhost", true), ("gis.localhost", true), ("elsewhere.localhost", false)] {
                let done = try await Self.run(realm, cache, "kvno", "HTTP/\(service)@MOCK.TEST")
                #expect((done.status == 0) == isKnown, "\(service): \(done.said)")
            }
        }
    }

    @Test func `tickets are what their names say`() async throws {
        try await Self.withRealm { realm in
            let expired = try realm.makeCache(Self.holding(.expired), as: "expired")
            // It has a ticket, and none that is good.
            let list = try await Self.run(realm, expired, "klist")
            #expect(list.status == 0 && list.said.contains("krbtgt/MOCK.TEST@MOCK.TEST"), "\(list.said)")
            let good = try await Self.run(realm, expired, "klist", "-s")
            #expect(good.status == 1)
            let late = try await Self.run(realm, expired, "kvno", "HTTP/localhost@MOCK.TEST")
            #expect(late.said.contains("expired"), "\(late.said)")

            let early = try realm.makeCache(Self.holding(.notYetValid), as: "early")
            let soon = try await Self.run(realm, early, "kvno", "HTTP/localhost@MOCK.TEST")
            #expect(soon.status != 0 && soon.said.contains("not yet valid"), "\(soon.said)")

            let other = try realm.makeCache(Self.holding(.otherRealm), as: "other")
            let away = try await Self.run(realm, other, "kvno", "HTTP/localhost@MOCK.TEST")
            #expect(away.said.contains("krbtgt/MOCK.TEST@OTHER.TEST not found"), "\(away.said)")

            let none = try realm.makeCache(Self.holding(.none), as: "none")
            #expect(!FileManager.default.fileExists(atPath: none))
        }
    }

    @Test func `a clock that is ahead is refused by the centre, and hidden by a ticket that is there already`()
        async throws
    {
        try await Self.withRealm { realm in
            var holding = Self.holding(.valid)
            holding.secondsAhead = 1200
            let ahead = try realm.makeCache(holding, as: "ahead")
            let refused = try await Self.run(realm, ahead, "kvno", "HTTP/localhost@MOCK.TEST")
            #expect(refused.status != 0 && refused.said.contains("Clock skew too great"), "\(refused.said)")
            holding.services = ["localhost"]
            let kept = try realm.makeCache(holding, as: "kept")
            let asked = try await Self.run(realm, kept, "kvno", "HTTP/localhost@MOCK.TEST")
            #expect(asked.status == 0, "\(asked.said)")
        }
    }
}
