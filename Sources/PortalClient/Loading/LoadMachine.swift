internal import PortalAuthentication

/// The states of a ``Loadable`` as a value: what a call does, and whether a result still counts.
struct LoadMachine: Sendable {
    enum Entry: Sendable { case loaded, failed(PortalError), attempt(Int, isNew: Bool) }

    private(set) var status = LoadStatus.notLoaded
    private(set) var error: PortalError?
    /// Whether the last attempt ended because the last task that waited for it was cancelled.
    private(set) var wasAbandoned = false
    private var attempt = 0

    /// A call of `load` or `retryLoad`.
    mutating func enter(retrying: Bool) -> Entry {
        switch status {
        case .loaded: return .loaded
        case .loading: return .attempt(attempt, isNew: false)
        case .failed where !retrying: return .failed(error ?? PortalError(.cancelled, detail: "loading failed"))
        case .failed, .notLoaded:
            attempt += 1
            status = .loading
            error = nil
            wasAbandoned = false
            return .attempt(attempt, isNew: true)
        }
    }

    /// The end of an attempt; gives the new status where the attempt still counted.
    mutating func finish(
        _ number: Int, _ result: Result<Void, PortalError>, isAbandoned: Bool = false
    ) -> LoadStatus? {
        guard number == attempt, status == .loading else { return nil }
        wasAbandoned = isAbandoned
        switch result {
        case .success: status = .loaded
        case .failure(let error):
            status = .failed
            self.error = error
        }
        return status
    }

    /// Ends the attempt under way; gives its number.
    mutating func cancel(_ error: PortalError) -> Int? {
        guard status == .loading else { return nil }
        status = .failed
        self.error = error
        return attempt
    }

    /// Whether an attempt is still under way.
    func isUnderWay(_ number: Int) -> Bool { number == attempt && status == .loading }
}
