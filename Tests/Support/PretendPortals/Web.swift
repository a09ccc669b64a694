package import HTTPSemantics
package import PortalAuthentication

/// Addresses and answers at a portal whose web tier asks for a password.
package enum Web {
    package static let site = "https://h.test/portal/sharing/rest/portals/self"
    package static let item = "https://h.test/portal/sharing/rest/content/items/abc"
    package static let right = NetworkDisposition.credential(.password(username: "alice", Secret("right")))

    package static func wrong(_ number: Int = 1) -> NetworkDisposition {
        .credential(.password(username: "alice", Secret("wrong\(number)")))
    }

    /// A protection space at a host; throws where the name is none.
    package static func space(
        _ method: AuthenticationMethod = .basic, realm: String? = "portal", at host: String = "h.test"
    ) throws -> ProtectionSpace {
        guard let origin = Origin(scheme: "https", host: host) else { throw NoHost(name: host) }
        return ProtectionSpace(origin: origin, method: method, realm: realm)
    }

    /// A name that cannot be a host's.
    package struct NoHost: Error { package let name: String }
}
