import ChildProcess
import JSONValues
import Platform
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

/// Bodies in parts from clients that are not ours, over a real wire.
@Suite(.serialized) struct `Uploads` {
    private static let layer = "/server/rest/services/Traffic/FeatureServer/0"

    private func site(_ portal: MockPortal) -> String { portal.url.replacing("/portal", with: "") }

    private func curl(_ portal: MockPortal, _ path: String, _ arguments: [String]) async throws -> JSONValue {
        let answer = try await Child.curl(["-k", site(portal) + path] + arguments)
        #expect(answer.status == 0)
        return try JSONValue(parsing: Array(answer.output.utf8))
    }

    @Test func `curl sends edits as a form in parts`() async throws {
        let portal = try TestPortal.start(preset: "anonymous")
        defer { portal.stop() }
        let adds = "adds=[{\"attributes\":{\"NAME\":\"Elm; Oak\"}}]"
        let answer = try await curl(portal, Self.layer + "/applyEdits", ["--form-string", adds, "-F", "f=json"])
        #expect(answer["addResults"] == [["objectId": 6, "success": true]])
        let request = try #require(portal.journal().requests.last)
        #expect(request.bodyBytesDropped == 0)
        #expect(String(decoding: request.body, as: UTF8.self).contains("{\"NAME\":\"Elm; Oak\"}"))
    }

    @Test func `curl attaches a file of five megabytes and gets it back`() async throws {
        let portal = try TestPortal.start(preset: "anonymous")
        defer { portal.stop() }
        let text = "5 MiB of curl\n\n\n" + String(repeating: "0123456789abcde\n", count: 5 << 16)
        let file = try TemporaryFile(text)
        let answer = try await curl(
            portal, Self.layer + "/2/addAttachment?f=json",
            ["-F", "attachment=@\(file.path);filename=\"a\\\"b.txt\";type=text/plain"])
        #expect(answer["addAttachmentResult"]?["success"] == true)
        // The layer keeps one of its own; that of the request may still be on its way out.
        if isLinux { #expect((1...2).contains(TemporaryUploads.count(beginningWith: "5 MiB of curl"))) }
        let back = try await Child.curl(["-k", site(portal) + Self.layer + "/2/attachments/2"])
        #expect(back.output == text)
        let head = try await Child.curl(["-k", "--head", site(portal) + Self.layer + "/2/attachments/2"])
        #expect(head.output.lowercased().contains("content-length: \(text.utf8.count)\r\n"), "\(head.output)")
        #expect(portal.journal().requests.last { $0.method == "GET" }?.answer?.size == text.utf8.count)
        let infos = try await curl(portal, Self.layer + "/2/attachments?f=json", [])
        #expect(infos["attachmentInfos"]?.array?.first?["name"] == "a\"b.txt")
        let request = try #require(portal.journal().requests.first)
        #expect(request.operation == "Traffic/addAttachment")
        #expect(request.body.count == 4 << 20 && request.bodyBytesDropped > text.utf8.count - (4 << 20))
    }

    @Test func `Python requests sends fields and files`() async throws {
        let portal = try TestPortal.start(preset: "anonymous")
        defer { portal.stop() }
        let answer = try await PythonPeer.run(
            """
            import requests, urllib3
            urllib3.disable_warnings()
            s = requests.Session(); s.trust_env, s.verify = False, False
            layer = sys.argv[1]
            fields = {"adds": (None, '[{"attributes":{"NAME":"Elm"}}]'), "f": (None, "json")}
            print(s.post(layer + "/applyEdits", files=fields, timeout=120).json()["addResults"])
            file = {"attachment": ("n\\u00e4me \\"1\\".bin", b"\\x00\\r\\n--" * 100000, "image/png")}
            print(s.post(layer + "/2/addAttachment", data={"f": "json"}, files=file, timeout=120).json())
            print([i["name"] + " " + str(i["size"]) for i in s.get(layer + "/2/attachments?f=json").json()["attachmentInfos"]])
            stray = s.post(layer + "/applyEdits", files={"adds": "[{}]", "f": "json"}, timeout=120)
            print(stray.status_code, stray.json()["error"]["details"][0].split(": ")[1])

            """, [site(portal) + Self.layer])
        #expect(
            answer.split(separator: "\n") == [
                "[{'objectId': 6, 'success': True}]", "{'addAttachmentResult': {'objectId': 2, 'success': True}}",
                "['näme \"1\".bin 500000']",
                "200 it came as the file \"adds\", and Traffic/applyEdits takes no file of this name; a parameter is sent without filename",
            ])
    }

    @Test(arguments: ["1.1 with a length", "1.1 in chunks"])
    func `a body over its bound is refused with 413, whether its length was told or not`(_ way: String) async throws {
        var options = ServeOptions.unhurried
        options.limits.multipart?.bodyBytes = 100_000
        options.limits.multipart?.memoryBytes = 1000
        let portal = try TestPortal.start(preset: "anonymous", options: options)
        defer { portal.stop() }
        let file = try TemporaryFile("too large \(way)" + String(repeating: "x", count: 200_000))
        let arguments = way.hasSuffix("chunks") ? ["-H", "Transfer-Encoding: chunked"] : []
        let answer = try await curl(
            portal, Self.layer + "/2/addAttachment", ["-F", "attachment=@\(file.path)", "-F", "f=json"] + arguments)
        #expect(answer["error"]?["code"] == 413)
        let request = try #require(portal.journal().requests.last)
        #expect(request.answer?.status == 413 && request.decisions.last?.passed == false)
        #expect(TemporaryUploads.count(beginningWith: "too large \(way)") == 0)
    }

    @Test func `a body that cannot be read is told from outside and stands in the journal`() async throws {
        let portal = try TestPortal.start(preset: "anonymous")
        defer { portal.stop() }
        let file = try TemporaryFile("--b\r\nContent-Disposition: form-data; name=\"adds\"\r\n\r\n[{}]\r\n")
        let answer = try await curl(
            portal, Self.layer + "/applyEdits",
            ["-H", "Content-Type: multipart/form-data; boundary=b", "--data-binary", "@\(file.path)"])
        let words = "part 1 (\"adds\"): the last boundary \"--b\"-- is missing: the body was cut off"
        #expect(
            answer["error"] == [
                "code": 400, "details": [.string(words)], "message": "The request body cannot be read.",
            ])
        let request = try #require(portal.journal().requests.last)
        #expect(
            request.answer?.status == 400
                && request.decisions == [.init(gate: "body", passed: false, reason: words, cause: .body)])
    }

    @Test func `an upload that breaks off leaves nothing behind`() async throws {
        var options = ServeOptions.unhurried
        options.limits.multipart?.memoryBytes = 1000
        let portal = try TestPortal.start(["http": "serve"], preset: "anonymous", options: options)
        defer { portal.stop() }
        do {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send(
                "POST \(Self.layer)/2/addAttachment HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n"
                    + "Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n"
                    + "Content-Disposition: form-data; name=attachment; filename=f\r\n\r\nbroken off")
            await client.send([UInt8](repeating: 0x78, count: 1_000_000))
            client.resetsWhenClosed()
        }
        await portal.waitForConnections(1)
        #expect(await portal.waitUntilQuiet())
        #expect(TemporaryUploads.count(beginningWith: "broken off") == 0)
        #expect(portal.journal().requests.map(\.parserError) == [ParserComplaint.lostConnection])
    }

    /// The one thread that serves learns of the bytes and of the reset at once: it waits for the journal meanwhile.
    @Test func `an upload whose client resets before it is read is no malformed request`() async throws {
        var options = ServeOptions.unhurried
        options.limits.threads = 1
        let portal = try TestPortal.start(["http": "serve"], preset: "anonymous", options: options)
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        var client: RawClient? = try RawClient(port: port)
        // Answered by the same thread, which has the first connection among those that it waits for by then.
        let first = try RawClient(port: port)
        await first.send(
            "GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(await first.readStatus() == 200)
        let other = try portal.recorder.state.withLock { _ in
            let other = try RawClient(port: port)
            client?.sendNow(
                Array(
                    "POST \(Self.layer)/2/addAttachment HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nf".utf8)
            )
            client?.resetsWhenClosed()
            client = nil
            return other
        }
        other.finishSending()
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.map(\.parserError) == [nil, ParserComplaint.lostConnection])
    }

    @Test func `a temporary file has no name and is found by what it holds`() throws {
        let spool = try UploadSpool()
        try Array("has no name".utf8).withUnsafeBufferPointer { bytes throws(BodyProblem) in try spool.append(bytes) }
        #expect(spool.bytes(0..<11) == Array("has no name".utf8))
        if isLinux { #expect(TemporaryUploads.count(beginningWith: "has no name") == 1) }
        #expect(UploadSpool.taken.withLock { $0 } >= 11)
    }
}
