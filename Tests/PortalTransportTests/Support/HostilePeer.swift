import Foundation
import TLSIdentity

/// A Python server on raw sockets that misbehaves as the path asks; see ``HostilePeer/program``.
final class HostilePeer: Sendable {
    /// One listener; without a certificate it speaks plain text.
    struct Listener: Encodable {
        var name: String
        var certificate: String?
        var key: String?
        /// `1.0`, `1.2` or `1.3`, and no other.
        var version: String?
        /// A file of authorities whose client certificates are asked for: required, unless the mode says otherwise.
        var clientAuthorities: String?
        /// `optional`, or `later`: after the handshake, for the path `/later`. `reset`, `end` and `hold` say what becomes of the
        /// connection in place of an answer to the client's certificate.
        var mode: String?
    }

    /// One for the tests that ask nothing of its memory; it ends with this process.
    static func shared() throws -> HostilePeer { try sharedPeer.get() }
    private static let sharedPeer = Result { try HostilePeer() }

    private let process: ChildProcess
    private let ports: [String: Int]

    init(_ listeners: [Listener] = [Listener(name: "plain")]) throws {
        let description = String(decoding: try JSONEncoder().encode(listeners), as: UTF8.self)
        process = try ChildProcess("/usr/bin/python3", ["-c", Self.program, description])
        ports = try JSONDecoder().decode([String: Int].self, from: Data(try process.firstLine().utf8))
    }

    func port(_ name: String = "plain") throws -> Int {
        guard let port = ports[name] else { throw ChildProcess.Failure(description: "no listener \(name)") }
        return port
    }

    func url(_ path: String = "", listener name: String = "plain") throws -> String {
        "\(name == "plain" ? "http" : "https")://localhost:\(try port(name))\(path)"
    }
}
