internal import HTTPSemantics
internal import JSONValues
internal import TLSIdentity

/// The files of client identities, as the control API and the set-up page hand them out.
enum IdentityDownload {
    /// Answers `identities`, a list, and `identities/<file>` (`alice.p12`, `alice.pem`, `alice.key`).
    ///
    /// `alice-rsa.p12` and its like hold the same identity with an RSA key, which is made when it is first asked for: some
    /// importers, that of QGIS among them, open no other.
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
        var name = String(file[..<dot])
        var algorithm = KeyAlgorithm.p256
        if !portal.pkcs12Names.contains(name), name.hasSuffix(rsaSuffix) {
            name.removeLast(rsaSuffix.count)
            algorithm = .rsa
        }
        switch file[dot...] {
        case ".p12" where portal.pkcs12Names.contains(name):
            return attachment(try portal.pkcs12(named: name, algorithm: algorithm), "application/x-pkcs12", file)
        case ".pem" where portal.identityNames.contains(name):
            return attachment(
                Array(try portal.identity(named: name, algorithm: algorithm).chainPEM.utf8), "application/x-pem-file",
                file)
        case ".key" where portal.identityNames.contains(name):
            return attachment(
                Array(try portal.identity(named: name, algorithm: algorithm).keyPEM.expanded.utf8),
                "application/x-pem-file", file)
        default: return nil
        }
    }

    /// What the files of identities with an RSA key end with, before the ending of their kind.
    private static let rsaSuffix = "-rsa"

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
        let rsa = portal.identityNames.map { $0 + rsaSuffix }
        return
            (portal.pkcs12Names.map { $0 + ".p12" }
            + (portal.identityNames + rsa).flatMap { [$0 + ".pem", $0 + ".key"] } + rsa.map { $0 + ".p12" }).sorted()
    }
}
