public import PortalAuthentication

/// An object whose properties come from a portal; it is loaded at most once, however often it is asked to.
///
/// After a failure ``load()`` throws the same error without asking again; ``retryLoad()`` makes another attempt.
public protocol Loadable: AnyObject, Sendable {
    /// How far the object has come.
    var loadStatus: LoadStatus { get }
    /// Why the last attempt failed; nil unless the status is `failed`.
    var loadError: PortalError? { get }
    /// The status now and every later one.
    var loadStatusUpdates: AsyncStream<LoadStatus> { get }
    /// Loads once: joins an attempt under way, returns at once when loaded, throws the same error when failed.
    func load() async throws(PortalError)
    /// Makes another attempt after a failure; else like ``load()``.
    func retryLoad() async throws(PortalError)
    /// Ends an attempt for everybody who waits for it, with `cancelled`; the object is failed then.
    func cancelLoad()
}
