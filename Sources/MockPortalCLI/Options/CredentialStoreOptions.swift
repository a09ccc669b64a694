import ArgumentParser
import HTTPSemantics
import Platform
import PortalAuthentication

/// Where credentials are kept between runs; nowhere, unless a folder is named.
struct CredentialStoreOptions: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: ArgumentHelp(
            "Keep who is signed in in this folder, encrypted, and use what it keeps. Without it nothing outlives the "
                + "command.", valueName: "folder"), completion: .directory)
    var folder: String?

    @Option(
        name: .customLong("store-passphrase-file"),
        help: ArgumentHelp(
            "Read the store's passphrase from the first line of this file, which only you may use (chmod 600); without it, "
                + "it is asked for.", valueName: "file"), completion: .file())
    var passphraseFile: String?

    @Option(
        name: .customLong("store-key-file"),
        help: ArgumentHelp(
            "Encrypt the store with the key in this file, which is made where there is none.", valueName: "file"),
        completion: .file())
    var keyFile: String?

    func validate() throws {
        if folder?.isEmpty == true { throw ValidationError("--store is empty") }
        if folder == nil, passphraseFile != nil {
            throw ValidationError("--store-passphrase-file needs --store <folder>")
        }
        if folder == nil, keyFile != nil { throw ValidationError("--store-key-file needs --store <folder>") }
        if passphraseFile != nil, keyFile != nil {
            throw ValidationError("--store-passphrase-file and --store-key-file exclude each other")
        }
    }

    /// Whether the folder is there and nothing is kept in it; exit 2 where it is not there.
    func isEmpty() throws(CommandFailure) -> Bool {
        guard let folder else { return true }
        guard access(folder, F_OK) == 0 else {
            throw CommandFailure("there is no store in \(folder)", .couldNotJudge)
        }
        return Self.isEmpty(folder)
    }

    /// Has an environment use the store, and gives where it writes; nothing happens where none is named. Exit 2 for one
    /// that cannot be opened.
    func open(for environment: PortalEnvironment) async throws(CommandFailure) -> TrialPersistence? {
        guard let folder else { return nil }
        let key = try await key(folder, isNew: Self.isEmpty(folder))
        do {
            let persistence = TrialPersistence(try EncryptedStore(folder: folder, key: key))
            try await environment.authentication.setupPersistentCredentialStorage(persistence)
            return persistence
        } catch {
            throw CommandFailure("\(error)", .couldNotJudge)
        }
    }

    private func key(_ folder: String, isNew: Bool) async throws(CommandFailure) -> EncryptedStore.Key {
        if let keyFile { return .keyFile(keyFile, isMadeIfMissing: isNew) }
        if let passphraseFile {
            do { return .passphrase(try InputFile.secretLine(passphraseFile)) } catch {
                throw CommandFailure(error)
            }
        }
        guard Terminal.isThere else {
            throw CommandFailure(
                "the store in \(folder) needs a key and there is no terminal to ask on: "
                    + "use --store-passphrase-file <file> or --store-key-file <file>", .wrongUsage)
        }
        let place = folder
        let passphrase: Secret<String>? = await Terminal.asking { terminal in
            guard isNew else { return terminal.askSecretly("Passphrase of the store in \(place): ").map { Secret($0) } }
            while let one = terminal.askSecretly("New passphrase for the store in \(place): "), !one.isEmpty,
                let two = terminal.askSecretly("Once more: ")
            {
                if one == two { return Secret(one) }
                terminal.show("These are two different ones.")
            }
            return nil
        }
        guard let passphrase else {
            throw CommandFailure("no passphrase was given for the store in \(place)", .refused)
        }
        return .passphrase(passphrase)
    }

    /// Whether no store is kept in a folder yet, or there is none.
    private static func isEmpty(_ folder: String) -> Bool {
        guard let stream = opendir(folder) else { return errno == ENOENT }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".store") { return false }
        }
        return true
    }
}
