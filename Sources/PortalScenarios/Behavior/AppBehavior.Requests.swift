package import PortalAuthentication

extension AppBehavior {
    /// How the app sends requests of its own.
    package struct Requests: Sendable {
        /// Sends a request.
        package var send: @Sendable (PortalEnvironment, ArcGISRequest) async throws -> Void = {
            _ = try await $0.request($1)
        }
        /// Whether an item's id is looked at before anything is sent for it.
        package var looksAtIDs: Bool = true
    }
}
