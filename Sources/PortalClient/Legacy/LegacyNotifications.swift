internal import Platform
public import PortalAuthentication

/// Tells any number of observers how the loading of older portals ended, beside each portal's delegate.
public final class LegacyNotifications: Sendable {
    /// What observers are told.
    public enum Notification: Sendable {
        /// A portal's properties can be read.
        case portalDidLoad(LegacyPortal)
        /// A portal could not be loaded.
        case portalDidFailToLoad(LegacyPortal, PortalError)
    }
    /// An observer of the notifications; releasing it ends the observation.
    public final class Observer: Sendable {
        fileprivate let body: @Sendable (Notification) -> Void

        fileprivate init(_ body: @escaping @Sendable (Notification) -> Void) { self.body = body }
    }
    private struct Listener: Sendable {
        weak var observer: Observer?
    }
    private let listeners = Locked<[Listener]>([])

    /// Starts without observers.
    public init() {}

    /// Adds an observer, told before the portal's delegate, as long as what is returned is kept.
    public func observe(_ body: @escaping @Sendable (Notification) -> Void) -> Observer {
        let observer = Observer(body)
        listeners.withLock { listeners in
            listeners.removeAll { $0.observer == nil }
            listeners.append(Listener(observer: observer))
        }
        return observer
    }

    func post(_ notification: Notification) {
        for observer in listeners.withLock({ $0.compactMap(\.observer) }) { observer.body(notification) }
    }
}
