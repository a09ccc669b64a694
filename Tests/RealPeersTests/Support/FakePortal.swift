import FixtureFiles
import HTTPSemantics
import JSONValues
import MockPortalServer
import TLSIdentity
import TestFolders
import Testing

/// A fake portal that clients which are not ours come to, with the files that they need.
struct FakePortal {
    let portal: MockPortal
    let folder: TemporaryFolder
    /// The file of the authority that clients are told to trust.
    let authority: String

    /// Starts a preset on a free port, and on one for plain HTTP where that is wanted; `blueprint` overlays it.
    init(
        _ preset: String, _ blueprint: JSONValue = [:], versions: [String] = ["1.2", "1.3"], servesHTTP: Bool = false
    ) throws {
        var document = blueprint
        document["preset"] = .string(preset)
        document["tls"] = ["versions": .array(versions.map { .string($0) })]
        let pki = try TestAuthority.pki
        folder = try TemporaryFolder(isShared: true)
        authority = try folder.write(pki.authorityPEM, as: "ca.pem")
        var options = ServeOptions.unhurried
        options.httpPort = servesHTTP ? 0 : nil
        portal = try MockPortal.start(
            Blueprint(decoding: document, fixtures: .embedded, source: "test"), options: options, pki: pki)
    }

    /// What tells who came.
    var whoAmI: String { portal.url + "/sharing/rest/portals/self?f=json" }

    func password(of username: String = "alice") throws -> String {
        try #require(portal.accounts.first { $0.username == username }).password.reveal { $0 }
    }

    /// The files of an identity's chain and key.
    func files(of identity: String) throws -> (chain: String, key: String) {
        let issued = try TestAuthority.pki.issueIdentity(identity)
        return (
            try folder.write(issued.chainPEM, as: "\(identity).pem"),
            try folder.write(issued.keyPEM.expanded, as: "\(identity).key", mode: 0o600)
        )
    }

    /// The portal user of an answer of ``whoAmI``; nil for a stranger.
    static func user(in answer: String) throws -> String? {
        try JSONValue(parsing: answer)["user"]?["username"]?.string
    }
}
