internal import HTTPSemantics
internal import JSONValues
internal import TLSIdentity

/// The files of client identities, as the control API and the set-up page hand them out.
enum IdentityDownload {
    /// Answers `identities`, a list, and `identities/<file>` (`alice.p12`, `alice.pem`, `alice.key`).
    ///
    /// Throws where a file cannot be made.
    static func answer(_ request: ControlRequest, _ portal: MockPortal) throws(MockPortalError) -> Answer {
        guard request.words.count == 2 else { return list(portal) }
        return try file(request.words[1], of: portal)
            ?? ControlReply.failure(
                404, "there is no file \(request.words[1])",
                ["exists": .array(fileNames(portal).map { .string($0) })])
    }

    /// A file by its name; nil where there is none.
    ///
    /// Throws where it cannot be made.
    static func file(_ file: String, of portal: MockPortal) throws(MockPortalError) -> Answer? {
        guard let dot = file.lastIndex(of: ".") else { return nil }
        let name = String(file[..<dot])
        switch file[dot...] {
        case ".p12" where portal.pkcs12Names.contains(name):
            return attachment(try portal.pkcs12(named: name), "application/x-pkcs12", file)
        case ".pem" where portal.identityNames.contains(name):
            return attachment(
                Array(try portal.identity(named: name).chainPEM.utf8), "application/x-pem-file", file)
        case ".key" where portal.identityNames.contains(name):
            return attachment(
                Array(try portal.identity(named: name).keyPEM.expanded.utf8), "application/x-pem-file", file)
        default: return nil
        }
    }

    private static func attachment(_ bytes: [UInt8], _ type: String, _ name: String) -> Answer {
        ControlReply.bytes(
            bytes, type: type, headers: [HeaderField("Content-Disposition", "attachment; filename=\"\(name)\"")])
    }

    private static func list(_ portal: MockPortal) -> Answer {
        ControlReply.json([
            "files": .array(fileNames(portal).map { .string($0) }),
            "password": .string(portal.identityPassword.reveal { $0 }),
            "asked": .bool(portal.asksForCertificates),
        ])
    }

    private static func fileNames(_ portal: MockPortal) -> [String] {
        (portal.pkcs12Names.map { $0 + ".p12" } + portal.identityNames.flatMap { [$0 + ".pem", $0 + ".key"] }).sorted()
    }
}
