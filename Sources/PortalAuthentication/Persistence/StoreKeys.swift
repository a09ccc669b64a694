internal import HTTPSemantics
internal import Platform
internal import TLSIdentity

/// The keys of a folder's files: each is made once, and wiped with this object.
///
/// Every call may take as long as scrypt does: none belongs on a thread of Swift's pool.
final class StoreKeys: Sendable {
    private static let keyFileSize = 32
    private let source: EncryptedStore.Key
    private let cost: Scrypt.Cost
    private let known = Locked<[StoreFileHeader.Derivation: SealingKey]>([:])

    init(_ source: EncryptedStore.Key, cost: Scrypt.Cost) {
        self.source = source
        self.cost = cost
    }

    /// The key that a file asks for; throws `otherKindOfKey`, or what reading the key file throws.
    func key(for derivation: StoreFileHeader.Derivation) throws -> SealingKey {
        if let key = known.withLock({ $0[derivation] }) { return key }
        let key: SealingKey
        switch (source, derivation) {
        case (.passphrase(let passphrase), .passphrase(let cost, let salt)):
            key = try passphrase.reveal { try Scrypt.key(passphrase: $0, salt: salt, cost: cost) }
        case (.keyFile(let path, _), .keyFile):
            guard let read = try Self.keyFile(at: path) else { throw Self.missing(path) }
            key = read
        case (.passphrase, .keyFile): throw StoreFileDefect.otherKindOfKey(isPassphrase: false)
        case (.keyFile, .passphrase): throw StoreFileDefect.otherKindOfKey(isPassphrase: true)
        }
        known.withLock { $0[derivation] = key }
        return key
    }

    /// How the next file is to be sealed, and its key: as one of this folder is already, else anew.
    func current(makingKeyFile mayMake: () throws(PortalError) -> Bool) throws -> (
        StoreFileHeader.Derivation, SealingKey
    ) {
        let cost = cost
        let used = known.withLock { known in
            known.first { derivation, _ in
                if case .passphrase(cost, _) = derivation { true } else { derivation == .keyFile }
            }
        }
        if let used { return (used.key, used.value) }
        switch source {
        case .passphrase:
            let derivation = StoreFileHeader.Derivation.passphrase(
                cost, salt: randomBytes(StoreFileHeader.scryptSaltSize))
            return (derivation, try key(for: derivation))
        case .keyFile(let path, let isMadeIfMissing):
            if isMadeIfMissing, try Self.keyFile(at: path) == nil, try mayMake() { try Self.makeKeyFile(at: path) }
            return (.keyFile, try key(for: .keyFile))
        }
    }

    // MARK: key files

    /// Throws `invalidArgument` where a key file is in the folder of the stores that it seals.
    func requireFile(outside folder: String) throws(PortalError) {
        guard case .keyFile(let path, _) = source, Self.isFile(path, in: folder) else { return }
        throw PortalError(
            .invalidArgument,
            detail: "the key file \(path) is in the folder of the stores that it seals; keep it elsewhere")
    }

    /// Whether a path names something in a folder, which may not be there yet.
    private static func isFile(_ path: String, in folder: String) -> Bool {
        func place(_ path: String) -> String {
            path.utf8.count > 1 && path.last == "/" ? place(String(path.dropLast())) : path
        }
        // Bytes: with a combining mark behind it a slash is another `Character`.
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let parent = slash.map { $0 == path.startIndex ? "/" : String(Substring(path.utf8[..<$0])) } ?? "."
        var (one, other) = (stat(), stat())
        guard stat(parent, &one) == 0, stat(folder, &other) == 0 else { return place(parent) == place(folder) }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    private static func keyFile(at path: String) throws(PortalError) -> SealingKey? {
        guard var bytes = try PrivateFile.contents(at: path, atMost: 1 << 12) else { return nil }
        guard bytes.count == keyFileSize else {
            let count = bytes.count
            Wiping.wipe(&bytes)
            throw PortalError(
                .storeKeyWrong, detail: "\(path) has \(count) bytes; a key file has \(keyFileSize) random ones")
        }
        return SealingKey(wiping: &bytes)
    }

    private static func missing(_ path: String) -> PortalError {
        PortalError(
            .storeNotAccessible,
            detail: "there is no key file \(path); put it there, or let it be made where there is no store yet",
            underlying: SystemCallError(number: ENOENT))
    }

    /// Makes a key file, unless another process has done so by now.
    private static func makeKeyFile(at path: String) throws {
        let key = try SealingKey(randomBytes: keyFileSize)
        let beside = "\(path).new-\(Hexadecimal.encode(randomBytes(6)))"
        let number = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard number >= 0 else { throw PortalError.notAccessible(path, "made", errno) }
        let file = Descriptor(number)
        defer { unlink(beside) }
        let count = key.withBytes { SystemFileCalls().write($0, to: file.number) }
        guard count == keyFileSize else {
            // Fewer bytes than asked for are no failure that leaves a number.
            throw PortalError.notAccessible(path, "written", count < 0 ? errno : EIO)
        }
        guard fchmod(file.number, 0o600) == 0, fsync(file.number) == 0 else {
            throw PortalError.notAccessible(path, "written", errno)
        }
        // Unlike a rename it replaces nothing: the first key stays.
        guard link(beside, path) == 0 || errno == EEXIST else { throw PortalError.notAccessible(path, "made", errno) }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw PortalError.notAccessible(path, "brought to the disk", errno) }
        let descriptor = Descriptor(parent)
        guard fsync(descriptor.number) == 0 else { throw PortalError.notAccessible(path, "brought to the disk", errno) }
    }
}
