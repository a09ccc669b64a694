internal import HTTPSemantics
public import JSONValues
internal import Platform
internal import TLSIdentity

/// What a started portal tells about itself: the first line of `mockportal serve --json`, and the answer to a new sandbox.
public struct ReadyDocument: Sendable, Codable, Equatable {
    /// The portal's URL, as `https://localhost:49152/portal`.
    public var url: String
    /// The portal's URL on its plain listener; absent where there is none.
    public var httpURL: String?
    /// The server's URL, as `https://localhost:49152/server`.
    public var serverURL: String
    /// URLs of the blueprint's further hosts, by name.
    public var hosts: [String: String]
    /// Path of the CA's PEM file; absent where none was written.
    public var caFile: String?
    /// SHA-256 fingerprint of the CA's certificate, in lower-case hex.
    public var caSHA256: String
    /// Who may sign in with what.
    public var users: [User]
    /// Client certificates whose files were written; none where the portal asks for none.
    public var identities: [Identity]
    /// Applications that are registered for OAuth.
    public var oauthClients: [OAuthClient]
    /// API keys by name.
    public var apiKeys: [String: String]
    /// Identity providers at which members sign in; absent where there is none.
    public var identityProviders: [Provider]?
    /// Secrets of authenticator apps for the portal's own sign-in page, in base 32 by user name; absent where there is none.
    public var secondFactors: [String: String]?
    /// Root of the control API, ending in `/__mock`.
    public var controlURL: String
    /// The page that helps phones and other machines to trust the CA; absent where there is none.
    public var setupURL: String?
    /// The hosts of others that the portal plays, and the way to them; absent where it plays none.
    public var standIn: StandIn?
    /// The scenario or preset that is served.
    public var scenario: String
    /// The process that serves.
    public var pid: Int32
    /// What `/__mock/health` echoes: proof that it is this process that answers.
    public var nonce: String

    /// Hosts that are played.
    public struct StandIn: Sendable, Codable, Equatable {
        /// The hosts, those that were named first.
        public var hosts: [String]
        /// The proxy that leads to them, as `http://127.0.0.1:49210`.
        public var proxyURL: String
        /// The configuration file that sends everything to the proxy.
        public var pacURL: String
        /// The configuration file that sends the hosts to the proxy, and nothing else.
        public var hostsPACURL: String
        /// Where they answer over TLS without a proxy, as `127.0.0.1:49211`, for clients that map hosts to addresses.
        public var address: String
        /// Path of their authority's PEM file; absent where none was written.
        public var caFile: String?
        /// SHA-256 fingerprint of their authority's certificate, in lower-case hex.
        public var caSHA256: String
    }

    /// A user who may sign in.
    public struct User: Sendable, Codable, Equatable {
        public var username: String
        public var password: String
    }

    /// An identity provider of the portal.
    public struct Provider: Sendable, Codable, Equatable {
        /// The name of its host.
        public var name: String
        public var url: String
        /// Who may sign in there with what.
        public var users: [User]
        /// Secrets of authenticator apps by user name.
        public var secondFactors: [String: String]
    }

    /// A client certificate.
    public struct Identity: Sendable, Codable, Equatable {
        public var name: String
        public var p12File: String
        public var password: String
        public var pemFile: String
        public var keyFile: String

        /// Joins a name, the files that were written for it, and the password of the .p12 file.
        public init(name: String, p12File: String, password: String, pemFile: String, keyFile: String) {
            self.name = name
            self.p12File = p12File
            self.password = password
            self.pemFile = pemFile
            self.keyFile = keyFile
        }
    }

    /// An OAuth application.
    public struct OAuthClient: Sendable, Codable, Equatable {
        public var clientID: String
        public var redirectURIs: [String]
        /// What it proves itself with; absent where it has no secret.
        public var clientSecret: String?
    }
}

extension ReadyDocument {
    /// Describes a running portal.
    public init(
        _ portal: MockPortal, scenario: String, controlURL: String, caFile: String?, setupURL: String? = nil,
        identities: [Identity] = [], pid: Int32, nonce: String
    ) {
        url = portal.url
        httpURL = portal.httpURL
        serverURL = portal.serverURL
        hosts = portal.hostURLs
        self.caFile = caFile
        caSHA256 = portal.pki.authority.sha256
        users = portal.accounts.map { account in
            User(username: account.username, password: account.password.reveal { $0 })
        }
        self.identities = portal.asksForCertificates ? identities : []
        oauthClients = portal.oauthApplications.map { application in
            OAuthClient(
                clientID: application.clientID, redirectURIs: application.redirectURIs,
                clientSecret: application.secret?.reveal { $0 })
        }
        apiKeys = portal.apiKeys.mapValues { $0.reveal { $0 } }
        let accounts = portal.providerAccounts
        let providers = Set(accounts.map(\.provider)).sorted().map { name in
            let own = accounts.filter { $0.provider == name }
            return Provider(
                name: name, url: own.first?.origin ?? "",
                users: own.map { User(username: $0.username, password: $0.password.reveal { $0 }) },
                secondFactors: own.reduce(into: [:]) { $0[$1.username] = $1.secondFactor?.reveal { $0 } })
        }
        identityProviders = providers.isEmpty ? nil : providers
        secondFactors = portal.secondFactors.isEmpty ? nil : portal.secondFactors.mapValues { $0.reveal { $0 } }
        self.controlURL = controlURL
        self.setupURL = setupURL
        standIn = portal.standIn
        self.scenario = scenario
        self.pid = pid
        self.nonce = nonce
    }

    /// The document as a JSON value, without the members that are absent.
    public var json: JSONValue {
        var members: [String: JSONValue] = [
            "url": .string(url), "serverURL": .string(serverURL), "controlURL": .string(controlURL),
            "hosts": .object(hosts.mapValues { .string($0) }), "scenario": .string(scenario),
            "caSHA256": .string(caSHA256), "pid": .integer(Int64(pid)), "nonce": .string(nonce),
            "users": .array(users.map { ["username": .string($0.username), "password": .string($0.password)] }),
            "identities": .array(
                identities.map { identity in
                    [
                        "name": .string(identity.name), "p12File": .string(identity.p12File),
                        "password": .string(identity.password), "pemFile": .string(identity.pemFile),
                        "keyFile": .string(identity.keyFile),
                    ]
                }),
            "oauthClients": .array(
                oauthClients.map { client in
                    var members: JSONValue = [
                        "clientID": .string(client.clientID),
                        "redirectURIs": .array(client.redirectURIs.map { .string($0) }),
                    ]
                    members["clientSecret"] = client.clientSecret.map { .string($0) }
                    return members
                }),
            "apiKeys": .object(apiKeys.mapValues { .string($0) }),
        ]
        members["identityProviders"] = identityProviders.map { providers in
            .array(
                providers.map { provider in
                    [
                        "name": .string(provider.name), "url": .string(provider.url),
                        "users": .array(
                            provider.users.map {
                                ["username": .string($0.username), "password": .string($0.password)]
                            }),
                        "secondFactors": .object(provider.secondFactors.mapValues { .string($0) }),
                    ]
                })
        }
        members["secondFactors"] = secondFactors.map { .object($0.mapValues { .string($0) }) }
        members["httpURL"] = httpURL.map { .string($0) }
        members["caFile"] = caFile.map { .string($0) }
        members["setupURL"] = setupURL.map { .string($0) }
        members["standIn"] = standIn?.json
        return .object(members)
    }
}

extension ReadyDocument.StandIn {
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "hosts": .array(hosts.map { .string($0) }), "proxyURL": .string(proxyURL), "pacURL": .string(pacURL),
            "hostsPACURL": .string(hostsPACURL), "address": .string(address), "caSHA256": .string(caSHA256),
        ]
        members["caFile"] = caFile.map { .string($0) }
        return .object(members)
    }
}

extension MockPortal {
    /// The hosts that it plays, and the way to them; nil where it plays none.
    package var standIn: ReadyDocument.StandIn? {
        guard let standIn = options.standIn, let tunnels = tunnels.withLock({ $0 }),
            let secure = listeners.first(where: { $0.facts.origin.host == standIn.hosts[0] && $0.security != nil })
        else { return nil }
        let host = options.urlHost == "localhost" ? options.numericHost : options.urlHost
        func authority(_ port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
        let proxy = "http://\(authority(tunnels.port))"
        return ReadyDocument.StandIn(
            hosts: standIn.hosts, proxyURL: proxy, pacURL: proxy + ProxyConfiguration.Kind.everything.rawValue,
            hostsPACURL: proxy + ProxyConfiguration.Kind.hosts.rawValue, address: authority(secure.port),
            caFile: standIn.caFile, caSHA256: standIn.authoritySHA256)
    }
}
