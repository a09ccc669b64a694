public import HTTPSemantics
internal import Platform
public import TLSIdentity

extension ClientIdentityStore {
    /// Takes in the identity of a PKCS #12 file (RFC 7292); nil and an empty password open the same files.
    ///
    /// `overwrite` lets it take the place of one that the store has already. `allowsLegacyEncryption` opens files in RC2, RC4 or DES, which OpenSSL keeps in its legacy provider. Throws one code
    /// per kind of failure, and the store is then as it was before.
    @discardableResult
    public func importPKCS12(
        _ bytes: [UInt8], password: Secret<String>?, overwrite: Bool = false, allowsLegacyEncryption: Bool = false
    ) throws(IdentityImportError) -> ClientIdentity {
        let identity: ClientIdentity
        do {
            identity = try Self.identity(in: bytes, password, allowsLegacyEncryption)
        } catch {
            throw IdentityImportError(Self.codes[error.code] ?? .invalidData, error.detail)
        }
        try add(identity, overwrite: overwrite)
        return identity
    }

    /// Takes in the identity of a PKCS #12 file by its path; the bytes count, not the extension.
    ///
    /// Throws `failedToAccessFile` where it is missing, a directory or not to be read, else as for bytes.
    @discardableResult
    public func importPKCS12(
        file path: String, password: Secret<String>?, overwrite: Bool = false, allowsLegacyEncryption: Bool = false
    ) throws(IdentityImportError) -> ClientIdentity {
        try importPKCS12(
            try Self.contents(of: path), password: password, overwrite: overwrite,
            allowsLegacyEncryption: allowsLegacyEncryption)
    }

    private static func identity(
        in bytes: [UInt8], _ password: Secret<String>?, _ allowsLegacyEncryption: Bool
    ) throws(PKCS12Error) -> ClientIdentity {
        guard let password else {
            return try PKCS12.identity(in: bytes, password: nil, allowsLegacyEncryption: allowsLegacyEncryption)
        }
        return try password.reveal { text throws(PKCS12Error) in
            try PKCS12.identity(in: bytes, password: text, allowsLegacyEncryption: allowsLegacyEncryption)
        }
    }

    private static let codes: [PKCS12Error.Code: IdentityImportError.Code] = [
        .invalidPassword: .invalidPassword, .invalidData: .invalidData, .missingPrivateKey: .missingPrivateKey,
        .missingCertificate: .missingCertificate, .keyMismatch: .keyMismatch,
        .unsupportedEncryption: .unsupportedEncryption,
    ]

    /// Reads a regular file of at most 16 MiB.
    private static func contents(of path: String) throws(IdentityImportError) -> [UInt8] {
        // A pipe without a writer must not hold anybody up.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw unreadable(path, String(cString: strerror(errno))) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw unreadable(path, facts.st_mode & S_IFMT == S_IFDIR ? "it is a directory" : "it is no file")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw unreadable(path, String(cString: strerror(errno))) }
            bytes += buffer[..<count]
            guard bytes.count <= 16 << 20 else {
                throw IdentityImportError(.invalidData, "\(path) is larger than 16 MiB and no file of an identity")
            }
        }
    }

    private static func unreadable(_ path: String, _ why: String) -> IdentityImportError {
        IdentityImportError(.failedToAccessFile, "\(path) cannot be read: \(why); name a .p12 file that you may read")
    }
}
