import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication

/// A persistence in memory, which can fail and can hold its callers up.
final class MemoryPersistence: StorePersistence {
    struct State {
        var kept: [String: [UInt8]] = [:]
        /// What writing a store throws.
        var failures: [String: PortalError] = [:]
        /// The names of what was written, in order; erased ones with a minus.
        var log: [String] = []
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    let state = Locked(State())

    func load(_ name: String) async throws(PortalError) -> Secret<[UInt8]>? {
        state.withLock { $0.kept[name].map { Secret($0) } }
    }

    func update(
        _ name: String, _ body: @escaping @Sendable (Secret<[UInt8]>?) throws(PortalError) -> Secret<[UInt8]>
    ) async throws(PortalError) {
        await pass()
        try state.withLock { state throws(PortalError) in
            if let failure = state.failures[name] { throw failure }
            state.kept[name] = try body(state.kept[name].map { Secret($0) }).reveal { $0 }
            state.log.append(name)
        }
    }

    func erase(_ name: String) async throws(PortalError) {
        await pass()
        try state.withLock { state throws(PortalError) in
            if let failure = state.failures[name] { throw failure }
            state.kept[name] = nil
            state.log.append("-" + name)
        }
    }

    /// Lets writers wait, or go on.
    func hold(_ isHeld: Bool) {
        let waiting = state.withLock { state in
            state.isHeld = isHeld
            defer { if !isHeld { state.waiting = [] } }
            return isHeld ? [] : state.waiting
        }
        for writer in waiting { writer.resume() }
    }

    /// Lets the writers go on that wait now; later ones wait again.
    func letThrough() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for writer in waiting { writer.resume() }
    }

    /// How many writers wait.
    var waiterCount: Int { state.withLock { $0.waiting.count } }

    func fail(_ name: String, _ code: PortalError.Code?) {
        state.withLock { $0.failures[name] = code.map { PortalError($0, detail: "as the test wants it") } }
    }

    var log: [String] { state.withLock { $0.log } }

    /// The entries that a store has.
    func entries(_ name: String = "arcgis-credentials") -> [String: JSONValue]? {
        state.withLock { $0.kept[name] }.flatMap { (try? JSONValue(parsing: $0))?["entries"]?.object }
    }

    /// Puts entries there, as another process would.
    func put(_ entries: [String: JSONValue], as name: String = "arcgis-credentials") {
        state.withLock { $0.kept[name] = (["entries": .object(entries)] as JSONValue).bytes() }
    }

    private func pass() async {
        await withCheckedContinuation { continuation in
            let mayPass = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                return !state.isHeld
            }
            if mayPass { continuation.resume() }
        }
    }
}
