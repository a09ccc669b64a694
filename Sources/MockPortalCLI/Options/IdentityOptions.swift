import ArgumentParser
import HTTPSemantics
import Platform
import PortalAuthentication
import TLSIdentity

/// Which client certificate is shown where a server asks for one.
struct IdentityOptions: ParsableArguments {
    @Option(
        name: .customLong("p12"),
        help: ArgumentHelp("Show the client certificate of this PKCS #12 file.", valueName: "file"), completion: .file()
    )
    var file: String?

    @OptionGroup var opening: PKCS12Options

    @Option(
        name: .customLong("identity"),
        help: ArgumentHelp("Show this identity of the store: a name or the start of a fingerprint.", valueName: "name"))
    var name: String?

    @Flag(
        name: .customLong("remember-identity"),
        help: "Show the chosen identity to this host from now on; mockportal identity forget takes that back.")
    var remembers = false

    @OptionGroup var store: IdentityStoreOptions

    func validate() throws {
        if file != nil, remembers {
            throw ValidationError("--remember-identity is for identities of the store; import the file first")
        }
        if name?.isEmpty == true {
            throw ValidationError(
                "--identity '': the name of an identity is needed; mockportal identity list tells them")
        }
        if file != nil, name != nil { throw ValidationError("--p12 and --identity exclude each other") }
        if file == nil, opening.passwordFile != nil { throw ValidationError("--p12-password-file needs --p12 <file>") }
        if file == nil, opening.allowsLegacyEncryption { throw ValidationError("--p12-legacy needs --p12 <file>") }
    }

    /// The identity that the command line names; nil where it names none. Exit 1 for a file that cannot be opened.
    func given(in store: ClientIdentityStore) throws(CommandFailure) -> ClientIdentity? {
        if let file { return try PKCS12File(path: file, options: opening).identity() }
        guard let name else { return nil }
        return try store.identity(named: name)
    }
}

/// How a PKCS #12 file is opened.
struct PKCS12Options: ParsableArguments {
    @Option(
        name: .customLong("p12-password-file"),
        help: ArgumentHelp(
            "Read the file's password from the first line of this file; without it, it is asked for.",
            valueName: "file"), completion: .file())
    var passwordFile: String?

    @Flag(
        name: .customLong("p12-legacy"),
        help: "Open RC2 and RC4 encryption too, which OpenSSL counts as broken.")
    var allowsLegacyEncryption = false
}

/// Where identities are kept.
struct IdentityStoreOptions: ParsableArguments {
    @Option(
        name: .customLong("identity-store"),
        help: ArgumentHelp("Keep identities in this folder instead of the user's own.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    /// The folder that was named, else the user's own: `mockportal/identities` where the system keeps such data.
    var path: String {
        if let folder { return folder }
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let home = variable("HOME") ?? "."
        #if os(macOS)
            return "\(home)/Library/Application Support/mockportal/identities"
        #else
            // XDG Base Directory Specification: an empty or relative value counts as none.
            let data = variable("XDG_DATA_HOME").flatMap { $0.first == "/" ? $0 : nil } ?? "\(home)/.local/share"
            return "\(data)/mockportal/identities"
        #endif
    }

    /// The store where there is one, else an empty one in memory: looking makes no folder.
    func existing() throws(CommandFailure) -> ClientIdentityStore {
        guard folder != nil || access(path, F_OK) == 0 else { return ClientIdentityStore() }
        return try opened()
    }

    /// The store, made where there is none.
    func opened() throws(CommandFailure) -> ClientIdentityStore {
        do { return try ClientIdentityStore(directory: path) } catch {
            throw CommandFailure("\(error)", .couldNotJudge)
        }
    }
}

extension ClientIdentityStore {
    /// The one identity of a name or of the start of a fingerprint; wrong usage where there is none or more than one.
    func identity(named name: String) throws(CommandFailure) -> ClientIdentity {
        let all = identities
        let prefix = name.lowercased().filter { $0 != ":" }
        let named = all.filter { $0.commonName == name }
        let found =
            named.isEmpty ? all.filter { prefix.count >= 4 && $0.certificate.sha256.hasPrefix(prefix) } : named
        switch found.count {
        case 1: return found[0]
        case 0:
            let known = all.map(\.commonName).joined(separator: ", ")
            throw CommandFailure(
                "the store holds no identity \(name)"
                    + (known.isEmpty ? "; import one: mockportal identity import <file>" : "; it holds \(known)"),
                .wrongUsage)
        default:
            let fingerprints = found.map { String($0.certificate.sha256.prefix(12)) }.joined(separator: ", ")
            throw CommandFailure(
                "\(found.count) identities are called \(name); name one by its fingerprint: \(fingerprints)",
                .wrongUsage)
        }
    }
}
