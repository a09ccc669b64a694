import FixtureFiles
import Foundation
import JSONValues
import MockPortalServer
import Platform
import TLSIdentity
import TestFolders
import Testing

/// A fake portal behind a web server that is not ours.
struct WebFront: Sendable {
    enum Software: String, Sendable, CaseIterable {
        case apache
        case nginx
    }

    /// The portal's URL as clients see it, at the web server.
    let url: String
    let portal: MockPortal
    let server: ForegroundServer
    /// The file of the authority that clients are told to trust.
    let authority: String
    let folder: TemporaryFolder
    /// What lets `username` in at the web server; the portal does not know it.
    let password: String

    static let username = "alice"

    var log: String { server.log }

    /// Runs a body while a web server stands before a portal; gives all that the server wrote.
    @discardableResult
    static func run(
        _ software: Software, _ tier: WebTier, blueprint: JSONValue = [:], preset: String = "token",
        password: String = "p+&=%20 \"7:",
        body: @escaping @Sendable (WebFront) async throws -> Void
    ) async throws -> String {
        let port = try ReservedPort()
        let pki = try TestAuthority.pki
        let folder = try TemporaryFolder(isShared: true)
        let url = "https://localhost:\(port.number)/portal"
        var document = blueprint
        document["preset"] = .string(preset)
        // The web server has a listener of its own at the portal; a user named at the other one is not believed.
        document["hosts"] = ["inside": ["serves": "portal"]]
        document["front"] = ["userHeader": .string(WebTier.userField), "listener": "inside"]
        var options = ServeOptions.unhurried
        options.publicURL = url
        let portal = try MockPortal.start(
            Blueprint(decoding: document, fixtures: .embedded, source: "test"), options: options, pki: pki)
        defer { portal.stop() }
        let issued = try pki.issue("good", names: ["localhost"], addresses: ["127.0.0.1"])
        let authorityFile = try folder.write(pki.authorityPEM, as: "ca.pem")
        let plan = WebTierPlan(
            tier: tier, folder: folder, port: port.number,
            backend: String(try #require(portal.url(ofHost: "inside")).dropLast("/portal".count)),
            certificate: try folder.write(issued.chainPEM, as: "server.pem"),
            key: try folder.write(issued.keyPEM.expanded, as: "server.key", mode: 0o600), authority: authorityFile,
            clientAuthority: try folder.write(try pki.authorityPEM(named: "client-ca"), as: "clients.pem"),
            username: username, password: password)
        try await writeUsers(plan)
        try writeTickets(plan)
        let (program, arguments, sign) = try command(software, plan)
        let server = try await ForegroundServer.run(program, arguments, named: software.rawValue, readyAt: sign) {
            server in
            let front = WebFront(
                url: url, portal: portal, server: server, authority: authorityFile, folder: folder,
                password: password)
            try await body(front)
            return server
        }
        // Its port was kept for it until here.
        return withExtendedLifetime(port) { server.log }
    }

    private static func command(_ software: Software, _ plan: WebTierPlan) throws -> (String, [String], String) {
        switch software {
        case .apache:
            let apache = try #require(Peers.Apache.installed)
            let file = try plan.folder.write(ApacheFront.configuration(plan, apache), as: "httpd.conf")
            var environment: [String] = []
            if case .tickets = plan.tier.credentials {
                environment = ["KRB5_CONFIG=\(plan.folder.path)/krb5.conf", "KRB5RCACHENAME=none:"]
            }
            return ("env", environment + [apache.program, "-DFOREGROUND", "-f", file], ApacheFront.sign)
        case .nginx:
            let file = try plan.folder.write(try NginxFront.configuration(plan), as: "nginx.conf")
            return (
                try #require(Peers.nginx), ["-c", file, "-p", plan.folder.path, "-e", "stderr"], NginxFront.sign
            )
        }
    }

    /// Copies what the server reads of a realm to where it may read it once it has given up its rights.
    private static func writeTickets(_ plan: WebTierPlan) throws {
        guard case .tickets(let tickets) = plan.tier.credentials else { return }
        for (file, name) in [(tickets.keytab, "http.keytab"), (tickets.configuration, "krb5.conf")] {
            try plan.folder.write(Array(try #require(FileManager.default.contents(atPath: file))), as: name)
        }
    }

    /// Writes the files of htpasswd and htdigest, as OpenSSL computes them.
    private static func writeUsers(_ plan: WebTierPlan) async throws {
        let hash = try await ForeignClient.run("openssl", ["passwd", "-apr1", "-stdin"], input: plan.password)
        try plan.folder.write("\(plan.username):\(hash.output)", as: "basic.users")
        let triple = "\(plan.username):\(WebTier.realm):\(plan.password)"
        let digest = try await ForeignClient.run("openssl", ["dgst", "-md5", "-r"], input: triple)
        try plan.folder.write(
            "\(plan.username):\(WebTier.realm):\(digest.output.prefix(32))\n", as: "digest.users")
    }
}
