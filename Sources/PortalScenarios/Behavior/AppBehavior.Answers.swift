package import HTTPSemantics
package import PortalAuthentication
internal import PortalClient

extension AppBehavior {
    /// How the app answers challenges.
    package struct Answers: Sendable {
        /// Puts a challenge to the user.
        package var prompt: @Sendable (_ put: () -> Void) -> Void = { $0() }
        /// Says whether a token service on another host gets the password without a question to the user.
        package var consents: @Sendable (Origin) -> Bool = { _ in false }
        /// Gives the answer of the user, or another one; `known` is an account that the app could use instead.
        package var arcGIS: ArcGIS = { answer, _, _ in answer }
        package typealias ArcGIS =
            @Sendable (
                _ answer: ArcGISDisposition, _ challenge: ArcGISChallenge,
                _ known: @Sendable () async throws -> ArcGISDisposition
            ) async throws -> ArcGISDisposition
        /// Gives the answer of the user, or another one; `known` is what the app could use instead.
        package var network: Network = { answer, _ in answer }
        package typealias Network =
            @Sendable (
                _ answer: NetworkDisposition, _ known: @Sendable () -> NetworkDisposition
            ) -> NetworkDisposition
        /// Says in which order several answers to one challenge are given.
        package var order: @Sendable (_ places: [Int]) -> [Int] = { $0 }
        /// Chooses the application as which the user signs in, the first that fits
        /// (github.com/Esri/arcgis-maps-sdk-swift-toolkit, Authenticator).
        package var application: Application = { all, challenge in
            for configuration in all where await configuration.canBeUsed(for: challenge) { return configuration }
            return nil
        }
        package typealias Application =
            @Sendable (
                _ all: [OAuthUserConfiguration], _ challenge: ArcGISChallenge
            ) async -> OAuthUserConfiguration?
        /// Chooses the proxy that a resource is behind.
        package var proxy: @Sendable ([IAPConfiguration], HTTPURL) -> IAPConfiguration? = { all, url in
            all.first { $0.canBeUsed(for: url) }
        }
        /// Takes the handlers away from the client.
        package var withdraw: @Sendable (PortalEnvironment) -> Void = {
            $0.authentication.handleChallenges(using: nil)
        }
    }
}
