public import FixtureFiles
internal import HTTPSemantics
internal import JSONValues
internal import TLSIdentity

/// Hosts that an app has in its code, played by a portal behind a proxy of its own.
///
/// Their authority is made for exactly these names, is new each time, and is kept nowhere: an app under test is told to trust it, and
/// no machine is.
public struct StandIn: Sendable {
    /// The hosts that are played, those that were named first; in lower case.
    public let hosts: [String]
    /// The port of the proxy; 0, the default, picks a free one.
    public var proxyPort: Int
    /// Path of the file that holds the authority, which the portal tells; nil where none was written.
    public var caFile: String?
    let pki: TestPKI

    /// The key of the TLS side of their listener among those of a portal; no host of a blueprint can be called so.
    static let securityName = "(stand-in)"

    /// Hosts that may be named.
    private static let most = 64

    /// Makes an authority for hosts, and for those of the world's organizations where `www.arcgis.com` is among them.
    ///
    /// Throws `cannotListen` where a name is no host name that can be played, or `blueprint` where the world cannot be read.
    public init(
        _ names: [String], fixtures: FixtureTree = .embedded, proxyPort: Int = 0
    ) throws(MockPortalError) {
        var hosts: [String] = []
        for name in names {
            let host = try Self.host(name)
            if !hosts.contains(host) { hosts.append(host) }
        }
        guard !hosts.isEmpty, hosts.count <= Self.most else {
            throw MockPortalError(
                .cannotListen, "\(hosts.count) hosts cannot be played; name from 1 to \(Self.most) of them")
        }
        if hosts.contains(Blueprint.onlineHost) {
            let names: [String]
            do {
                names = try WorldInspection(fixtures: fixtures).organizationShortNames()
            } catch {
                throw MockPortalError(.blueprint, error.description, underlying: error)
            }
            for name in names {
                let host = try Self.host("\(name).\(Blueprint.organizationDomain)")
                if !hosts.contains(host) { hosts.append(host) }
            }
        }
        do {
            pki = try TestPKI(fixtures: fixtures, namesAlone: hosts)
        } catch {
            throw MockPortalError(
                error.code == .badName ? .cannotListen : .certificate,
                "there is no authority for \(hosts.joined(separator: ", ")): \(error)", underlying: error)
        }
        self.hosts = hosts
        self.proxyPort = proxyPort
    }

    /// The authority that the app is told to trust, in PEM.
    public var authorityPEM: String { pki.authorityPEM }

    /// SHA-256 of the authority's certificate, in lower-case hex.
    public var authoritySHA256: String { pki.authority.sha256 }

    /// The origin of the host that was named first.
    var origin: Origin? { Origin(scheme: "https", host: hosts[0]) }

    /// A blueprint as it is at these hosts.
    func dressed(_ blueprint: Blueprint) throws(MockPortalError) -> Blueprint {
        do {
            return try blueprint.standing(inFor: hosts)
        } catch {
            throw MockPortalError(.blueprint, error.description, underlying: error)
        }
    }

    /// Checks a name: a host alone, with a dot in it, and none that this machine has anyway.
    private static func host(_ name: String) throws(MockPortalError) -> String {
        func refused(_ why: String) -> MockPortalError {
            MockPortalError(.cannotListen, "\"\(VisibleText.line(name))\" cannot be played: \(why)")
        }
        guard !name.contains("/"), !name.contains(":"), !name.contains("@") else {
            throw refused("a host name alone is needed, like www.arcgis.com, without scheme, port or path")
        }
        guard !name.contains("*") else {
            throw refused("each host is named by itself, so that its authority is good for no other")
        }
        guard let host = Origin(scheme: "https", host: name)?.host, host.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw refused("it is no host name in ASCII; write an international one as xn--…")
        }
        guard !LocalAddresses.isNumeric(host) else {
            throw refused("it is an address; mockportal serve --host binds one")
        }
        guard host != "localhost", !host.hasSuffix(".localhost") else {
            throw refused("it is this machine's own name, at which the portal is served anyway")
        }
        guard host.contains(".") else { throw refused("it has no dot, as the host of a portal on the internet has") }
        return host
    }
}

extension ListenerPlan.Entry {
    /// Under which its TLS side is found.
    var securityName: String { purpose == .standIn ? StandIn.securityName : facts.name }

    /// What answers at it.
    func responder(_ portal: PortalResponder, standIn: StandIn?, trusted: TrustedFronts?) -> any Responder {
        let own: any Responder =
            if let trusted, purpose == .own, ["portal", "http"].contains(facts.name) {
                ForwardedResponder(portal: portal, trusted: trusted)
            } else { portal }
        guard let standIn else { return own }
        return switch purpose {
        case .own: own
        case .standIn: StandInResponder(portal: portal, hosts: standIn.hosts)
        case .proxied: ProxyResponder(portal: portal, hosts: standIn.hosts)
        }
    }
}
