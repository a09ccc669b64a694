internal import HTTPSemantics
internal import JSONValues
internal import TLSIdentity

/// A directory of identities: one file each, key and certificates together, so that none is ever there by half.
///
/// A file takes its place by one `rename`; beside them stands `choices.json`. What is not understood is reported and left alone.
struct IdentityDirectory: Sendable {
    private static let choicesFile = "choices.json"
    private static let certificateMark = "-----BEGIN CERTIFICATE-----"
    private let directory: PrivateDirectory

    /// Opens a directory, made with mode 0700 where there is none; throws `storeNotWritable` where others may enter it.
    init(_ path: String) throws(IdentityImportError) {
        do {
            directory = try PrivateDirectory(path)
            try directory.requirePrivacy()
        } catch {
            throw IdentityImportError(.storeNotWritable, error.description)
        }
    }

    /// Runs a body while no other process changes the directory.
    func locked<Value>(
        _ body: () throws(IdentityImportError) -> Value
    ) throws(IdentityImportError) -> Value {
        let outcome: Result<Value, IdentityImportError>
        do {
            outcome = try directory.locked {
                do throws(IdentityImportError) {
                    return .success(try body())
                } catch {
                    return .failure(error)
                }
            }
        } catch {
            throw IdentityImportError(.storeNotWritable, error.description)
        }
        return try outcome.get()
    }

    /// Reads everything; what cannot be read comes back as problems.
    func load() throws(IdentityImportError) -> (
        selector: ClientIdentitySelector, problems: [ClientIdentityStore.Problem]
    ) {
        var selector = ClientIdentitySelector()
        var problems: [ClientIdentityStore.Problem] = []
        for name in try access({ () throws(TLSIdentityError) in try directory.names() }) {
            if name == Self.choicesFile { continue }
            do throws(IdentityImportError) {
                selector.keep(try identity(in: name))
            } catch {
                problems.append(ClientIdentityStore.Problem(file: directory.path + "/" + name, detail: error.detail))
            }
        }
        do throws(IdentityImportError) {
            selector.choices = try choices().filter { selector[$0.value] != nil }
        } catch {
            let file = directory.path + "/" + Self.choicesFile
            problems.append(ClientIdentityStore.Problem(file: file, detail: error.detail))
        }
        return (selector, problems)
    }

    /// Writes one identity, in place of an older one of the same subject and issuer.
    func write(_ identity: ClientIdentity) throws(IdentityImportError) {
        let name = Self.file(ClientIdentitySelector.key(of: identity))
        let text = identity.keyPEM.expanded + "\n" + identity.chainPEM
        try access { () throws(TLSIdentityError) in
            try directory.replace([(name, Array(text.utf8), 0o600)], durably: true)
        }
    }

    func remove(_ key: ClientIdentitySelector.Key) throws(IdentityImportError) {
        try access { () throws(TLSIdentityError) in try directory.remove(Self.file(key)) }
    }

    /// Writes which origin uses which identity.
    func write(_ choices: [Origin: ClientIdentitySelector.Key]) throws(IdentityImportError) {
        let members = choices.map { ($0.key.description, JSONValue.string($0.value)) }
        let document: JSONValue = ["choices": .object(Dictionary(members, uniquingKeysWith: { $1 }))]
        try access { () throws(TLSIdentityError) in
            try directory.replace([(Self.choicesFile, document.bytes(pretty: true), 0o600)], durably: true)
        }
    }

    /// The file of a key; whether something stands there that is no identity.
    func isBroken(_ key: ClientIdentitySelector.Key) -> Bool {
        guard let text = try? directory.contents(of: Self.file(key)) else { return false }
        return !text.isEmpty && (try? identity(in: Self.file(key))) == nil
    }

    func path(_ key: ClientIdentitySelector.Key) -> String { directory.path + "/" + Self.file(key) }

    private static func file(_ key: ClientIdentitySelector.Key) -> String { "identity-\(key).pem" }

    private func identity(in name: String) throws(IdentityImportError) -> ClientIdentity {
        if name.hasPrefix("."), name.contains(".pem.new-") {
            throw IdentityImportError(
                .invalidData, "is left over from an import that was interrupted; it can be deleted")
        }
        guard name.hasPrefix("identity-"), name.hasSuffix(".pem") else {
            throw IdentityImportError(.invalidData, "is no file of this store")
        }
        let text = try access { () throws(TLSIdentityError) in try directory.contents(of: name) } ?? ""
        guard let mark = text.firstRange(of: Self.certificateMark) else {
            throw IdentityImportError(.invalidData, "holds no certificate")
        }
        let identity: ClientIdentity
        do {
            identity = try ClientIdentity(
                chainPEM: String(text[mark.lowerBound...]), keyPEM: PrivateKeyPEM(String(text[..<mark.lowerBound])))
        } catch {
            throw IdentityImportError(.invalidData, "is no identity: \(error.message)")
        }
        guard name == Self.file(ClientIdentitySelector.key(of: identity)) else {
            throw IdentityImportError(
                .invalidData, "is the identity of \(identity.certificate.subject) under another name")
        }
        directory.makePrivate(name)
        return identity
    }

    private func choices() throws(IdentityImportError) -> [Origin: ClientIdentitySelector.Key] {
        guard let text = try access({ () throws(TLSIdentityError) in try directory.contents(of: Self.choicesFile) })
        else { return [:] }
        guard let members = (try? JSONValue(parsing: text))?["choices"]?.object else {
            throw IdentityImportError(.invalidData, "is no list of choices; every origin will ask again")
        }
        var choices: [Origin: ClientIdentitySelector.Key] = [:]
        for (address, key) in members {
            guard let origin = Origin(ofURL: address), let key = key.string else { continue }
            choices[origin] = key
        }
        return choices
    }

    @discardableResult
    private func access<Value>(_ body: () throws(TLSIdentityError) -> Value) throws(IdentityImportError) -> Value {
        do {
            return try body()
        } catch {
            throw IdentityImportError(.storeNotWritable, error.description)
        }
    }
}
