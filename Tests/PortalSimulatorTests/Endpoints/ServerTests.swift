import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `ArcGIS Server` {
    @Test func `a federated server names its portal`() throws {
        let document = try SiteProbe("token").server("rest/info").json
        #expect(document["owningSystemUrl"] == "https://localhost:8443/portal")
        #expect(document["owningTenant"] == nil)
        let online = try SiteProbe("token", ["product": "online"]).server("rest/info").json
        #expect(online["owningTenant"] == "cItYGiS000000001")
        #expect(document["currentVersion"] == 11.3)
        #expect(
            document["authInfo"]
                == [
                    "isTokenBasedSecurity": true, "shortLivedTokenValidity": 60,
                    "tokenServicesUrl": "https://localhost:8443/portal/sharing/rest/generateToken",
                ])
    }

    @Test func `a stand-alone server names its own token service`() throws {
        let probe = try SiteProbe("standalone")
        let document = probe.server("rest/info").json
        #expect(document["owningSystemUrl"] == nil)
        #expect(document["authInfo"]?["tokenServicesUrl"] == "https://localhost:8443/server/tokens/")
        let portal = try probe.token(for: "alice")
        #expect(probe.server("rest/services/Traffic/MapServer", token: portal).code == 498)
        for path in [
            "/server/tokens/", "/server/tokens", "/server/tokens/generateToken", "/server/admin/generateToken",
        ] {
            let outcome = probe.generate("username=alice&password=\(probe.password(of: "alice"))&f=json", path: path)
            let token = try #require(outcome.json["token"]?.string)
            #expect(outcome.json["ssl"] == nil)
            #expect(outcome.answer.operation == "server/generateToken")
            #expect(probe.server("rest/services/Traffic/MapServer", token: token).code == 200)
            #expect(probe.get("community/self", token: token).code == 498)
        }
    }

    @Test func `without a server there is none`() throws {
        let probe = try SiteProbe("anonymous", ["server": ["federation": "none"]])
        #expect(probe.server("rest/info").status == 404)
        #expect(probe.server("rest/services/Roads/MapServer").status == 404)
    }

    struct Use: CustomTestStringConvertible, Sendable {
        let name: String
        let path: String
        var viewer: String?
        let code: Int
        let operation: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Use(name: "public map service", path: "Roads/MapServer", code: 200, operation: "Roads"),
        Use(name: "public feature service", path: "Roads/FeatureServer", code: 200, operation: "Roads"),
        Use(name: "public layer", path: "Roads/FeatureServer/0", code: 200, operation: "Roads/0"),
        Use(name: "public query", path: "Roads/FeatureServer/0/query?where=1=1", code: 200, operation: "Roads/query"),
        Use(name: "secured, stranger", path: "Traffic/MapServer", code: 499, operation: "Traffic"),
        Use(name: "secured layer, stranger", path: "Traffic/FeatureServer/0", code: 499, operation: "Traffic/0"),
        Use(
            name: "secured query, stranger", path: "Traffic/MapServer/0/query?where=1=1", code: 499,
            operation: "Traffic/query"),
        Use(name: "secured, member", path: "Traffic/FeatureServer", viewer: "alice", code: 200, operation: "Traffic"),
        Use(
            name: "secured, member of another", path: "Traffic/FeatureServer", viewer: "carol", code: 403,
            operation: "Traffic"),
        Use(
            name: "secured, user without organization", path: "Traffic/MapServer", viewer: "bob", code: 403,
            operation: "Traffic"),
        Use(name: "unknown service", path: "Nowhere/FeatureServer", code: 404, operation: "Nowhere"),
        Use(name: "unknown service in a folder", path: "X/Y/FeatureServer", code: 404, operation: "X/Y"),
        Use(name: "unknown layer", path: "Roads/FeatureServer/7", code: 400, operation: "Roads/7"),
        Use(name: "unknown resource", path: "Roads/FeatureServer/0/nothing", code: 404, operation: "unknown"),
    ])
    func `opens services to those who may use them`(row: Use) throws {
        let probe = try SiteProbe("token")
        let outcome = probe.server("rest/services/\(row.path)", token: try row.viewer.map { try probe.token(for: $0) })
        #expect(outcome.status == 200)
        #expect(outcome.code == row.code)
        #expect(outcome.answer.operation == row.operation)
        if row.code == 499 {
            #expect(outcome.json == ["error": ["code": 499, "message": "Token Required", "details": []]])
        }
        if row.name == "unknown service" {
            #expect(outcome.error?["message"] == "Service Nowhere/MapServer not found ")
        }
    }

    @Test func `the catalog leaves out what the caller may not use`() throws {
        let probe = try SiteProbe("token")
        let names = { (token: String?) in
            Set(
                probe.server("rest/services", token: token).json["services"]?.array?.compactMap { $0["name"]?.string }
                    ?? [])
        }
        let open: Set<String> = [
            "Aerial", "Base", "Crew", "Hydrants", "Inspections", "Notices", "Parcels", "Roads", "Surveys", "World",
        ]
        #expect(names(nil) == open)
        #expect(names(try probe.token(for: "alice")) == open.union(["Traffic", "Transit"]))
        #expect(probe.server("rest/services").answer.operation == "services")
    }

    @Test func `a browser is sent to sign in`() throws {
        let probe = try SiteProbe("token")
        let outcome = probe.send("GET", "/server/rest/services/Traffic/MapServer?f=html")
        #expect(outcome.status == 302)
        #expect(
            outcome.header("Location")
                == "https://localhost:8443/server/rest/login?redirect=%2Fserver%2Frest%2Fservices%2FTraffic%2FMapServer"
        )
        #expect(probe.send("GET", "/server/rest/login").status == 200)
    }

    struct LayerQuery: CustomTestStringConvertible, Sendable {
        let parameters: String
        let ids: [Int64]?
        var testDescription: String { parameters }
    }

    @Test(arguments: [
        LayerQuery(parameters: "where=1=1", ids: [1, 2, 3, 4, 5]),
        LayerQuery(parameters: "where=1%3D1", ids: [1, 2, 3, 4, 5]),
        LayerQuery(parameters: "where=1=2", ids: []),
        LayerQuery(parameters: "where=CARS>9000", ids: [1, 3, 5]),
        LayerQuery(parameters: "where=NAME='Ring West'", ids: [3]),
        LayerQuery(parameters: "where=CARS>9000 and NAME<>'Ring West'", ids: [1, 5]),
        LayerQuery(parameters: "objectIds=2,4", ids: [2, 4]),
        LayerQuery(parameters: "where=NOPE=1", ids: nil),
        LayerQuery(parameters: "where=1=1;drop", ids: nil),
        LayerQuery(parameters: "where=", ids: nil),
    ])
    func `queries a layer`(row: LayerQuery) throws {
        let probe = try SiteProbe("anonymous")
        let path = "rest/services/Traffic/FeatureServer/0/query?\(row.parameters)"
        guard let ids = row.ids else {
            #expect(probe.server(path).error?["message"] == "Cannot perform query. Invalid query parameters.")
            return
        }
        let features = probe.server(path).json["features"]?.array ?? []
        #expect(features.compactMap { $0["attributes"]?["OBJECTID"]?.integer } == ids)
        #expect(probe.server("\(path)&returnCountOnly=true").json == ["count": .integer(Int64(ids.count))])
        let found = probe.server("\(path)&returnIdsOnly=true").json["objectIds"]
        #expect(found == (ids.isEmpty ? .null : .array(ids.map { .integer($0) })))
    }

    @Test func `a page of features says when there are more`() throws {
        let probe = try SiteProbe("anonymous")
        let path = "rest/services/Traffic/FeatureServer/0/query?where=1=1&outFields=NAME&returnGeometry=false"
        let page = probe.server("\(path)&resultOffset=1&resultRecordCount=2").json
        #expect(page["exceededTransferLimit"] == true)
        #expect(
            page["features"] == [
                ["attributes": ["OBJECTID": 2, "NAME": "Bridge Road"]],
                ["attributes": ["OBJECTID": 3, "NAME": "Ring West"]],
            ])
        #expect(probe.server("\(path)&resultOffset=3").json["exceededTransferLimit"] == nil)
    }
}
