import HTTPSemantics
import Platform
import PortalAuthentication
import PretendPortals
import TLSIdentity
import TestFolders
import Testing

extension TemporaryFolder {
    var names: [String] { (try? list(path)) ?? [] }
    func text(_ name: String) -> String {
        let file = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(file, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
    func mode(_ name: String = "") -> UInt32 {
        var facts = stat()
        stat(name.isEmpty ? path : "\(path)/\(name)", &facts)
        return UInt32(facts.st_mode) & 0o777
    }
    private func list(_ path: String) throws -> [String] {
        let directory = try #require(opendir(path))
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

struct `Identity store` {
    private let secret = Secret("p12 password")

    private func pkcs12(_ name: String) throws -> [UInt8] {
        try Identities.pki().pkcs12(name, password: secret.reveal { $0 })
    }

    private func problem(
        _ bytes: [UInt8], password: Secret<String>? = nil, into store: ClientIdentityStore
    ) -> IdentityImportError? {
        let before = store.identities
        do throws(IdentityImportError) {
            try store.importPKCS12(bytes, password: password ?? secret, overwrite: false)
            return nil
        } catch {
            #expect(store.identities == before)
            #expect(!error.description.contains(secret.reveal { $0 }))
            return error
        }
    }

    @Test func `takes in a file with its right password`() throws {
        let store = ClientIdentityStore()
        let identity = try store.importPKCS12(try pkcs12("alice"), password: secret, overwrite: false)
        #expect(identity.commonName == "alice" && store.identities == [identity])
        #expect(identity == (try Identities.named("alice")))
        #expect(store.identity(sha256: identity.certificate.sha256) == identity)
    }

    @Test func `tells every failure apart and stays as it was`() throws {
        let store = ClientIdentityStore()
        try store.add(try Identities.named("bob"))
        let alice = try pkcs12("alice")
        #expect(problem(alice, password: Secret("wrong"), into: store)?.code == .invalidPassword)
        #expect(problem(Array("no such thing".utf8), into: store)?.code == .invalidData)
        #expect(problem(Array(alice.prefix(alice.count / 2)), into: store)?.code == .invalidData)
        #expect(problem([], into: store)?.code == .invalidData)
        #expect(problem(try pkcs12("alice-no-key"), into: store)?.code == .missingPrivateKey)
        #expect(problem(try pkcs12("alice-key-only"), into: store)?.code == .missingCertificate)
        let old = problem(try pkcs12("alice-rc2"), into: store)
        #expect(old?.code == .unsupportedEncryption && old?.detail.contains("legacy") == true)
        #expect(store.identities.map(\.commonName) == ["bob"])
    }

    @Test func `opens old encryption where that is allowed`() throws {
        let store = ClientIdentityStore()
        try store.importPKCS12(
            try pkcs12("alice-rc2"), password: secret, overwrite: false, allowsLegacyEncryption: true)
        #expect(store.identities.map(\.commonName) == ["alice"])
    }

    @Test(arguments: ["alice-empty-password", "alice-no-password"])
    func `opens a file without a password`(_ name: String) throws {
        for password in [nil, Secret("")] {
            let store = ClientIdentityStore()
            try store.importPKCS12(
                try Identities.pki().pkcs12(name, password: ""), password: password, overwrite: false)
            #expect(store.identities.map(\.commonName) == ["alice"])
        }
    }

    @Test func `refuses a second identity of the same subject unless it may overwrite`() throws {
        let store = ClientIdentityStore()
        let first = try store.importPKCS12(try pkcs12("alice"), password: secret, overwrite: false)
        #expect(problem(try pkcs12("alice"), into: store)?.code == .duplicateIdentity)
        let renewed = try Identities.named("alice-renewed")
        #expect(throws: IdentityImportError(.duplicateIdentity, "")) { try store.add(renewed) }
        #expect(store.identities == [first])
        try store.add(renewed, overwrite: true)
        #expect(store.identities == [renewed] && renewed != first)
        // Another authority's alice is another user.
        try store.add(try Identities.named("alice-other-ca"))
        #expect(store.identities.count == 2)
    }

    @Test func `filters by the issuers that a server accepts`() throws {
        let store = ClientIdentityStore()
        let alice = try Identities.named("alice")
        let bob = try Identities.named("bob")
        let carol = try Identities.named("carol")
        let chained = try Identities.named("alice-chain")
        for identity in [alice, bob, carol, chained] { try store.add(identity) }
        func names(_ issuers: [[UInt8]]?) throws -> [String] {
            let origin = try #require(Origin(scheme: "https", host: "h.test"))
            let space = ProtectionSpace(origin: origin, method: .clientCertificate, acceptableIssuers: issuers)
            return store.identities(for: space).map(\.certificate.sha256)
        }
        let byName = { (identity: ClientIdentity) in (identity.commonName, identity.certificate.sha256) }
        func sorted(_ some: [ClientIdentity]) -> [String] {
            some.sorted { byName($0) < byName($1) }.map(\.certificate.sha256)
        }
        let all = sorted([alice, bob, carol, chained])
        // The chained one counts, since its intermediate comes from the same authority.
        #expect(try names([alice.issuers[0]]) == sorted([alice, bob, chained]))
        #expect(try names([carol.issuers[0]]) == sorted([carol]))
        #expect(try names([[0x30, 0]]).isEmpty)
        #expect(try names([]) == all && names(nil) == all)
        #expect(store.identities(for: nil).count == 4)
    }

    @Test func `cannot read what is no file`() throws {
        let store = ClientIdentityStore()
        let directory = try TemporaryFolder()
        try directory.write("x", as: "closed.p12", mode: 0)
        for path in ["/nowhere/alice.p12", directory.path, "/dev/null"]
            + (getuid() == 0 ? [] : [directory.path + "/closed.p12"])
        {
            #expect(throws: IdentityImportError(.failedToAccessFile, "")) {
                try store.importPKCS12(file: path, password: nil, overwrite: false)
            }
        }
    }

    // MARK: in a directory

    @Test func `keeps identities and choices over a restart`() async throws {
        let directory = try TemporaryFolder()
        let origin = try #require(Origin(scheme: "https", host: "h.test", port: 7443))
        let store = try ClientIdentityStore(directory: directory.path)
        let alice = try store.importPKCS12(try pkcs12("alice"), password: secret, overwrite: false)
        // At once: a later change would put a wrong mode right.
        #expect(directory.mode() == 0o700 && directory.names.map { directory.mode($0) } == [0o600])
        try store.add(try Identities.named("bob"))
        try await store.choose(alice, for: origin)
        #expect(directory.names.count == 3 && directory.mode("choices.json") == 0o600)

        let again = try ClientIdentityStore(directory: directory.path)
        #expect(Set(again.identities) == Set(store.identities) && again.problems.isEmpty)
        #expect(again.choice(for: origin) == alice)
        // A renewed certificate takes the choice over.
        let renewed = try Identities.named("alice-renewed")
        try again.add(renewed, overwrite: true)
        #expect(try ClientIdentityStore(directory: directory.path).choice(for: origin) == renewed)
        #expect(directory.names.count == 3)
        try await again.remove(renewed)
        let last = try ClientIdentityStore(directory: directory.path)
        #expect(last.choice(for: origin) == nil && last.identities.map(\.commonName) == ["bob"])
    }

    @Test func `writes the file that another process left`() async throws {
        let directory = try TemporaryFolder()
        let one = try ClientIdentityStore(directory: directory.path)
        let two = try ClientIdentityStore(directory: directory.path)
        try one.add(try Identities.named("alice"))
        #expect(throws: IdentityImportError(.duplicateIdentity, "")) { try two.add(try Identities.named("alice")) }
        try two.add(try Identities.named("bob"))
        #expect(two.identities.count == 2)
        try await one.removeAll()
        #expect(directory.names.filter { $0.hasPrefix("identity-") }.isEmpty)
    }

    @Test func `reports what it does not understand and leaves it alone`() throws {
        let directory = try TemporaryFolder()
        try directory.write("a letter", as: "letter.txt")
        try directory.write("half a key", as: ".identity-00.pem.new-abc")
        let alice = try Identities.named("alice")
        let store = try ClientIdentityStore(directory: directory.path)
        try store.add(alice)
        let file = try #require(directory.names.first { $0.hasPrefix("identity-") })
        let whole = directory.text(file)
        try directory.write(String(whole.prefix(whole.utf8.count / 2)), as: file)
        try directory.write(whole, as: "identity-1234.pem")
        try directory.write("{", as: "choices.json")

        let again = try ClientIdentityStore(directory: directory.path)
        #expect(again.identities.isEmpty && again.problems.count == 5)
        #expect(again.problems.contains { $0.description.contains("letter.txt") })
        #expect(again.problems.contains { $0.description.contains("interrupted") })
        #expect(!again.problems.contains { $0.description.contains("PRIVATE") })
        // What is in the way stays there, with or without overwriting.
        for overwrite in [false, true] {
            #expect(throws: IdentityImportError(.storeNotWritable, "")) {
                try again.add(alice, overwrite: overwrite)
            }
        }
        #expect(directory.names.count == 5 && directory.text("letter.txt") == "a letter")
        try again.add(try Identities.named("bob"))
        #expect(again.identities.map(\.commonName) == ["bob"])
    }

    @Test func `is not opened where others may enter`() throws {
        let directory = try TemporaryFolder()
        chmod(directory.path, 0o755)
        #expect(throws: IdentityImportError(.storeNotWritable, "")) {
            try ClientIdentityStore(directory: directory.path)
        }
        #expect(throws: IdentityImportError(.storeNotWritable, "")) {
            try ClientIdentityStore(directory: "/dev/null/store")
        }
    }

    @Test func `shows no key`() throws {
        let directory = try TemporaryFolder()
        let store = try ClientIdentityStore(directory: directory.path)
        let alice = try Identities.named("alice")
        try store.add(alice)
        let key = String(alice.keyPEM.expanded.split(separator: "\n")[1])
        var dumped = "\(store) \(String(reflecting: store)) \(store.identities) \(store.problems)"
        dump(store, to: &dumped)
        #expect(!dumped.contains(key) && !dumped.contains("PRIVATE"))
        #expect(directory.text(directory.names[0]).contains(key))
    }
}
