import HTTPSemantics
import JSONValues
import Synchronization
import Testing

@testable import PortalSimulator

@Suite struct `Heavy operations` {
    private static let layer = "/server/rest/services/Parcels/FeatureServer/0"

    private func request(_ target: String, method: String = "GET", body: Int = 0, at probe: SiteProbe)
        -> IncomingRequest
    {
        IncomingRequest(
            listener: probe.listener, connection: 1, peerAddress: probe.peer, method: method, target: target,
            headers: [], body: Array(repeating: 97, count: body), portalTime: probe.time)
    }

    /// Each letter of a path encoded alone, in hex digits of either case, all of them, and the spellings that portals and proxies tell
    /// apart.
    private static let spellings: [String] = {
        let path = "\(layer)/query"
        let letters = path.indices.filter { path[$0] != "/" }.flatMap { index -> [String] in
            let hex = String(path[index].asciiValue ?? 0, radix: 16)
            return [hex, hex.uppercased()].map {
                path[..<index] + "%\($0)" + path[path.index(after: index)...]
            }
        }
        let all = path.map { $0 == "/" ? "/" : "%" + String($0.asciiValue ?? 0, radix: 16) }.joined()
        return letters + [
            all, path, path + "/", path + "//", "/" + path, "\(layer)//query", "\(layer)/./query",
            "\(layer)/x/../query",
            "\(layer)/Query", "\(layer)/QUERY", "\(layer)/query;", "\(layer)/query;a=b", "\(layer);a=b/query",
            "\(layer)/query%3B", "\(layer)/%2571uery", "\(layer)%2Fquery", "\(layer)/query%00", "\(layer)/query%",
            "\(layer)/query#x", "https://localhost:8443\(path)", "HTTPS://LOCALHOST:8443\(path)",
            "https://localhost:8443\(layer)/%71uery", "https://elsewhere:8443\(path)", path.dropFirst().description,
        ]
    }()

    @Test func `What is heavy is decided on the target that is routed`() throws {
        let probe = try SiteProbe("anonymous")
        var heavy = 0
        for target in Self.spellings.map({ $0 + "?f=json&where=1%3D1&returnCountOnly=true" }) {
            let operation = probe.send("GET", target).answer.operation
            let isQuery = operation == "Parcels/query"
            let found = probe.site.heavyOperation(of: request(target, at: probe))?.name
            #expect(found == (isQuery ? operation : nil), "\(target) is \(operation)")
            if isQuery { heavy += 1 }
        }
        // Each letter twice, all of them, the path itself, four with slashes, three absolute ones, and one whose layer is no number.
        let letters = Self.layer.count + "/query".count - (Self.layer + "/query").split(separator: "/").count
        #expect(heavy == 2 * letters + 10)
    }

    @Test(arguments: [
        "content/users/alice", "content/users/alice/0123456789abcdef0123456789abcdef",
        "content/groups/b0a70000000000000000000000000001", "content/items/0123456789abcdef0123456789abcdef/comments",
        "content/items/0123456789abcdef0123456789abcdef/relatedItems", "community/users/alice/invitations",
        "community/users/alice/notifications", "community/groups/b0a70000000000000000000000000001/userList",
        "portals/self/users", "community/checkUsernames", "content/users/alice/shareItems",
    ])
    func `Lists of what clients wrote are heavy`(_ path: String) throws {
        let probe = try SiteProbe("anonymous")
        let target = "/portal/sharing/rest/\(path)?f=json"
        #expect(probe.site.heavyOperation(of: request(target, at: probe))?.name == path)
    }

    @Test(arguments: [
        "/portal/sharing/rest/community/self", "/portal/sharing/rest/portals/self",
        "/portal/sharing/rest/community/users/alice",
        "/portal/sharing/rest/content/items/0123456789abcdef0123456789abcdef",
        "/portal/sharing/rest/content/items/0123456789abcdef0123456789abcdef/data", "/portal/home/item.html",
        "/server/rest/services/Parcels/FeatureServer", "/server/rest/services/Parcels/FeatureServer/0",
    ])
    func `Documents are heavy once clients have written much`(_ target: String) throws {
        let probe = try SiteProbe("anonymous")
        let request = request(target + "?f=json", at: probe)
        #expect(probe.site.heavyOperation(of: request)?.name == nil)
        probe.site.content.writtenBytes.store(16 << 20, ordering: .relaxed)
        #expect(probe.site.heavyOperation(of: request)?.name == nil)
        probe.site.content.writtenBytes.store((16 << 20) + 1, ordering: .relaxed)
        #expect(probe.site.heavyOperation(of: request)?.name == probe.send("GET", target + "?f=json").answer.operation)
        // What holds no text of theirs stays light.
        let light = self.request("/portal/sharing/rest/info?f=json", at: probe)
        #expect(probe.site.heavyOperation(of: light)?.name == nil)
    }

    @Test func `What clients write is counted, and what they delete is not`() throws {
        let (probe, alice, _, _) = try SiteProbe.signedIn()
        func written() -> Int { probe.site.content.writtenBytes.load(ordering: .relaxed) }
        let text = String(repeating: "a", count: 10_000)
        let item = probe.post(
            "content/users/alice/addItem", ["title": "T", "type": "Web Map", "description": text], token: alice)
        let id = try #require(item.json["id"]?.string)
        let before = written()
        #expect(before >= 10_000)
        #expect(probe.post("content/users/alice/items/\(id)/delete", token: alice).json["success"] == true)
        #expect(written() <= before - 10_000)
    }

    @Test func `A long body is heavy, whatever it is for`() throws {
        let probe = try SiteProbe("anonymous")
        for (path, operation) in [
            ("info", "info"), ("oauth2/saml/signin", "oauth2/saml/signin"), ("nothing", "unknown"),
        ] {
            let target = "/portal/sharing/rest/\(path)"
            let short = request(target, method: "POST", body: PortalSite.lightBodyBytes, at: probe)
            #expect(probe.site.heavyOperation(of: short)?.name == nil)
            let long = request(target, method: "POST", body: PortalSite.lightBodyBytes + 1, at: probe)
            #expect(probe.site.heavyOperation(of: long)?.name == operation)
        }
        // Of a body in parts only the beginning is kept.
        var parts = request("/portal/sharing/rest/info", method: "POST", at: probe)
        parts.bodyBytes = PortalSite.lightBodyBytes + 1
        #expect(probe.site.heavyOperation(of: parts)?.name == "info")
    }

    @Test(arguments: [
        ("/portal/sharing/rest/content/features/analyze", true),
        ("/portal/sharing/rest/content/features/generate", true),
        ("/portal/sharing/rest/content/users/alice/publish", true),
        ("/portal/sharing/rest/content/users/alice/0123456789abcdef0123456789abcdef/publish", true),
        ("\(layer)/append", true), ("\(layer)/applyEdits", false), ("\(layer)/query", false),
    ])
    func `What reads a file is an upload, and anything else by its length`(_ target: String, _ readsFile: Bool) throws {
        let probe = try SiteProbe("anonymous")
        let short = probe.site.heavyOperation(of: request(target, method: "POST", at: probe))
        #expect(short?.isUpload == readsFile)
        for (bytes, isUpload) in [(PortalSite.shortBodyBytes, readsFile), (PortalSite.shortBodyBytes + 1, true)] {
            let long = probe.site.heavyOperation(of: request(target, method: "POST", body: bytes, at: probe))
            #expect(long?.isUpload == isUpload)
        }
    }

    @Test func `A write is known by its route`() throws {
        let probe = try SiteProbe("anonymous")
        for (target, isWrite) in [
            ("\(Self.layer)/deleteFeatures", true), ("/portal/sharing/rest/content/users/alice/addItem", true),
            ("\(Self.layer)/query", false), ("/portal/sharing/rest/nothing", false),
        ] {
            #expect(probe.site.isWrite(request(target, at: probe)) == isWrite, "\(target)")
        }
    }
}
