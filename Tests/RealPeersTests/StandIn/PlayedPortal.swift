import FixtureFiles
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TLSIdentity
import TestFolders
import Testing

/// A portal that plays www.arcgis.com, with the files that clients which are not ours need.
struct PlayedPortal {
    let portal: MockPortal
    let folder: TemporaryFolder
    /// The way to it.
    let standIn: ReadyDocument.StandIn
    /// The file of the authority of the hosts that are played.
    let authority: String

    init(_ preset: String = "token", hosts: [String] = ["www.arcgis.com"]) throws {
        folder = try TemporaryFolder(isShared: true)
        var options = ServeOptions.unhurried
        let played = try StandIn(hosts)
        options.standIn = played
        authority = try folder.write(played.authorityPEM, as: "stand-in.pem")
        portal = try MockPortal.start(
            Blueprint(decoding: ["preset": .string(preset)], fixtures: .embedded, source: "test"), options: options,
            pki: try TestAuthority.pki)
        standIn = try #require(portal.standIn)
    }

    /// The port of the proxy.
    var proxyPort: String { String(standIn.proxyURL.split(separator: ":").last ?? "") }

    /// What tells who came, at the host that an app has in its code.
    static let whoAmI = "https://www.arcgis.com/sharing/rest/portals/self?f=json"

    /// The server names that clients asked for over TLS.
    var served: [String] { portal.journal().connections.compactMap { $0.tls?.serverName } }

    /// The hosts of tunnels that were refused.
    var refused: [String] {
        portal.journal().requests.filter { $0.decisions.contains { $0.gate == "stand-in" && !$0.passed } }.map(\.target)
    }
}
