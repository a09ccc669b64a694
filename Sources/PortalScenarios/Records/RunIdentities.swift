internal import HTTPSemantics
internal import Platform
internal import PortalJudge
internal import TLSIdentity

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The client certificates and PKCS #12 files of one run, in a folder of its own, and every secret in them.
final class RunIdentities: Sendable {
    private struct State {
        var canaries: [Canary] = []
        var files = 0
    }
    private let state = Locked(State())
    private let pki: TestPKI
    /// The folder of the run, removed by ``clear()``.
    let folder: String
    private let password: Secret<String>

    /// Makes a folder that only its owner may enter; those of processes that were killed are removed first.
    ///
    /// Throws where it cannot be made.
    init(pki: TestPKI) throws {
        self.pki = pki
        folder = try TemporaryFolders.process.makeHeld("mockportal-identities")
        let canary = Self.secret("p12")
        password = Secret(canary.value)
        state.withLock { $0.canaries.append(canary) }
    }

    /// The folder in which the client keeps its identities.
    var storePath: String { folder + "/store" }

    /// Keys and passwords that were handed out, which must show up nowhere.
    var canaries: [Canary] { state.withLock { $0.canaries } }

    /// Removes everything that was written.
    func clear() { TemporaryFolders.process.remove(folder) }

    /// An identity by the name of its recipe.
    func identity(_ name: String) throws(TLSIdentityError) -> ClientIdentity {
        remember(keyOf: try pki.issueIdentity(name))
        return try pki.identity(name)
    }

    /// The name of an identity; `unknown` where no recipe made it.
    func name(of identity: ClientIdentity) -> String {
        pki.identityNames.first { (try? pki.issueIdentity($0))?.leafSHA256 == identity.certificate.sha256 }
            ?? "unknown"
    }

    /// The recipe of an authority by its name in DER; the name itself where it issued none of the identities.
    func authority(named name: [UInt8]) -> String {
        let issued = pki.identityNames.lazy.compactMap { try? self.pki.issueIdentity($0) }
        let known = issued.first { (try? self.pki.identity($0.name))?.issuers.first == name }
        return known?.issuer ?? DistinguishedName(der: name)?.description ?? "unreadable"
    }

    /// Writes a file as a step describes it; gives its path and the password that is typed.
    func file(_ file: IdentityFile) throws -> (path: String, password: Secret<String>?) {
        let number = state.withLock { state in
            state.files += 1
            return state.files
        }
        let path = "\(folder)/import-\(number).p12"
        let bytes = try password.reveal { try pki.pkcs12(file.recipe, password: $0) }
        if let issued = try? pki.issueIdentity(file.recipe) {
            remember(keyOf: issued)
            let form = try pki.formOfPKCS12(file.recipe, of: issued)
            remember(Canary.file("import-\(number).p12", bytes, besides: form, of: issued))
        }
        switch file.flaw {
        case nil: try Data(bytes).write(to: URL(filePath: path))
        case .junk: try Data((0..<400).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }).write(to: URL(filePath: path))
        case .truncated: try Data(bytes.prefix(bytes.count / 2)).write(to: URL(filePath: path))
        case .unreadable:
            try Data(bytes).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            // The superuser may read it all the same, but not what lies below a file.
            if FileManager.default.isReadableFile(atPath: path) { return (path + "/inside.p12", typed(file.password)) }
        case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .missing: break
        }
        return (path, typed(file.password))
    }

    /// Modes of the store's files, each once, and of its folder, in octal.
    var modes: (files: [String], folder: String?) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: storePath)) ?? []
        let files = names.compactMap { Self.mode(of: storePath + "/" + $0) }
        return (Set(files).sorted(), Self.mode(of: storePath))
    }

    /// The mode of a file or folder in octal; nil where there is none.
    static func mode(of path: String) -> String? {
        var facts = stat()
        // Foundation looks up the owner's and the group's name as well, for every run.
        guard stat(path, &facts) == 0 else { return nil }
        return String(UInt32(facts.st_mode) & 0o777, radix: 8)
    }

    private func typed(_ password: IdentityFile.Password) -> Secret<String>? {
        switch password {
        case .right: return self.password
        case .wrong:
            let canary = Self.secret("wrong-p12#\(state.withLock { $0.canaries.count })")
            state.withLock { $0.canaries.append(canary) }
            return Secret(canary.value)
        case .empty: return Secret("")
        case .none: return nil
        case .text(let text): return Secret(text)
        }
    }

    private func remember(keyOf identity: IssuedIdentity) { remember(Canary.key(of: identity)) }

    private func remember(_ canaries: [Canary]) {
        state.withLock { state in
            state.canaries += canaries.filter { new in !state.canaries.contains { $0.name == new.name } }
        }
    }

    private static func secret(_ name: String) -> Canary {
        Canary(name: name, kind: .identityPassword, value: WrongPassword.text(after: "p12-"), origins: [])
    }
}
