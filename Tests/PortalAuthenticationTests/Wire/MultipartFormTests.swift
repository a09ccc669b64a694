import HTTPSemantics
import Platform
import PortalTransport
import TestFolders
import Testing

@testable import PortalAuthentication

@Suite struct `A form with files` {
    private func text(_ pieces: [BodyPiece]) -> String {
        pieces.map { piece in
            switch piece {
            case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
            case .file(let path, let count): "<\(count) bytes of \(path.split(separator: "/").last ?? "")>"
            }
        }.joined()
    }

    @Test func `has its fields first, then each file as it is`() throws {
        let form = MultipartForm(
            [("f", "json"), ("a\"b", "1 & 2")],
            files: [
                FormFile(
                    field: "attachment", name: "ü\"\r\n.txt", mediaType: "text/plain", content: .bytes([0x31, 0x0A]))
            ])
        let boundary = try #require(form.contentType.split(separator: "=").last)
        #expect(boundary.count == 46)
        #expect(
            try text(form.pieces()) == """
                --\(boundary)\r
                Content-Disposition: form-data; name="f"\r
                \r
                json\r
                --\(boundary)\r
                Content-Disposition: form-data; name="a%22b"\r
                \r
                1 & 2\r
                --\(boundary)\r
                Content-Disposition: form-data; name="attachment"; filename="ü%22%0D%0A.txt"\r
                Content-Type: text/plain\r
                \r
                1\n\r
                --\(boundary)--\r

                """)
        #expect(MultipartForm([], files: []).contentType != MultipartForm([], files: []).contentType)
    }

    @Test func `names a file of the disk, which is read later`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("three", as: "a.bin")
        let file = FormFile(field: "file", name: "a.bin", content: .file(path: path))
        #expect(try text(MultipartForm([], files: [file]).pieces()).contains("\r\n\r\n<5 bytes of a.bin>\r\n--"))
        for (bad, type) in [(folder.path, "text/plain"), (path + "x", "text/plain"), (path, "a\r\nb"), (path, "")] {
            let file = FormFile(field: "file", name: "a", mediaType: type, content: .file(path: bad))
            let error = #expect(throws: PortalError.self) { try MultipartForm([], files: [file]).pieces() }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test func `is read for a hash as far as each of its files was announced`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("three and more", as: "a.bin")
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        var request = WireRequest(method: "POST", url: try HTTPURL("https://h.test/"))
        request.pieces = [.bytes([0x3C]), .file(path: path, count: 5), .bytes([0x3E])]
        #expect(try request.wholeBody() == Array("<three>".utf8))
        // The last one would be waited for, as no program writes into it.
        let unreadable: [(BodyPiece, String)] = [
            (.file(path: path, count: 15), "it has become shorter since it was announced"),
            (.file(path: path + "x", count: 1), "a.binx cannot be sent: "),
            (.file(path: pipe, count: 1), "pipe cannot be sent: it is no regular file"),
        ]
        for (piece, words) in unreadable {
            request.pieces = [piece]
            let asked = request
            let error = #expect(throws: PortalError.self) { try asked.wholeBody() }
            #expect(error?.code == .invalidArgument)
            #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
        }
        request.pieces = []
        request.body = [1]
        #expect(try request.wholeBody() == [1])
    }
}

@Suite struct `A request that may have been carried out` {
    @Test func `is one whose bytes may have arrived, or whose answer says nothing`() {
        let sent = TransportError(.connectionLost, url: "u", detail: "lost", mayHaveBeenSent: true)
        let unsent = TransportError(.cannotConnect, url: "u", detail: "refused")
        #expect(PortalError(.connectionLost, detail: "", underlying: sent).mayHaveBeenCarriedOut)
        #expect(!PortalError(.cannotConnect, detail: "", underlying: unsent).mayHaveBeenCarriedOut)
        #expect(PortalError(.malformedJSON, detail: "").mayHaveBeenCarriedOut)
        #expect(!PortalError(.tokenInvalid, detail: "").mayHaveBeenCarriedOut)
        #expect(!PortalError(.capabilityMissing, detail: "").mayHaveBeenCarriedOut)
    }
}
