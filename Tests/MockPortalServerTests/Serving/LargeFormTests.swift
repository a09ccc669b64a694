import JSONValues
import MockPortalServer
import Testing

@Suite struct `Forms over HTTP` {
    @Test func `ten megabytes are too much, and another is answered meanwhile`() async throws {
        let layer = "/server/rest/services/Traffic/FeatureServer/0/query"
        let portal = try TestPortal.start(["http": "serve"], preset: "anonymous")
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        let url = "http://127.0.0.1:\(port)\(layer)"
        let body = try TemporaryFile("f=json&where=" + String(repeating: "(", count: 10_000_000))
        async let large = Child.curl(["-w", "%{http_code}", "-d", "@\(body.path)", url])
        let small = try await Child.curl(["-d", "f=json&where=1=1&returnCountOnly=true", url])
        #expect(small.output == #"{"count":5}"#)
        #expect(
            try await large.output
                == #"{"error":{"code":413,"details":[],"message":"The request body is larger than this server reads."}}413"#
        )
    }
}
