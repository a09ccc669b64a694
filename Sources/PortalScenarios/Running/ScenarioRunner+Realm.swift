internal import Platform

/// The realm that a runner holds, once one of its runs needs it.
final class RealmHolder: Sendable {
    private let held = Locked<Task<SharedRealm, any Error>?>(nil)

    /// The realm, which is started where it does not run yet; the start is waited for on a thread of its own.
    func realm() async throws -> SharedRealm {
        let task = held.withLock { held in
            if let held { return held }
            let task = Task { () throws -> SharedRealm in
                try await KerberosRealm.waiting { () throws(KerberosRealm.Failure) in try SharedRealm() }
            }
            held = task
            return task
        }
        return try await task.value
    }

    /// Lets the realm go, which ends with the last runner that holds it.
    func letGo() async {
        let task = held.withLock { held in
            defer { held = nil }
            return held
        }
        guard let realm = try? await task?.value else { return }
        _ = await NativeThread.value { realm.letGo() }
    }
}

extension KerberosRealm {
    /// Runs what waits for the programs of a realm on a thread of its own.
    fileprivate static func waiting<Value: Sendable>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let outcome = await NativeThread.value { () -> Result<Value, Failure> in
            Result { () throws(Failure) in try body() }
        }
        guard let outcome else { throw Failure("the system has no thread left to wait for Kerberos's programs") }
        return try outcome.get()
    }
}

extension ScenarioRunner {
    /// What a run has of the realm; nil where its client has no Kerberos. Throws where the machine has no realm to give.
    func tickets(for run: RunSetup) async throws -> RunTickets? {
        guard let plan = run.environment.kerberos else { return nil }
        let shared = try await realm.realm()
        return try await KerberosRealm.waiting { () throws(KerberosRealm.Failure) in
            try shared.tickets(plan.holding)
        }
    }

    /// Starts the realm where any of some runs needs it: before others are under way, for it sets a variable of the process.
    func prepareRealm(for runs: [ScenarioRun]) async {
        guard runs.contains(where: { $0.environment.kerberos != nil }) else { return }
        // Why there is none is told by each run that needs it.
        _ = try? await realm.realm()
    }
}
