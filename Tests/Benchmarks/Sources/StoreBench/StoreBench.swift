import Foundation
import HTTPSemantics
import PortalAuthentication
import PortalTransport

/// Measures a persistent store once: `StoreBench FOLDER CREDENTIALS ROUNDS` prints milliseconds, a name and a figure a line, and
/// leaves a store of so many credentials in the folder.
///
/// `setup` opens what is there, makes every credential again and writes it; `save` keeps another credential in the place of one among
/// the others and has it on the disk, 400 times a round, so that some write the whole store anew; `open` reads and decrypts alone;
/// `scrypt` is what a passphrase costs beside a key file; `change` is the size of the last change in bytes.
@main
struct StoreBench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[2]), let rounds = Int(arguments[3]) else {
            FileHandle.standardError.write(Data("usage: StoreBench FOLDER CREDENTIALS ROUNDS\n".utf8))
            exit(64)
        }
        let folder = arguments[1]
        let key = EncryptedStore.Key.keyFile(folder + "/key", isMadeIfMissing: true)
        let first = try environment()
        try await first.authentication.setupPersistentCredentialStorage(store(folder + "/keyed", key))
        for number in 0..<count { first.credentials.add(try credential(number, in: first)) }
        try await first.authentication.saveCredentials()

        for _ in 0..<rounds {
            let environment = try environment()
            let persistence = try store(folder + "/keyed", key)
            try await measured("open") { _ = try await persistence.load("arcgis-credentials") }
            try await measured("setup") {
                try await environment.authentication.setupPersistentCredentialStorage(
                    store(folder + "/keyed", key))
            }
            guard environment.credentials.credentials.count == count else { throw Missing() }
            for number in 0..<400 {
                let credential = try credential(number * 7 % count, in: environment)
                try await measured("save") {
                    environment.credentials.add(credential)
                    try await environment.credentials.save()
                }
                if let size = try changeSize(folder + "/keyed") { print("change", size) }
            }
            let passphrase = try store(folder + "/passphrase", .passphrase(Secret("correct horse battery staple")))
            try await measured("scrypt") {
                try await passphrase.update("empty") { _ throws(PortalError) in Secret([]) }
            }
        }
    }

    private struct Missing: Error {}

    /// The size of the last change in a folder; nil where the store has none.
    private static func changeSize(_ folder: String) throws -> Int? {
        let numbers = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            $0.hasPrefix("arcgis-credentials.store.") ? Int($0.dropFirst(25)) : nil
        }
        guard let last = numbers.max() else { return nil }
        return try Data(contentsOf: URL(fileURLWithPath: "\(folder)/arcgis-credentials.store.\(last)")).count
    }

    private static func store(_ folder: String, _ key: EncryptedStore.Key) throws -> EncryptedStore {
        try EncryptedStore(folder: folder, key: key)
    }

    private static func environment() throws -> PortalEnvironment {
        PortalEnvironment(transport: try CurlTransport())
    }

    /// A token of the length that portals give.
    private static func credential(_ number: Int, in environment: PortalEnvironment) throws -> any ArcGISCredential {
        try PregeneratedTokenCredential(
            url: HTTPURL("https://gis\(number).example.com/portal"),
            tokenInfo: TokenInfo(
                accessToken: Secret("\(number)-" + String(repeating: "t", count: 180)),
                expires: Timestamp(milliseconds: 4_000_000_000_000)),
            referer: "https://app.example.com/")
    }

    private static func measured(_ name: String, _ body: @Sendable () async throws -> Void) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        try await body()
        let taken = (clock.now - start).components
        print(name, Double(taken.seconds) * 1e3 + Double(taken.attoseconds) / 1e15)
    }
}
