import HTTPSemantics
import Platform
import PortalAuthentication

/// A persistence that writes nothing while something is being tried: a program that ends meanwhile has changed nothing.
final class TrialPersistence: DocumentPersistence {
    private typealias Change = @Sendable (any StorePersistence) async throws(PortalError) -> Void
    private struct State {
        var isTrying = false
        /// What is to be written once it is over, oldest first.
        var changes: [Change] = []
    }
    private let state = Locked(State())
    private let lasting: any StorePersistence

    /// Writes to another one, at once until ``begin()``.
    init(_ lasting: any StorePersistence) { self.lasting = lasting }

    func load(_ name: String) async throws(PortalError) -> Secret<[UInt8]>? { try await lasting.load(name) }

    func update(
        _ name: String, _ body: @escaping @Sendable (Secret<[UInt8]>?) throws(PortalError) -> Secret<[UInt8]>
    ) async throws(PortalError) {
        try await make { lasting throws(PortalError) in try await lasting.update(name, body) }
    }

    func write(
        _ name: String, _ extent: StoreExtent,
        _ body: @escaping @Sendable (inout StoreDocument) throws(PortalError) -> Void
    ) async throws(PortalError) {
        try await make { lasting throws(PortalError) in try await lasting.writeDocument(name, extent, body) }
    }

    func erase(_ name: String) async throws(PortalError) {
        try await make { lasting throws(PortalError) in try await lasting.erase(name) }
    }

    /// Writes nothing from now on.
    func begin() { state.withLock { $0.isTrying = true } }

    /// Writes everything since ``begin()``, in order, and what comes later at once; throws why the first of them cannot be written,
    /// once all were tried: one store's failure does not keep the other from its disk.
    func end() async throws(PortalError) {
        var failure: PortalError?
        while let change = next() {
            do throws(PortalError) { try await change(lasting) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// The oldest change; nil where there is none, and the trial is over.
    private func next() -> Change? {
        state.withLock { state in
            guard state.changes.isEmpty else { return state.changes.removeFirst() }
            state.isTrying = false
            return nil
        }
    }

    private func make(_ change: @escaping Change) async throws(PortalError) {
        let isLater = state.withLock { state in
            if state.isTrying { state.changes.append(change) }
            return state.isTrying
        }
        if !isLater { try await change(lasting) }
    }
}
