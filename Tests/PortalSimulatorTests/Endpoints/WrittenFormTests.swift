import HTTPSemantics
import JSONValues
import Platform
import Testing

@testable import PortalSimulator

/// Nothing that a form says is lost or changed without a word.
@Suite struct `Forms that change something` {
    private static let form = "application/x-www-form-urlencoded"
    private static let layer = "/server/rest/services/Traffic/FeatureServer/0"
    private static let adds = #"adds=[{"attributes":{"NAME":"Elm"}}]"#

    private func post(
        _ body: [UInt8], _ type: String = form, coding: String? = nil, query: String = "?f=json",
        to operation: String = "/applyEdits", of probe: SiteProbe
    ) -> SiteProbe.Outcome {
        let codings = coding.map { [HeaderField("Content-Encoding", $0)] } ?? []
        return SiteProbe.Outcome(
            answer: probe.site.answer(
                IncomingRequest(
                    listener: probe.listener, connection: 1, peerAddress: probe.peer, method: "POST",
                    target: Self.layer + operation + query, headers: codings + [HeaderField("Content-Type", type)],
                    body: body, portalTime: probe.time)))
    }

    private func names(_ probe: SiteProbe) -> [JSONValue?] {
        let features = probe.server("rest/services/Traffic/FeatureServer/0/query?where=OBJECTID>5&outFields=NAME")
        return features.json["features"]?.array?.map { $0["attributes"]?["NAME"] } ?? []
    }

    // MARK: codings and charsets

    @Test(arguments: ["gzip", "br", "identity, x-gzip", "GZIP"], ["/applyEdits", "/deleteFeatures", "/query"])
    func `are refused where they have a content coding`(coding: String, operation: String) throws {
        let probe = try SiteProbe("anonymous")
        let refused = post(Array(Self.adds.utf8), coding: coding, to: operation, of: probe)
        #expect(refused.status == 415 && refused.error?["code"] == 415)
        #expect(refused.header("Accept-Encoding") == "identity" && refused.reasons == "body:false")
        let name = coding.split(separator: " ").last ?? ""
        #expect(refused.error?["details"]?[0].string?.contains("its Content-Encoding is \"\(name)\"") == true)
        #expect(names(probe) == [])
    }

    @Test(arguments: ["utf-16", "\"UTF-16LE\"", "windows-1252"])
    func `are refused in a charset that is not read`(charset: String) throws {
        let probe = try SiteProbe("anonymous")
        for type in [Self.form, "multipart/form-data; boundary=b"] {
            let refused = post(Array(Self.adds.utf8), "\(type); charset=\(charset)", of: probe)
            #expect(refused.status == 415 && refused.header("Accept-Encoding") == nil)
            let words = refused.error?["details"]?[0].string ?? ""
            #expect(words.contains("is not read; UTF-8 and ISO-8859-1 are"), "\(words)")
        }
        #expect(names(probe) == [])
    }

    @Test(
        arguments: [
            (nil, "identity"), ("; charset=UTF-8", nil), ("; charset=us-ascii", ""), (";", nil),
        ] as [(String?, String?)])
    func `are read in the usual ways`(charset: String?, coding: String?) throws {
        let probe = try SiteProbe("anonymous")
        let answer = post(Array(Self.adds.utf8), Self.form + (charset ?? ""), coding: coding, of: probe)
        #expect(answer.json["addResults"]?[0]["success"] == true, "\(answer.text)")
        #expect(names(probe) == ["Elm"])
    }

    @Test func `are read in ISO-8859-1`() throws {
        let probe = try SiteProbe("anonymous")
        let body = Array(#"adds=[{"attributes":{"NAME":"%FCber-"#.utf8) + [0xE4] + Array(#""}}]"#.utf8)
        let answer = post(body, Self.form + "; charset=ISO-8859-1", of: probe)
        #expect(answer.json["addResults"]?[0]["success"] == true, "\(answer.text)")
        #expect(names(probe) == ["über-ä"])
    }

    // MARK: parameters that come twice

    /// A body in parts with fields, and files of the field `attachment` or another.
    private func parts(_ fields: [(String, [UInt8])], files: [(field: String, name: String)] = []) -> [UInt8] {
        let heads =
            fields.map { ("form-data; name=\"\($0.0)\"", $0.1) }
            + files.map { ("form-data; name=\"\($0.field)\"; filename=\"\($0.name)\"", [0x31]) }
        return heads.flatMap { Array("--b\r\nContent-Disposition: \($0)\r\n\r\n".utf8) + $1 + Array("\r\n".utf8) }
            + Array("--b--\r\n".utf8)
    }

    @Test func `are refused where a parameter comes twice`() throws {
        let probe = try SiteProbe("anonymous")
        let other = #"[{"attributes":{"NAME":"Oak"}}]"#
        let twice = "the parameter \"adds\" came more than once; Traffic/applyEdits takes one of each name"
        let asForm = post(Array("\(Self.adds)&adds=\(other)".utf8), of: probe)
        #expect(asForm.error?["code"] == 400 && asForm.error?["details"]?[0].string == twice)
        let asParts = post(
            parts([("adds", Array(Self.adds.utf8.dropFirst(5))), ("adds", Array(other.utf8))]),
            "multipart/form-data; boundary=b", of: probe)
        #expect(asParts.error?["details"]?[0].string == twice)
        let asBoth = post(
            Array(Self.adds.utf8), query: "?f=json&adds=" + PercentEncoding.encode(other), of: probe)
        #expect(asBoth.error?["details"]?[0].string?.contains("one value in the query and another in the body") == true)
        #expect([asForm, asParts, asBoth].allSatisfy { $0.reasons.hasSuffix("body:false") })
        #expect(names(probe) == [])
    }

    @Test func `may say the same in query and body, and questions may say anything twice`() throws {
        let probe = try SiteProbe("anonymous")
        let query = "?f=json&adds=" + PercentEncoding.encode(String(Self.adds.dropFirst(5)))
        #expect(post(Array("\(Self.adds)&f=json".utf8), query: query, of: probe).json["addResults"]?[0] != nil)
        #expect(names(probe) == ["Elm"])
        let asked = post(Array("where=OBJECTID>5&where=1=1".utf8), to: "/query", of: probe)
        #expect(asked.json["features"]?.array?.count == 1)
    }

    @Test func `are refused where a file comes twice`() throws {
        let probe = try SiteProbe("token")
        let files = [(field: "file", name: "a.csv", bytes: "A\n1"), (field: "file", name: "b.csv", bytes: "A\n2")]
        let token = try probe.token(for: "alice")
        let refused = probe.post(
            "content/users/alice/addItem", ["title": "Rows", "type": "CSV"], files: files, token: token)
        let words = refused.error?["details"]?[0].string ?? ""
        #expect(words.contains("(\"file\"): a file of this name came before"), "\(refused.text)")
        let added = probe.post(
            "content/users/alice/addItem", ["title": "Rows", "type": "CSV"], files: [files[0]], token: token)
        let path = "content/users/alice/items/\(added.json["id"]?.string ?? "")"
        #expect(probe.post(path + "/addResources", files: files, token: token).json["success"] == true)
    }

    @Test(arguments: [
        ("community/createGroup", "thumbnail"), ("community/users/alice/update", "thumbnail"),
        ("content/users/alice/items/{item}/updateThumbnail", "thumbnail"),
        ("content/users/alice/items/{item}/updateInfo", "infoFile"),
    ])
    func `are refused where one file comes under two names`(path: String, other: String) throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let added = probe.post(
            "content/users/alice/addItem", ["title": "Rows", "type": "CSV", "text": "A"], token: token)
        let path = path.split(separator: "{item}").joined(separator: added.json["id"]?.string ?? "")
        let files = [(field: other, name: "a.png", bytes: "1"), (field: "file", name: "b.png", bytes: "2")]
        let refused = probe.post(path, ["title": "Two", "tags": "a"], files: files, token: token)
        let words = refused.error?["details"]?[0].string ?? ""
        #expect(words.contains("(\"file\"): the file \"\(other)\" came before"), "\(refused.text)")
        let taken = probe.post(path, ["title": "One", "tags": "a"], files: [files[1]], token: token)
        #expect(taken.json["success"] == true, "\(taken.text)")
    }

    // MARK: bytes that are no text

    @Test func `are refused where bytes are no UTF-8`() throws {
        let probe = try SiteProbe("anonymous")
        let words = "the parameter \"adds\" holds bytes that are no UTF-8; Traffic/applyEdits stores nothing else"
        let value = Array(#"[{"attributes":{"NAME":"x"#.utf8) + [0xFF] + Array(#"y"}}]"#.utf8)
        let raw = post(Array("adds=".utf8) + value, of: probe)
        let encoded = post(Array(#"adds=[{"attributes":{"NAME":"x%FFy"}}]"#.utf8), of: probe)
        let inParts = post(parts([("adds", value)]), "multipart/form-data; boundary=b", of: probe)
        let inQuery = post([], query: #"?f=json&adds=%5B%FF%5D"#, of: probe)
        for refused in [raw, encoded, inParts, inQuery] {
            #expect(refused.error?["code"] == 400 && refused.error?["details"]?[0].string == words)
        }
        #expect(names(probe) == [])
        let named = post(Array((Self.adds + "&no%FFte=1").utf8), of: probe)
        #expect(named.error?["details"]?[0].string?.contains("no UTF-8") == true)
    }

    /// A text whose marks are sorted would hold its thread for hours; each is replaced where it is read, so what reads goes on.
    @Test func `are refused where marks have no end`() throws {
        let probe = try SiteProbe("anonymous")
        let marks = String(repeating: "\u{301}\u{323}", count: MarkRuns.longest)
        let words =
            "the parameter \"adds\" has more than 100 combining marks in a row; Traffic/applyEdits stores no more"
        let value = #"[{"attributes":{"NAME":"x\#(marks)"}}]"#
        let raw = post(Array("adds=\(value)".utf8), of: probe)
        let encoded = post(Array("adds=\(PercentEncoding.encode(value))".utf8), of: probe)
        let inParts = post(parts([("adds", Array(value.utf8))]), "multipart/form-data; boundary=b", of: probe)
        for refused in [raw, encoded, inParts] {
            #expect(refused.error?["code"] == 400 && refused.error?["details"]?[0].string == words)
        }
        // As JSON escapes them, the reader of JSON finds them.
        let escaped = String(repeating: #"\u0301"#, count: MarkRuns.longest + 1)
        let inJSON = post(Array(#"adds=[{"attributes":{"NAME":"x\#(escaped)"}}]"#.utf8), of: probe)
        #expect(inJSON.text.contains("combining marks in a row"), "\(inJSON.text)")
        #expect(names(probe) == [])
    }

    @Test func `are told so at the portal too`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let headers = [("X-Esri-Authorization", "Bearer \(token)")]
        for form in ["title=brandnew%FF&type=CSV", "title=brandnew&title=b&type=CSV"] {
            let refused = probe.send(
                "POST", "/portal/sharing/rest/content/users/alice/addItem", headers: headers, form: form + "&f=json")
            #expect(refused.error?["message"] == "Invalid or missing input parameters.", "\(refused.text)")
        }
        #expect(probe.get("search?q=title:brandnew", token: token).json["total"] == 0)
    }

    @Test func `are those of every operation that is for POST alone`() {
        let open = (PortalRoutes.table.routes + ServerRoutes.table.routes).filter { route in
            let word = String(route.path.split(separator: "/").last ?? "")
            return !route.isWrite && ["add", "update", "delete", "create", "remove"].contains { word.hasPrefix($0) }
        }
        #expect(open.map(\.path) == [])
    }
}
