package import PortalAuthentication
package import PortalClient

extension AppBehavior {
    /// How the app has the client's own ``Authenticator`` answer challenges.
    package struct Authenticating: Sendable {
        /// What answers challenges of both kinds.
        package typealias Handler = any ArcGISChallengeHandler & NetworkChallengeHandler

        /// What the app makes an authenticator of.
        package struct Parts: Sendable {
            /// Asks the user.
            package var interface: any AuthenticatorInterface
            /// The applications as which users sign in, in order.
            package var oAuth: [OAuthUserConfiguration]
            /// The identity-aware proxies that the app knows, in order.
            package var proxies: [IAPConfiguration]
            package var promptsForUntrustedHosts: Bool

            /// The client's own authenticator of these parts.
            package var authenticator: Authenticator {
                Authenticator(
                    interface: interface, oAuthUserConfigurations: oAuth, iapConfigurations: proxies,
                    promptForUntrustedHosts: promptsForUntrustedHosts)
            }

            /// The same with some parts changed.
            package func with(_ change: (inout Parts) -> Void) -> Parts {
                var copy = self
                change(&copy)
                return copy
            }
        }
        /// Makes what answers challenges.
        package var make: @Sendable (Parts) -> Handler = { $0.authenticator }
    }
}
