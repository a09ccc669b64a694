import FeatureEngine
import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Forms in parts` {
    private static let layer = "/server/rest/services/Traffic/FeatureServer/0"

    /// One part of a form.
    struct Part: Sendable {
        var name: String
        var value: String
        var filename: String?
        var type: String?

        init(_ name: String, _ value: String, filename: String? = nil, type: String? = nil) {
            (self.name, self.value, self.filename, self.type) = (name, value, filename, type)
        }

        var text: String {
            "--b\r\nContent-Disposition: form-data; name=\"\(name)\"" + (filename.map { "; filename=\"\($0)\"" } ?? "")
                + "\r\n" + (type.map { "Content-Type: \($0)\r\n" } ?? "") + "\r\n\(value)\r\n"
        }
    }

    private func post(
        _ target: String, _ parts: [Part], to probe: SiteProbe, headers: [(String, String)] = []
    ) -> SiteProbe.Outcome {
        post(target, parts.map(\.text).joined() + "--b--\r\n", "multipart/form-data; boundary=b", to: probe, headers)
    }

    private func post(
        _ target: String, _ body: String, _ type: String, to probe: SiteProbe, _ headers: [(String, String)] = []
    ) -> SiteProbe.Outcome {
        SiteProbe.Outcome(
            answer: probe.site.answer(
                IncomingRequest(
                    listener: probe.listener, connection: 1, peerAddress: probe.peer, method: "POST", target: target,
                    headers: (headers + [("Content-Type", type)]).map { HeaderField($0.0, $0.1) },
                    body: Array(body.utf8),
                    portalTime: probe.time)))
    }

    @Test func `carry edits`() throws {
        let probe = try SiteProbe("anonymous")
        let outcome = post(
            Self.layer + "/applyEdits",
            [Part("adds", "[{\"attributes\":{\"NAME\":\"Elm\"}}]"), Part("deletes", "1"), Part("f", "json")], to: probe)
        #expect(outcome.header("Content-Type") == "application/json;charset=utf-8")
        #expect(outcome.json["addResults"] == [["objectId": 6, "success": true]])
        #expect(outcome.json["deleteResults"] == [["objectId": 1, "success": true]])
    }

    @Test func `carry a large file, of which no answer takes a copy`() throws {
        let probe = try SiteProbe("anonymous")
        let text = String(repeating: "0123456789abcde\n", count: 30_000)
        _ = post(
            Self.layer + "/2/addAttachment",
            [Part("attachment", text, filename: "a.txt", type: "text/plain"), Part("f", "json")],
            to: probe)
        let outcome = probe.send("GET", Self.layer + "/2/attachments/2")
        guard case .file(let file) = outcome.answer.prepared.content else {
            Issue.record("the answer holds the file")
            return
        }
        #expect(file.count == text.utf8.count && outcome.answer.prepared.size == file.count)
        #expect(file.bytes == Array(text.utf8))
        var piece = [UInt8](repeating: 0, count: 100)
        let count = piece.withUnsafeMutableBytes { file.read(at: file.count - 20, into: $0) }
        #expect(count == 20 && piece[..<20].elementsEqual(text.utf8.suffix(20)))
        #expect(piece.withUnsafeMutableBytes { file.read(at: file.count, into: $0) } == nil)
    }

    @Test func `in several places make one file`() throws {
        let spool = try UploadSpool()
        try Array("0123456789".utf8).withUnsafeBufferPointer { bytes throws(BodyProblem) in try spool.append(bytes) }
        let file = StoredFile(
            name: "a", mediaType: "text/plain",
            pieces: [.memory(Array("ab".utf8)), .spooled(spool, 2..<5), .memory(Array("c".utf8))])
        var read: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 2)
        while let count = piece.withUnsafeMutableBytes({ file.read(at: read.count, into: $0) }) {
            read += piece[..<count]
        }
        #expect(read == Array("ab234c".utf8) && file.bytes == read && file.bytesInMemory == nil)
    }

    @Test func `carry passwords and tokens to their gates`() throws {
        let probe = try SiteProbe("token")
        let login = post(
            "/portal/sharing/rest/generateToken",
            [Part("username", "alice"), Part("password", probe.password(of: "alice")), Part("f", "json")], to: probe)
        let token = try #require(login.json["token"]?.string)
        #expect(login.reasons == "password:true")
        let user = post("/portal/sharing/rest/community/self", [Part("token", token), Part("f", "json")], to: probe)
        #expect(user.json["username"] == "alice")
        #expect(user.answer.presented == [.init(carrier: .form, alias: "token#1")])
        let refused = post("/portal/sharing/rest/community/self", [Part("token", "x"), Part("f", "json")], to: probe)
        #expect(refused.code == 498)
    }

    @Test func `are refused where they cannot be read, and change nothing`() throws {
        let probe = try SiteProbe("anonymous")
        let body = Part("adds", "[{\"attributes\":{\"NAME\":\"Elm\"}}]").text
        let outcome = post(Self.layer + "/applyEdits", body, "multipart/form-data; boundary=b", to: probe)
        #expect(outcome.status == 400 && outcome.code == 400)
        #expect(outcome.error?["message"] == "The request body cannot be read.")
        let words = "part 1 (\"adds\"): the last boundary \"--b\"-- is missing: the body was cut off"
        #expect(outcome.error?["details"] == [.string(words)])
        #expect(outcome.answer.notes.decisions.map(\.reason).contains(words) && outcome.reasons == "body:false")
        let count = probe.server("rest/services/Traffic/FeatureServer/0/query?where=1=1&returnCountOnly=true")
        #expect(count.json["count"] == 5)
    }

    @Test func `tell a token that came before they broke off`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let outcome = post(
            "/portal/sharing/rest/community/self", Part("token", token).text + "--b\r\nContent-",
            "multipart/form-data; boundary=b",
            to: probe)
        #expect(outcome.status == 400 && outcome.answer.presented.map(\.alias) == ["token#1"])
    }

    @Test func `are refused for a file that no operation takes`() throws {
        let probe = try SiteProbe("anonymous")
        let outcome = post(
            Self.layer + "/applyEdits", [Part("adds", "[{}]", filename: "adds"), Part("f", "json", filename: "f")],
            to: probe)
        #expect(outcome.code == 400 && outcome.json["addResults"] == nil)
        #expect(
            outcome.error?["details"]?[0].string?.hasPrefix("part 1 (\"adds\"): it came as the file \"adds\"") == true)
    }

    @Test(arguments: ["application/json", "text/plain;charset=utf-8", "multipart/mixed; boundary=b"])
    func `are what edits come in, and nothing else`(type: String) throws {
        let outcome = post(Self.layer + "/applyEdits?f=json", "{\"adds\":[{}]}", type, to: try SiteProbe("anonymous"))
        #expect(outcome.code == 400 && outcome.reasons == "body:true body:false")
        #expect(outcome.error?["details"]?[0].string?.contains(String(type.prefix { $0 != ";" })) == true)
    }

    private func attach(
        _ operation: String, _ parts: [Part], feature: String = "2", to probe: SiteProbe
    ) -> SiteProbe.Outcome {
        post(Self.layer + "/\(feature)/\(operation)", parts + [Part("f", "json")], to: probe)
    }

    @Test func `bring attachments global ids where the features have some`() throws {
        let probe = try SiteProbe("anonymous")
        let layer = "rest/services/Inspections/FeatureServer/0"
        let feature = probe.server("\(layer)/query?objectIds=1&outFields=GlobalID").json["features"]?[0]["attributes"]
        let parent = try #require(feature?["GlobalID"]?.string)
        let added = post(
            "/server/\(layer)/1/addAttachment", [Part("attachment", "x", filename: "x.txt"), Part("f", "json")],
            to: probe
        ).json["addAttachmentResult"]
        let id = try #require(added?["globalId"]?.string)
        #expect(GlobalID(id)?.text == id && added?["success"] == true)
        let info = probe.server("\(layer)/1/attachments").json["attachmentInfos"]?[0]
        #expect(info?["globalId"]?.string == id && info?["parentGlobalId"]?.string == parent)
        let group = probe.server("\(layer)/queryAttachments?objectIds=1").json["attachmentGroups"]?[0]
        #expect(group?["parentGlobalId"]?.string == parent && group?["parentObjectId"] == 1)
        #expect(group?["attachmentInfos"]?[0]["globalId"]?.string == id)
        func count(_ query: String) -> Int? {
            probe.server("\(layer)/queryAttachments?\(query)").json["attachmentGroups"]?.array?.count
        }
        #expect(count("globalIds=\(parent.dropFirst().dropLast())") == 1)
        #expect(count("globalIds=%7B00000000-0000-4000-8000-000000000000%7D") == 0)
        let number = "\(try #require(added?["objectId"]?.integer))"
        let replaced = post(
            "/server/\(layer)/1/updateAttachment",
            [Part("attachmentId", number), Part("attachment", "y", filename: "y.txt"), Part("f", "json")], to: probe
        ).json["updateAttachmentResult"]
        // It is the same attachment.
        #expect(replaced?["globalId"]?.string == id)
        let gone = post(
            "/server/\(layer)/1/deleteAttachments", [Part("attachmentIds", number), Part("f", "json")], to: probe
        ).json["deleteAttachmentResults"]?[0]
        #expect(gone?["globalId"]?.string == id && gone?["success"] == true)
        // Features without them have attachments without them.
        let plain = probe.server("rest/services/Traffic/FeatureServer/0/1/attachments").json["attachmentInfos"]?[0]
        #expect(plain?["id"] != nil && plain?["globalId"] == nil)
    }

    private func infos(_ probe: SiteProbe, _ feature: Int = 2) throws -> [JSONValue] {
        let answer = probe.server("rest/services/Traffic/FeatureServer/0/\(feature)/attachments").json
        return try #require(answer["attachmentInfos"]?.array)
    }

    @Test func `add, replace and delete attachments`() throws {
        let probe = try SiteProbe("anonymous")
        let added = attach(
            "addAttachment", [Part("attachment", "<b>1</b>", filename: "a/one.html", type: "text/html")], to: probe)
        #expect(added.json == ["addAttachmentResult": ["objectId": 2, "success": true]])
        #expect(try infos(probe).map { $0["name"] } == ["one.html"])
        let file = probe.send("GET", Self.layer + "/2/attachments/2")
        #expect(file.text == "<b>1</b>" && file.header("Content-Type") == "text/html")
        #expect(
            file.header("Content-Disposition") == "attachment" && file.header("X-Content-Type-Options") == "nosniff")

        let large = String(repeating: "x", count: 300_000)
        let updated = attach(
            "updateAttachment",
            [Part("attachmentId", "2"), Part("keywords", "k"), Part("attachment", large, filename: "two.bin")],
            to: probe)
        #expect(updated.json == ["updateAttachmentResult": ["objectId": 2, "success": true]])
        let info = try #require(try infos(probe).first)
        #expect(info["size"] == 300_000 && info["keywords"] == "k" && info["contentType"] == "application/octet-stream")
        #expect(probe.send("GET", Self.layer + "/2/attachments/2").body.count == 300_000)
        func found(_ query: String) -> [Int64] {
            let path = "rest/services/Traffic/FeatureServer/0/queryAttachments?\(query)"
            return (probe.server(path).json["attachmentGroups"]?.array ?? []).compactMap {
                $0["parentObjectId"]?.integer
            }
        }
        #expect(found("attachmentTypes=image/png") == [1] && found("attachmentTypes=PNG,gif") == [1])
        #expect(found("attachmentTypes=bin") == [2] && found("keywords=k,x") == [2] && found("keywords=none").isEmpty)
        #expect(found("size=200000") == [2] && found("size=0,200000") == [1])
        #expect(found("definitionExpression=OBJECTID%3E1") == [2] && found("resultOffset=1") == [2])
        let first = probe.server(
            "rest/services/Traffic/FeatureServer/0/queryAttachments?resultRecordCount=1&returnUrl=true"
        ).json
        #expect(first["exceededTransferLimit"] == true)
        let address = first["attachmentGroups"]?[0]["attachmentInfos"]?[0]["url"]?.string
        #expect(address?.hasSuffix("/server/rest/services/Traffic/FeatureServer/0/1/attachments/1") == true)
        let path = address.map { String($0.dropFirst("https://localhost:8443".count)) } ?? ""
        #expect(probe.send("GET", path).header("Content-Type") == "image/png")
        for wrong in ["size=x", "size=5,4", "globalIds=x", "definitionExpression=NOPE%3D1", "objectIds=x"] {
            #expect(probe.server("rest/services/Traffic/FeatureServer/0/queryAttachments?\(wrong)").code == 400)
        }
        let groups = probe.server("rest/services/Traffic/FeatureServer/0/queryAttachments?objectIds=1,2").json
        #expect(groups["attachmentGroups"]?.array?.map { $0["parentObjectId"] } == [1, 2])

        let undone = attach(
            "deleteAttachments", [Part("attachmentIds", "2,9"), Part("rollbackOnFailure", "true")], to: probe)
        #expect(undone.json["deleteAttachmentResults"]?.array?.map { $0["success"] } == [false, false])
        let deleted = attach("deleteAttachments", [Part("attachmentIds", "2,9")], to: probe)
        #expect(deleted.json["deleteAttachmentResults"]?.array?.map { $0["success"] } == [true, false])
        #expect(try infos(probe).isEmpty && infos(probe, 1).count == 1)
        let other = try SiteProbe("anonymous")
        #expect(try infos(other).isEmpty)
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let operation: String
        var feature = "2"
        let parts: [Part]
        let words: String
    }

    static let refused = [
        Refused(testDescription: "no file", operation: "addAttachment", parts: [], words: "attachment: no file came"),
        Refused(
            testDescription: "a field in the place of a file", operation: "addAttachment",
            parts: [Part("attachment", "1")],
            words: "attachment: no file came"),
        Refused(
            testDescription: "two files", operation: "addAttachment",
            parts: [Part("attachment", "1", filename: "a"), Part("attachment", "1", filename: "b")],
            words: "2 files came"),
        Refused(
            testDescription: "a file of another name", operation: "addAttachment",
            parts: [Part("file", "1", filename: "a")], words: "addAttachment takes no file of this name"),
        Refused(
            testDescription: "no such feature", operation: "addAttachment", feature: "99",
            parts: [Part("attachment", "1", filename: "a")], words: "there is no feature 99"),
        Refused(
            testDescription: "keywords that are too long", operation: "addAttachment",
            parts: [
                Part("keywords", String(repeating: "k", count: 1_001)), Part("attachment", "1", filename: "a"),
            ], words: "keywords: has more than 1000 bytes: 1001"),
        Refused(
            testDescription: "an id that is none", operation: "updateAttachment",
            parts: [Part("attachmentId", "x"), Part("attachment", "1", filename: "a")],
            words: "\"x\" is no attachment id"),
        Refused(
            testDescription: "ids that are none", operation: "deleteAttachments", parts: [Part("attachmentIds", "1,x")],
            words: "no list"),
    ]

    @Test(arguments: refused) func `are told what an attachment lacks`(row: Refused) throws {
        let outcome = attach(row.operation, row.parts, feature: row.feature, to: try SiteProbe("anonymous"))
        #expect(outcome.code == 400)
        #expect(outcome.text.contains(row.words.replacing("\"", with: "\\\"")), "\(outcome.text)")
    }
}
