internal import HTTPSemantics
internal import Platform
internal import TLSIdentity

/// The realm that all scenarios of this process share: it is started for the first runner that needs it and ends with the last one.
///
/// Kerberos reads its settings where `KRB5_CONFIG` says, whichever call it is (MIT Kerberos documentation, Environment variables):
/// of one process all clients and portals are in one realm.
final class SharedRealm: Sendable {
    private struct State {
        var realm: KerberosRealm?
        var holders = 0
    }
    private static let state = Locked(State())
    private static let lastCache = Locked(0)
    private let isHeld = Locked(true)
    let realm: KerberosRealm

    /// The hosts of scenarios: the portal's own and two further ones with keys, one that the portal has no key for. Any other
    /// is unknown to the realm.
    static let plan: KerberosRealm.Plan = {
        var plan = KerberosRealm.Plan()
        plan.neighbour = "OTHER.TEST"
        plan.hosts = ["localhost", "127.0.0.2"]
        plan.hostsWithoutKeytab = ["127.0.0.3"]
        plan.users = ["alice", "bob", "carol", "dana", "mallory"].map { ($0, Hexadecimal.encode(randomBytes(9))) }
        return plan
    }()

    /// Joins those that use the realm; the first one starts it and waits for it.
    init() throws(KerberosRealm.Failure) {
        let outcome = Self.state.withLock { state in
            Result { () throws(KerberosRealm.Failure) in
                let realm: KerberosRealm
                if let running = state.realm { realm = running } else { realm = try KerberosRealm(Self.plan) }
                state.realm = realm
                state.holders += 1
                return realm
            }
        }
        realm = try outcome.get()
        // The one variable that this process ever sets, before the first ticket is asked for.
        setenv("KRB5_CONFIG", realm.configuration, 1)
    }

    /// Leaves those that use the realm; the last one ends it. Later calls do nothing.
    func letGo() {
        let wasHeld = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        guard wasHeld else { return }
        let last = Self.state.withLock { state -> KerberosRealm? in
            state.holders -= 1
            guard state.holders == 0 else { return nil }
            defer { state.realm = nil }
            return state.realm
        }
        last?.stop()
    }

    deinit {
        guard isHeld.withLock({ $0 }) else { return }
        letGo()
    }

    /// Fills a ticket cache that no other run has.
    func tickets(_ holding: KerberosRealm.Holding) throws(KerberosRealm.Failure) -> RunTickets {
        let number = lastCache()
        return RunTickets(realm, cache: try realm.makeCache(holding, as: "cache-\(number)"))
    }

    private func lastCache() -> Int {
        Self.lastCache.withLock { last in
            last += 1
            return last
        }
    }
}

/// What one run has of the realm: the keys of its portal, and a ticket cache that is its client's own.
final class RunTickets: Sendable {
    /// The settings that `KRB5_CONFIG` is to name.
    let configuration: String
    /// The keys of the portal's hosts.
    let keytab: String
    /// The cache, as `KRB5CCNAME` is to name it.
    let cache: String
    private let path: String

    init(_ realm: KerberosRealm, cache path: String) {
        configuration = realm.configuration
        keytab = realm.keytab
        cache = "FILE:\(path)"
        self.path = path
    }

    deinit { unlink(path) }
}
