import HTTPSemantics
import PortalAuthentication
import PortalClient
import PortalTransport
import TLSIdentity

/// The app's connection to one portal: who is signed in, and what they may see.
public struct Session: Sendable {
    private let url: PortalURL
    private let environment: PortalEnvironment

    /// Prepares a session; nothing is sent yet. An authority in PEM is trusted besides the system's.
    public init(portal url: String, trusting authority: String? = nil) throws {
        var trust = TrustDecisions()
        if let authority { trust.authorities = [PEMCertificates(authority)] }
        environment = try PortalEnvironment(trust: trust)
        self.url = try PortalURL(url)
    }

    /// Signs in with a user name and a password, and returns the line at the top of the app's window.
    public func welcome(_ username: String, _ password: Secret<String>) async throws -> String {
        let interface = ScriptedInterface { $0.signIns = [SignInAnswer(username: username, password: password)] }
        let authenticator = Authenticator(interface: interface)
        environment.authentication.setHandlers(arcGIS: authenticator, network: authenticator)
        return try await greeting(.authenticated)
    }

    /// Signs in with a client certificate from a PKCS #12 file; the web tier tells the portal who that is.
    public func welcome(certificate file: String, password: Secret<String>) async throws -> String {
        let identity = try environment.identities.importPKCS12(file: file, password: password)
        let space = ProtectionSpace(origin: url.root.origin, method: .clientCertificate)
        try await environment.networkCredentials.add(.certificate(identity), for: space)
        return try await greeting(.anonymous)
    }

    /// Asks the portal again, without asking the user for a password.
    public func refresh() async throws { _ = try await greeting(.authenticated) }

    private func greeting(_ connection: Portal.Connection) async throws -> String {
        let portal = Portal(url: url, connection: connection, in: environment)
        try await portal.load()
        guard let name = portal.user?.fullName else { return "Welcome" }
        return "Welcome, \(name)"
    }
}
