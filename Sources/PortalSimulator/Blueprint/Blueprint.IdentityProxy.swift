internal import JSONValues

extension Blueprint {
    /// A front that lets no request through without an ID token, as Microsoft Entra application proxy does
    /// (learn.microsoft.com/entra/identity/app-proxy/application-proxy-configure-native-client-application).
    package struct IdentityProxy: Sendable, Equatable {
        /// The listeners that it stands before.
        package var hosts = ["portal"]
        /// The host of the blueprint that signs people in; it serves `identity`.
        package var authority = ""
        /// The application that people sign in to.
        package var clientID = "mockportal-iap"
        /// Where browsers may be sent back to.
        package var redirectURIs: [String] = []
        /// Lifetime of an ID token.
        package var tokenLifetime = Duration.seconds(3600)
        /// Accounts that get through; nil is everybody with a password.
        package var users: [String]?
    }

    mutating func readIdentityProxy(_ reader: DocumentReader) throws(BlueprintError) {
        guard let value = reader["identityProxy"], !value.isNull else { return }
        let keys = ["hosts", "authority", "clientID", "redirectURIs", "tokenLifetime", "users"]
        guard let found = try reader.object("identityProxy", keys: keys) else { return }
        var proxy = IdentityProxy()
        if let hosts = try found.texts("hosts") { proxy.hosts = hosts }
        if let authority = try found.text("authority") { proxy.authority = authority }
        if let clientID = try found.text("clientID") {
            guard Self.isClientID(clientID) else { throw found.wrongType("clientID", "visible ASCII characters") }
            proxy.clientID = clientID
        }
        proxy.redirectURIs = try Self.redirectURIs(found)
        if let lifetime = try found.duration("tokenLifetime") { proxy.tokenLifetime = lifetime }
        if let users = found["users"], !users.isNull { proxy.users = try found.texts("users") }
        identityProxy = proxy
    }
}
