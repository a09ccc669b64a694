import JSONValues
import Testing

@testable import MockPortalServer

@Suite struct `Edits of a layer` {
    private let path = "/server/rest/services/Traffic/FeatureServer/0/applyEdits"

    private func apply(_ form: String, _ probe: SiteProbe, as user: String? = "alice") throws -> SiteProbe.Outcome {
        let token = try user.map { try probe.token(for: $0) }
        return probe.send(
            "POST", path, headers: token.map { [("X-Esri-Authorization", "Bearer \($0)")] } ?? [],
            form: form + "&f=json")
    }

    @Test func `each edit that can be read has a result`() throws {
        let probe = try SiteProbe("token")
        let outcome = try apply(
            "adds=[{\"attributes\":{}},{\"attributes\":{}}]&updates=[{\"attributes\":{\"OBJECTID\":1}}]&deletes=1,99999",
            probe)
        #expect(outcome.answer.operation == "Traffic/applyEdits")
        let results = outcome.json
        #expect(results["addResults"]?.array?.map { $0["success"] } == [true, true])
        #expect(Set(results["addResults"]?.array?.compactMap { $0["objectId"]?.integer } ?? []).count == 2)
        #expect(results["updateResults"]?.array?.map { $0["success"] } == [true])
        #expect(results["deleteResults"]?.array?.map { $0["success"] } == [true, false])
    }

    @Test func `nothing is kept`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let query = "rest/services/Traffic/FeatureServer/0/query?where=1=1&returnCountOnly=true"
        let before = probe.server(query, token: token).json["count"]
        _ = try apply("adds=[{\"attributes\":{}}]&deletes=1", probe)
        #expect(before != nil)
        #expect(probe.server(query, token: token).json["count"] == before)
    }

    @Test func `who may not, what cannot be read and another method are refused`() throws {
        let probe = try SiteProbe("token")
        #expect(try apply("adds=[]", probe, as: nil).code == 499)
        #expect(try apply("adds={", probe).code == 400)
        #expect(try apply("updates=5", probe).code == 400)
        let token = try probe.token(for: "alice")
        #expect(
            probe.server("rest/services/Traffic/FeatureServer/0/applyEdits?adds=[]", token: token).code == 405)
    }
}
