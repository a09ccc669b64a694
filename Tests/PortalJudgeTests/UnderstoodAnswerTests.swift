import PortalJudge
import Testing

@Suite struct `Answers that faults were played on` {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String { "\(fault ?? "no fault") with \(code.map(String.init) ?? "no answer")" }
        let fault: String?
        var code: Int? = 200
        var size = 10
        var endedBy = "server"
        let isLost: Bool
    }

    @Test(arguments: [
        Case(fault: nil, isLost: false), Case(fault: nil, code: nil, isLost: true),
        Case(fault: nil, code: 500, isLost: true),
        Case(fault: "envelope 498", code: 498, isLost: false), Case(fault: "envelope 401", code: 401, isLost: false),
        Case(fault: "envelope 500", code: 500, isLost: true), Case(fault: "status 401", code: 401, isLost: false),
        Case(fault: "status 403", code: 403, isLost: false), Case(fault: "status 302", code: 302, isLost: false),
        Case(fault: "status 429", code: 429, isLost: true), Case(fault: "status 500", code: 500, isLost: true),
        Case(fault: "status 502", code: 502, isLost: true), Case(fault: "status 503", code: 503, isLost: true),
        Case(fault: "status 504", code: 504, isLost: true),
        Case(fault: "loginPage", isLost: false), Case(fault: "dress gzip", isLost: false),
        Case(fault: "records", isLost: false), Case(fault: "records", code: nil, isLost: true),
        Case(fault: "halfClose", isLost: false),
        Case(fault: "drip 1", isLost: false), Case(fault: "drip 1", endedBy: "client", isLost: true),
        Case(fault: "contentLength -3", isLost: false), Case(fault: "contentLength 100", isLost: true),
        Case(fault: "close body 11", isLost: false), Case(fault: "close body 10", isLost: true),
        Case(fault: "reset body 5", size: 5, isLost: true), Case(fault: "stall body 11", isLost: false),
        Case(fault: "reset head 40", isLost: true), Case(fault: "close", code: nil, isLost: true),
        Case(fault: "stall", code: nil, isLost: true), Case(fault: "truncatedChunk", isLost: true),
        Case(fault: "badGzip", isLost: true), Case(fault: "emptyBody", isLost: true),
        Case(fault: "malformedJSON", isLost: true), Case(fault: "deepJSON 10000", isLost: true),
        Case(fault: "endlessBody", isLost: true),
    ])
    func `are lost only where they tell nothing`(_ row: Case) {
        var builder = EvidenceBuilder()
        builder.evidence.journal.connections[0].end?.by = row.endedBy
        builder.edit(code: row.code, fault: row.fault)
        builder.evidence.journal.requests[0].answer?.size = row.size
        if row.fault?.hasPrefix("status") == true {
            builder.evidence.journal.requests[0].answer?.status = row.code ?? 200
        }
        builder.edit()
        let codes = Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.map(\.code)
        #expect(codes.filter { $0.hasPrefix("request.") } == (row.isLost ? ["request.blind-repeat"] : []))
    }

    @Test(
        arguments: [
            (nil, true), ("dress gzip", true), ("records", true), ("halfClose", true), ("drip 10", true),
            ("envelope 400", true), ("close body 11", true), ("close body 4", false), ("reset", false),
            ("contentLength 100", false), ("status 403", false),
        ] as [(String?, Bool)])
    func `show a refusal or hide it`(_ row: (fault: String?, isRefusal: Bool)) {
        var builder = EvidenceBuilder()
        builder.evidence.journal.connections[0].end?.by = "server"
        builder.login(code: 400, fault: row.fault)
        builder.login(code: 400)
        let codes = Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.map(\.code)
        #expect(codes.contains("credential.repeated") == row.isRefusal)
    }

    @Test func `that cut off a refusal leave a token and a password unrefused`() {
        var builder = EvidenceBuilder()
        builder.request("GET", "Traffic", token: "token#1", code: 498, fault: "close body 4")
        builder.request("GET", "Traffic", token: "token#1", code: 498)
        builder.basic(verdict: .wrong)
        builder.evidence.journal.requests[2].fault = "close body 4"
        builder.basic(verdict: .wrong)
        #expect(Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.isEmpty)
        builder.basic(verdict: .wrong)
        builder.request("GET", "Traffic", token: "token#1", code: 200)
        let codes = Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.map(\.code)
        #expect(codes.count == 2 && codes.contains("token.repeated"), "\(codes)")
    }

    @Test(arguments: [
        ("/portal/sharing/rest/community/users/addison", false), ("/portal/sharing/rest/community/users/update", false),
        ("/portal/sharing/rest/content/items/delete", false), ("/server/rest/services/Move", false),
        ("/server/rest/services/Roads/FeatureServer/0/query", false), ("/a/oauth2/authorize?next=/oauth2/token", false),
        ("/server/rest/services/Roads/MapServer/export", false), ("/a/token", false),
        ("/server/rest/services/Roads/FeatureServer/0/append", true), ("/x/FeatureServer/0/calculate", true),
        ("/server/rest/admin/services/Roads/FeatureServer/0/truncate", true),
        ("/portal/sharing/rest/content/users/alice/items/1/unshare", true), ("/x/uploads/register", true),
        ("/portal/sharing/rest/content/users/alice/addItem?f=json", true), ("/portal/sharing/rest/oauth2/token", true),
        ("/x/FeatureServer/0/deleteFeatures", true), ("/x/GPServer/Task/submitJob", true),
    ])
    func `to edits are told from those to long questions`(_ row: (target: String, isEdit: Bool)) {
        var builder = EvidenceBuilder()
        for _ in 0..<2 { builder.request("POST", "x", code: nil, target: row.target, fault: "reset") }
        let codes = Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.map(\.code)
        #expect(codes.contains("request.blind-repeat") == row.isEdit)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 9223372036854775807:00:00 GMT", "Sun, 06 Nov 1994 08:9223372036854775807:00 GMT",
        "Sun, 9223372036854775807 Nov 9999 08:49:37 GMT", "Sun, -9223372036854775808 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 9223372036854775807 08:49:37 GMT", "9223372036854775807", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 :08:49:37 GMT",
    ])
    func `with a hostile time to come again say none`(_ written: String) {
        var builder = EvidenceBuilder()
        for _ in 0..<2 {
            builder.request("GET", "portals/self", code: 503, status: 503)
            builder.evidence.journal.requests[builder.evidence.journal.requests.count - 1].answer?.retryAfter = written
        }
        let codes = Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.map(\.code)
        #expect(!codes.contains("request.too-early"))
    }
}

extension EvidenceBuilder {
    fileprivate mutating func edit(code: Int? = 200, fault: String? = nil) {
        request(
            "POST", "Traffic/applyEdits", code: code, body: "adds=1",
            target: "/server/rest/services/Traffic/FeatureServer/0/applyEdits", fault: fault)
    }
}
