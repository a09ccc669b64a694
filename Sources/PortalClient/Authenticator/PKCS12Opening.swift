internal import HTTPSemantics
internal import PortalAuthentication
internal import TLSIdentity

/// A PKCS #12 file that a person has chosen, until it is open or given up.
struct PKCS12Opening: Sendable {
    /// Why the file was given up; nil words where the person went back.
    struct Failure: Error {
        let words: String?
    }

    let bytes: [UInt8]
    let name: String
    let allowsLegacyEncryption: Bool

    /// Opens the file without a password, else with the one that is asked for, as often as it is wrong.
    func identity(
        asking ask: (PKCS12Question) async throws(PortalError) -> Secret<String>?
    ) async throws(PortalError) -> Result<ClientIdentity, Failure> {
        var password: Secret<String>?
        while true {
            do throws(PKCS12Error) {
                return .success(try open(with: password))
            } catch {
                guard error.code == .invalidPassword else { return .failure(Failure(words: "\(name): \(error)")) }
                let question = PKCS12Question(
                    name: name, complaint: password == nil ? nil : "that password does not open it")
                guard let next = try await ask(question) else { return .failure(Failure(words: nil)) }
                password = next
            }
        }
    }

    private func open(with password: Secret<String>?) throws(PKCS12Error) -> ClientIdentity {
        guard let password else {
            return try PKCS12.identity(in: bytes, password: nil, allowsLegacyEncryption: allowsLegacyEncryption)
        }
        return try password.reveal { text throws(PKCS12Error) in
            try PKCS12.identity(in: bytes, password: text, allowsLegacyEncryption: allowsLegacyEncryption)
        }
    }
}
