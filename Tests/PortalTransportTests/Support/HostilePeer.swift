import ChildProcess
import Foundation
import PortalTransport
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
        /// connection in place of an answer to the client's certificate, `hello-…` what comes in place of a ServerHello.
        var mode: String?
    }

    /// One for the tests that ask nothing of its memory; it ends with this process.
    static func shared() async throws -> HostilePeer { try await sharedPeer.value }
    private static let sharedPeer = Task.detached { try await HostilePeer() }

    private let process: ChildProcess
    private let ports: [String: Int]

    init(_ listeners: [Listener] = [Listener(name: "plain")]) async throws {
        let description = String(decoding: try JSONEncoder().encode(listeners), as: UTF8.self)
        process = try ChildProcess(
            "/usr/bin/python3", ["-c", Self.program, description], streams: .pipesBesideErrors)
        ports = try JSONDecoder().decode([String: Int].self, from: Data(try await process.readLine().utf8))
    }

    func port(_ name: String = "plain") throws -> Int {
        guard let port = ports[name] else { throw ChildProcess.Failure(description: "no listener \(name)") }
        return port
    }

    /// An answer of the plain listener, asked for by a transport of its own or by one whose turn has to have come.
    func ask(_ path: String, by transport: CurlTransport? = nil) async throws -> String {
        let transport = try transport ?? CurlTransport()
        return String(decoding: try await transport.send(HTTPRequest(url: try url(path))).body, as: UTF8.self)
    }

    func url(_ path: String = "", listener name: String = "plain") throws -> String {
        "\(name == "plain" ? "http" : "https")://localhost:\(try port(name))\(path)"
    }
}
