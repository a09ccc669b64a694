import HTTPSemantics
import Platform
import TestFolders
import Testing

@testable import PortalTransport

@Suite struct `A body in pieces` {
    /// What a reader gives, with a buffer of so many bytes.
    private func read(_ pieces: [BodyPiece], by size: Int, again: Bool = false) throws -> [UInt8] {
        var reader = BodyReader(pieces)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: size)
        if again {
            _ = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
            reader.rewind()
        }
        while true {
            let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    @Test(arguments: [1, 3, 64]) func `is read in order, whatever is asked for at once, and again`(size: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("from the disk", as: "a")
        let pieces: [BodyPiece] = [
            .bytes(Array("<".utf8)), .bytes([]), .file(path: path, count: 8), .bytes(Array(">".utf8)),
        ]
        #expect(try String(decoding: read(pieces, by: size), as: UTF8.self) == "<from the>")
        #expect(try String(decoding: read(pieces, by: size, again: true), as: UTF8.self) == "<from the>")
    }

    @Test func `that has become shorter or is gone is no body`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("short", as: "a")
        for piece in [BodyPiece.file(path: path, count: 6), .file(path: path + "x", count: 1)] {
            #expect(throws: BodyReader.Problem.self) { try read([piece], by: 64) }
        }
    }

    @Test func `of what is no regular file is none, and nothing waits for it`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, folder.path, "/dev/zero"] {
            let problem = #expect(throws: BodyReader.Problem.self) { try read([.file(path: path, count: 1)], by: 64) }
            #expect(problem?.description == "\(path) is no regular file")
        }
    }

    @Test(
        arguments: [
            [.file(path: "/dev/null", count: -1)], [.file(path: "/dev/null", count: .max), .bytes([1])],
            [.bytes([1]), .file(path: "/dev/null", count: .min)],
        ] as [[BodyPiece]])
    func `that cannot be counted is malformed`(pieces: [BodyPiece]) async throws {
        let transport = try CurlTransport()
        var request = HTTPRequest(method: "POST", url: "http://portal.test/")
        request.pieces = pieces
        let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
        #expect(error?.code == .malformedRequest && error?.mayHaveBeenSent == false)
    }

    @Test func `goes over the wire with its length`() async throws {
        let peer = try await HostilePeer.shared()
        let transport = try CurlTransport(userAgent: "transport-test/1")
        let folder = try TemporaryFolder()
        let path = try folder.write([UInt8](repeating: 0x78, count: 300_000), as: "a")
        var request = HTTPRequest(
            method: "POST", url: try peer.url("/echo"), headers: [HeaderField("Content-Type", "a/b")])
        request.pieces = [.bytes(Array("<".utf8)), .file(path: path, count: 300_000), .bytes(Array(">".utf8))]
        for _ in 0..<2 {
            let text = String(decoding: try await transport.send(request).body, as: UTF8.self)
            #expect(
                text.contains("Content-Length: 300002\r\n") && !text.contains("Expect") && !text.contains("chunked"))
            #expect(text.hasSuffix("\r\n\r\n<" + String(repeating: "x", count: 300_000) + ">"))
        }
        let plain = try await transport.send(HTTPRequest(url: try peer.url("/echo")))
        #expect(String(decoding: plain.body, as: UTF8.self).hasPrefix("GET "))
        request.pieces = [.file(path: path + "x", count: 5)]
        let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
        #expect(error?.code == .library && error?.detail.contains("a" + "x: No such file") == true)
    }
}
