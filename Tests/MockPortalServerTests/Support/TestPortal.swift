import FixtureFiles
import JSONValues
import MockPortalServer
import PortalJudge
import TLSIdentity

/// Starts portals for tests, all under one authority.
enum TestPortal {
    private static let authority = Result { try TestPKI() }

    static var pki: TestPKI { get throws { try authority.get() } }

    /// A target that needs no token.
    static let infoPath = "/portal/sharing/rest/info?f=json"

    /// Starts a portal on a free port; the blueprint's keys are those of a preset file.
    static func start(
        _ blueprint: JSONValue = [:], preset: String = "token", options: ServeOptions = .unhurried
    ) throws -> MockPortal {
        var document = blueprint
        document["preset"] = .string(preset)
        return try MockPortal.start(
            Blueprint(decoding: document, fixtures: .embedded, source: "test"), options: options, pki: pki)
    }

    /// The authority as a file for curl.
    static func authorityFile() throws -> TemporaryFile { try TemporaryFile(pki.authorityPEM) }

    /// The port of a URL.
    static func port(of url: String?) -> Int {
        guard let url, let start = url.dropFirst(8).firstIndex(of: ":") else { return 0 }
        return Int(url[url.index(after: start)...].prefix { $0.isNumber }) ?? 0
    }
}

extension MockPortal {
    /// Waits until so many connections stand in the journal, of clients that may have left meanwhile.
    func waitForConnections(_ count: Int) async {
        while journal().connections.count < count, !Task.isCancelled { await Task.yield() }
    }
}
