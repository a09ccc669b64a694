import JSONValues
import Platform
import Testing

@testable import PortalSimulator

/// Requests that found their layer before it was truncated, and were carried out once it was.
@Suite struct `Edits that wait while a layer is truncated`: HostedBenches {
    let probe: SiteProbe
    let alice: String

    init() throws {
        probe = try SiteProbe("token")
        alice = try probe.token(for: "alice")
    }

    /// A layer edited by itself, or among those of its service.
    enum Place: String, CaseIterable { case layer, service }

    /// A request as it stands once it has found its service, with what the path names below that.
    private func waiting(
        _ captures: [String], _ fields: [String: String] = [:], files: [UploadedFile] = []
    ) throws -> ServiceRequest {
        var body = RequestForm()
        body.parameters = FormParameters(Array(probe.form(fields).utf8))
        body.files = files
        let site = probe.site
        let request = EndpointRequest(
            site: site, revision: site.state.withLock { $0.revision }, edition: site.content.edition, method: "POST",
            captures: captures, query: FormParameters(), body: body, format: .json, viewer: .user("alice"),
            isSecure: true, listener: probe.listener, portalOrigin: site.addresses.portal, peerAddress: probe.peer,
            rawQuery: "", referer: nil, cookie: nil, origin: nil, authorization: nil, time: probe.time,
            foldsNames: false)
        let service = try #require(try site.content.service("Hosted/Benches"))
        return ServiceRequest(
            request: request, service: service, kind: .feature, document: service.featureServer ?? [:],
            captures: captures)
    }

    private func truncate(_ fields: [String: String] = [:]) throws {
        let truncated = post(Self.admin + "/0/truncate", fields)
        try #require(truncated.json["success"] == true, "\(truncated.text)")
    }

    private static let file = UploadedFile(
        part: 1, field: "attachment", filename: "late.txt", contentType: "text/plain", content: .memory([1, 2, 3]))

    @Test(arguments: Place.allCases) func `keep what comes with their features`(place: Place) throws {
        try prepareAttachments()
        _ = attach(1_000, to: 0)
        let feature = "{BBBBBBBB-0000-4000-8000-000000000009}"
        let adds = #"[{"attributes":{"GlobalID":"\#(feature)"}}]"#
        let attachments = """
            {"adds":[{"globalId":"{CCCCCCCC-0000-4000-8000-000000000009}","parentGlobalId":"\(feature)",
                      "name":"late.txt","data":"eHh4"}]}
            """
        let late =
            switch place {
            case .layer:
                try waiting(["0"], ["adds": adds, "attachments": attachments, "useGlobalIds": "true"])
            case .service:
                try waiting(
                    [],
                    ["edits": #"[{"id":0,"adds":\#(adds),"attachments":\#(attachments)}]"#, "useGlobalIds": "true"])
            }
        try truncate()
        let reply =
            switch place {
            case .layer: try EditsEndpoint.applyEdits(late)
            case .service: try ServiceEditsEndpoint.applyEdits(late)
            }
        #expect(reply.isSuccess)
        let ids = service("/0/query?where=1%3D1&returnIdsOnly=true")["objectIds"]?.array?.compactMap(\.integer)
        #expect(ids == [2])
        #expect(attached(to: 2)?.map { $0["name"] } == ["late.txt"])
        #expect(attached(to: 2)?.first?["size"] == 3)
    }

    @Test func `attach nothing to features that are gone`() throws {
        try prepareAttachments()
        _ = attach(1_000, to: 0)
        let late = try waiting(["0", "1"], files: [Self.file])
        try truncate()
        #expect(probe.site.content.attachmentBytes == 0)
        let reply = try AttachmentEditsEndpoint.addAttachment(late)
        #expect(!reply.isSuccess)
        #expect(probe.site.content.attachmentBytes == 0)
    }

    @Test func `attach to features that stay where the attachments alone go`() throws {
        try prepareAttachments()
        _ = attach(1_000, to: 0)
        let late = try waiting(["0", "1"], files: [Self.file])
        try truncate(["attachmentOnly": "true"])
        #expect(attached(to: 1) == [])
        let reply = try AttachmentEditsEndpoint.addAttachment(late)
        #expect(reply.isSuccess)
        #expect(attached(to: 1)?.map { $0["name"] } == ["late.txt"])
        #expect(service("/0/query?where=1%3D1&returnCountOnly=true")["count"] == 1)
    }
}
