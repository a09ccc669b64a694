internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import PortalTransport
internal import TLSIdentity

extension BuiltInDriver {
    /// Puts identities into the client's store before it starts.
    func keepIdentities(_ files: [IdentityFile]) async throws {
        for file in files {
            if scenarioPortal.pki.identityNames.contains(file.recipe) {
                try options.behavior.identities.add(environment.identities, try runIdentities.identity(file.recipe))
            } else {
                try importFile(file)
            }
        }
    }

    /// Imports a file as an app does that was handed one.
    func importFile(_ file: IdentityFile) throws {
        let (path, password) = try runIdentities.file(file)
        let handed = AppBehavior.Identities.File(
            path: path, password: password, overwrites: file.overwrites, allowsLegacyEncryption: file.allowsLegacy,
            storePath: runIdentities.storePath)
        try options.behavior.identities.importFile(environment.identities, handed)
    }

    /// Writes down which identities a server of a protection space accepts; nil means any.
    func listIdentities(fitting space: ProtectionSpace?) {
        let names = LegacyCredential.identities(for: space, in: environment.identities).map(runIdentities.name).sorted()
        log.note("identities(\(names.joined(separator: " ")))")
    }

    /// Chooses an identity for an origin beforehand.
    func choose(_ name: String, for origin: Origin) async throws(PortalError) {
        let identity = try named(name)
        grants.chose(name, for: origin)
        try await environment.networkCredentials.add(
            .certificate(identity), for: ProtectionSpace(origin: origin, method: .clientCertificate))
    }

    /// An identity by name, for the app to hand in.
    func named(_ name: String) throws(PortalError) -> ClientIdentity {
        do { return try runIdentities.identity(name) } catch {
            throw PortalError(.invalidArgument, detail: "there is no identity \(name): \(error)")
        }
    }

    /// Keeps a user name and a password for the web tier of an origin.
    func keep(forWebTier input: CredentialInput, at origin: Origin) async throws(PortalError) {
        try await environment.networkCredentials.add(
            .password(username: input.username ?? input.user ?? "", vault.password(of: input)),
            for: ProtectionSpace(origin: origin, method: .basic, realm: input.realm))
    }

    /// What the store for the web tier holds, as `portal basic City GIS` and `portal clientCertificate alice`, sorted.
    var networkCredentialNames: [String] {
        environment.networkCredentials.credentials.map { space, credential in
            let place = name(ofHost: space.origin.host, port: space.origin.port)
            switch credential {
            case .certificate(let identity): return "\(place) clientCertificate \(runIdentities.name(of: identity))"
            case .password(let username, _): return "\(place) password \(username) \(space.realm ?? "any realm")"
            default: return "\(place) \(space.method)"
            }
        }.sorted()
    }
}
