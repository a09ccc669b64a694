import FixtureFiles
import JSONValues
import MockPortalServer

/// A portal with its control API, and a client of it.
final class ControlBench {
    let server: ControlServer

    init(
        options: ServeOptions = ServeOptions(), at address: ControlAddress = ControlAddress(),
        handingEndedTo handleEnd: ControlServer.EndHandler? = nil
    ) throws {
        let portal = try TestPortal.start(["http": "serve"], options: options)
        server = try ControlServer.start(
            for: portal, scenario: "token", nonce: "n-1", at: address, handingEndedTo: handleEnd
        ) { name throws(BlueprintError) in
            let preset = try Blueprint.preset(name, fixtures: .embedded)
            return try preset.overlaid(with: ["http": "serve"], source: "test")
        }
    }

    deinit {
        server.stop()
        server.portal.stop()
    }

    /// The path of the control URL, with the capability.
    var path: String { Self.path(of: server.url) }

    static func path(of url: String) -> String {
        url.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).reduce("") { "\($0)/\($1)" }
    }

    func send(
        _ method: String, _ path: String, _ body: String = "", headers: String = "", host: String = "127.0.0.1"
    ) async throws -> (status: Int, json: JSONValue) {
        try await ask(method, self.path + path, body, headers: headers, host: host)
    }

    /// The same with a whole path.
    func ask(
        _ method: String, _ path: String, _ body: String = "", headers: String = "", host: String = "127.0.0.1"
    ) async throws -> (status: Int, json: JSONValue) {
        let client = try RawClient(port: TestPortal.port(of: server.url))
        await client.send(
            "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\(headers)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        let answer = await client.read()
        let status = answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
        guard parts.count == 2 else { return (status, .null) }
        let isChunked = parts[0].contains("chunked")
        return (status, (try? JSONValue(parsing: isChunked ? Self.joined(parts[1]) : String(parts[1]))) ?? .null)
    }

    /// The text of a chunked body (RFC 9112 §7.1) of ASCII alone.
    static func joined(_ body: Substring) -> String {
        var rest = Array(body.utf8)[...]
        var text: [UInt8] = []
        while let end = rest.firstIndex(of: 0x0D) {
            guard let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), size > 0 else { break }
            text += rest[(end + 2)...].prefix(size)
            rest = rest.dropFirst(end + 2 - rest.startIndex + size + 2)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
