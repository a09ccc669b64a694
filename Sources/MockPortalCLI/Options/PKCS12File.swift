import HTTPSemantics
import PortalAuthentication
import TLSIdentity

/// A PKCS #12 file that a person hands over, and the password that opens it.
struct PKCS12File {
    let path: String
    let options: PKCS12Options

    /// Opens the file; each failure is one line that says what to do, with exit 1, or 2 where a file cannot be read.
    func identity() throws(CommandFailure) -> ClientIdentity {
        let bytes = try bytes()
        return try open { password throws(PKCS12Error) in
            try PKCS12.identity(
                in: bytes, password: password?.reveal { $0 }, allowsLegacyEncryption: options.allowsLegacyEncryption)
        }
    }

    /// Imports the file into a store, which stays as it was where that fails.
    func `import`(into store: ClientIdentityStore, overwrite: Bool) throws(CommandFailure) -> ClientIdentity {
        let bytes = try bytes()
        return try open { password throws(IdentityImportError) in
            try store.importPKCS12(
                bytes, password: password, overwrite: overwrite,
                allowsLegacyEncryption: options.allowsLegacyEncryption)
        }
    }

    private func bytes() throws(CommandFailure) -> [UInt8] {
        do { return try InputFile.bytes(path) } catch { throw CommandFailure(error) }
    }

    /// Tries the given password, else none and then whatever a person types, three times at most.
    private func open<Failure: Error & CustomStringConvertible>(
        _ body: (Secret<String>?) throws(Failure) -> ClientIdentity
    ) throws(CommandFailure) -> ClientIdentity {
        var password = try givenPassword()
        var typed = 0
        while true {
            do throws(Failure) {
                return try body(password)
            } catch {
                guard Self.isWrongPassword(error), options.passwordFile == nil else {
                    throw CommandFailure("\(path): \(error)\(hint(for: error))", .refused)
                }
                guard typed < 3, let next = Self.ask(path, again: typed > 0) else {
                    let hint = typed == 0 ? "; give it with --p12-password-file <file>" : ""
                    throw CommandFailure("\(path): \(error)\(hint)", .refused)
                }
                typed += 1
                password = next
            }
        }
    }

    private func givenPassword() throws(CommandFailure) -> Secret<String>? {
        guard let file = options.passwordFile else { return nil }
        do { return try InputFile.secretLine(file) } catch { throw CommandFailure(error) }
    }

    private static func ask(_ path: String, again: Bool) -> Secret<String>? {
        guard let terminal = Terminal.controlling() else { return nil }
        if again { terminal.show("That password does not open it.") }
        return terminal.askSecretly("Password of \(path): ").map { Secret($0) }
    }

    private static func isWrongPassword(_ error: any Error) -> Bool {
        (error as? PKCS12Error)?.code == .invalidPassword || (error as? IdentityImportError)?.code == .invalidPassword
    }

    private func hint(for error: any Error) -> String {
        let isLegacy =
            (error as? PKCS12Error)?.code == .unsupportedEncryption
            || (error as? IdentityImportError)?.code == .unsupportedEncryption
        if isLegacy, !options.allowsLegacyEncryption { return "; to open it all the same: --p12-legacy" }
        return (error as? IdentityImportError)?.code == .duplicateIdentity ? "; to replace it: --overwrite" : ""
    }
}
