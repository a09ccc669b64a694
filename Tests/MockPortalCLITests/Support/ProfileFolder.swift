import Foundation
import Testing

/// A folder with a profile and the secrets that it names.
struct ProfileFolder {
    let path: String
    private let service: String

    init(_ path: String, _ serving: Serving, user: String = "alice") throws {
        self.path = path
        service =
            serving.url.replacingOccurrences(of: "/portal", with: "/server") + "/rest/services/Traffic/FeatureServer"
        try write(serving.password(of: user) + "\n", as: "password")
    }

    /// A profile of alice, with items, maps and a service of Fixtures/world.
    var memberProfile: String {
        """
        accounts:
          member: {username: alice, password: {file: password}}
        items: {public: 3a900000000000000000000000000001, private: 3a900000000000000000000000000017}
        maps: {public: 3a900000000000000000000000000004, private: 3a900000000000000000000000000019}
        service: \(service)
        federatedService: \(service)
        """
    }

    /// Writes a file that only its owner can read.
    @discardableResult
    func write(_ text: String, as name: String, mode: Int = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        #expect(
            FileManager.default.createFile(
                atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
        return file
    }

    func profile(_ text: String) throws -> String { try write(text + "\n", as: "profile.yaml", mode: 0o644) }
}
