package import PortalAuthentication
package import PortalClient

extension AppBehavior {
    /// How the app loads portals and lets them go.
    package struct Loading: Sendable {
        /// Says whether a portal may ask its user.
        package var challenges: @Sendable (ChallengePolicy) -> ChallengePolicy = { $0 }
        /// Loads a portal, perhaps after a failure.
        package var load: @Sendable (Portal, PortalEnvironment, _ isRetried: Bool) async throws -> Void = {
            portal, _, isRetried in
            if isRetried { try await portal.retryLoad() } else { try await portal.load() }
        }
        /// The portal that an item, a map or a search is asked of, of the one that the app has.
        package var portal: @Sendable (Portal) -> Portal = { $0 }
        /// Registers an observer of an older portal, for as long as what is returned is kept.
        package var observe: @Sendable (LegacyNotifications, @escaping Observation) -> [LegacyNotifications.Observer] =
            {
                [$0.observe($1)]
            }
        /// What an observer is told.
        package typealias Observation = @Sendable (LegacyNotifications.Notification) -> Void
        /// What the delegate of an older portal understands a call about a search to be.
        package var searchWord: @Sendable (String) -> String = { $0 }
        /// Loads a picture, perhaps after a failure.
        package var image: @Sendable (RemoteImage, _ isRetried: Bool) async throws -> Void = { image, isRetried in
            if isRetried { try await image.retryLoad() } else { try await image.load() }
        }
        /// Lets the last reference to a portal go.
        package var drop: @Sendable (_ letGo: () -> Void) -> Void = { $0() }
        /// Says which task of several is cancelled, from 1; nil means all.
        package var cancelled: @Sendable (Int?) -> Int? = { $0 }
    }
}
