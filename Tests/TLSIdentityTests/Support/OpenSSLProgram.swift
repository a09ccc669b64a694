import ChildProcess
import Foundation
import TestFolders
import Testing

@testable import TLSIdentity

/// The program `openssl` in a folder of its own, which goes with its owner.
final class OpenSSLProgram {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let place: TemporaryFolder
    var folder: String { place.path }

    init() throws { place = try TemporaryFolder() }

    /// Runs `openssl` with arguments in the folder and gives what it wrote on both of its outputs; throws where it fails.
    @discardableResult
    func run(_ arguments: [String]) async throws -> String {
        let done = try await ChildProcess.run("openssl", arguments, folder: folder)
        guard done.status == 0 else {
            throw Failure(description: "openssl \(arguments.joined(separator: " ")): \(done.output)")
        }
        return done.output
    }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        try place.write(Array(bytes), as: name)
    }

    func bytes(of name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
    }

    /// Exports an identity as `openssl pkcs12 -export` does, with more options; gives the file.
    func export(_ identity: IssuedIdentity, password: String, _ options: [String] = []) async throws -> [UInt8] {
        try write(identity.chainPEM.utf8, to: "chain.pem")
        try write(identity.keyPEM.expanded.utf8, to: "key.pem")
        try write(password.utf8, to: "password")
        let usual = ["pkcs12", "-export", "-in", "chain.pem", "-inkey", "key.pem", "-out", "out.p12"]
        // An empty file is no line of a password to openssl.
        let secret = ["-passout", password.isEmpty ? "pass:" : "file:password"]
        try await run(usual + secret + options)
        return try bytes(of: "out.p12")
    }

    /// Whether the machine has the program.
    static func isThere() async -> Bool { await found.value }

    private static let found = Task.detached { (try? await OpenSSLProgram().run(["version"])) != nil }
}

extension LegacyProvider {
    /// Whether the machine has OpenSSL's legacy provider.
    static let isThere = (try? LegacyProvider.shared()) != nil
    static let remedy: Comment = "install OpenSSL's legacy provider: libssl3, on newer Debian openssl-provider-legacy"
}
