import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Queries over HTTP` {
    private static let layer = "/server/rest/services/Traffic/FeatureServer/0/query"

    struct Bad: CustomTestStringConvertible, Sendable {
        let name: String
        let form: String
        let parameter: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Bad(name: "a clause that does not parse", form: "where=CARS+%3E", parameter: "where"),
        Bad(name: "an unknown field", form: "where=NOPE%3D1", parameter: "Invalid field: NOPE"),
        Bad(name: "an unknown outField", form: "where=1%3D1&outFields=NOPE", parameter: "Invalid field: NOPE"),
        Bad(name: "a box of NaN", form: "geometry=NaN,NaN,NaN,NaN", parameter: "geometry"),
        Bad(name: "a box of infinity", form: "geometry=-Infinity,0,Infinity,1", parameter: "geometry"),
        Bad(name: "xmin beyond xmax", form: "geometry=10,0,0,10", parameter: "geometry"),
        Bad(name: "a negative offset", form: "where=1%3D1&resultOffset=-1", parameter: "resultOffset"),
        Bad(name: "an unknown reference", form: "where=1%3D1&outSR=999999", parameter: "outSR"),
        Bad(name: "SQL of a database", form: "where=1%3D1&sqlFormat=native", parameter: "sqlFormat"),
        Bad(name: "a clause that divides by zero", form: "where=CARS/0%3D1", parameter: "where"),
        Bad(
            name: "megabytes of a clause", form: "where=" + String(repeating: "(", count: 4_000_000), parameter: "where"
        ),
        Bad(
            name: "a megabyte of parentheses", form: "where=" + String(repeating: "(", count: 1_000_000),
            parameter: "where"),
        Bad(
            name: "deep geometry", form: "geometry={\"rings\":" + String(repeating: "[", count: 1_000_000),
            parameter: "geometry"),
    ])
    func `that cannot be are answered with HTTP 200 and the parameter's name`(row: Bad) throws {
        let outcome = try SiteProbe("anonymous").send("POST", Self.layer, form: row.form + "&f=json")
        #expect(outcome.status == 200)
        #expect(outcome.code == 400)
        #expect(outcome.error?["message"] == "Cannot perform query. Invalid query parameters.")
        #expect(outcome.error?["details"]?[0] == .string("'\(row.parameter)' parameter is invalid"))
        #expect(outcome.body.count < 1000)
    }

    @Test func `a layer that does not exist is named, with those that do`() throws {
        for path in [
            "Traffic/FeatureServer/7/query?where=1=1", "Traffic/FeatureServer/x/query", "Traffic/MapServer/-1",
        ] {
            let error = try #require(try SiteProbe("anonymous").server("rest/services/\(path)").error)
            #expect(error["code"] == 400)
            let id = path.split(separator: "/")[2].prefix { $0 != "?" }
            #expect(error["message"] == "Invalid or missing input parameters.")
            #expect(error["details"] == [.string("Invalid Layer or Table ID: \(id).")])
            let decision = try SiteProbe("anonymous").server("rest/services/\(path)").answer.notes.decisions.last
            #expect(decision?.reason.contains("Traffic has 0, 1") == true)
        }
    }

    @Test func `that fail are told by a server's own service without the reason, which the journal has`() throws {
        let query = "0/query?where=NOPE=1"
        let hosted = try SiteProbe("anonymous").server("rest/services/Traffic/FeatureServer/\(query)")
        #expect(hosted.error?["details"]?[0] == "'Invalid field: NOPE' parameter is invalid")
        for path in ["Traffic/MapServer", "Parcels/FeatureServer"] {
            let outcome = try SiteProbe("anonymous").server("rest/services/\(path)/\(query)")
            #expect(
                outcome.error == [
                    "code": 400, "message": "Unable to complete operation.",
                    "details": ["Unable to perform query operation."],
                ], "\(path)")
            #expect(outcome.answer.notes.decisions.last?.reason.contains("NOPE") == true, "\(path)")
        }
        let online = try SiteProbe("anonymous", ["product": "online"])
        let told = online.server("rest/services/Parcels/FeatureServer/\(query)").error
        #expect(told?["message"] == hosted.error?["message"])
        #expect(told?["details"]?[0] == hosted.error?["details"]?[0])
    }

    @Test func `of map services name the displayed field and aliases, those of feature services the ids`() throws {
        let probe = try SiteProbe("anonymous")
        let query = "0/query?where=1=1&resultRecordCount=1&outFields=*"
        let map = probe.server("rest/services/Parcels/MapServer/\(query)").json
        #expect(map["displayFieldName"] != nil && map["objectIdFieldName"] == nil && map["uniqueIdField"] == nil)
        #expect(map["fieldAliases"]?.object?.count == map["fields"]?.array?.count)
        #expect(map["fields"]?[0].object.map { Set($0.keys) } == ["name", "type", "alias"])
        let own = probe.server("rest/services/Parcels/FeatureServer/\(query)").json
        #expect(own["objectIdFieldName"] == "OBJECTID" && own["displayFieldName"] == nil && own["uniqueIdField"] == nil)
        let hosted = probe.server("rest/services/Traffic/FeatureServer/\(query)").json
        #expect(hosted["uniqueIdField"] == ["name": "OBJECTID", "isSystemMaintained": true])
        #expect(hosted["fields"]?[0]["sqlType"] == "sqlTypeOther")
        #expect(map["features"] == own["features"])
        let layer = probe.server("rest/services/Parcels/MapServer/0").json
        for member in ["objectIdField", "templates", "uniqueIdField"] { #expect(layer[member] == nil, "\(member)") }
        #expect(probe.server("rest/services/Parcels/FeatureServer/0").json["typeIdField"] == "")
    }

    @Test func `asked again are answered by what was rendered, until something changes`() throws {
        let probe = try SiteProbe("anonymous")
        let query = "rest/services/Traffic/FeatureServer/0/query?where=CARS%3E0&outFields=*"
        func prepared(_ query: String, token: String? = nil) -> PreparedAnswer {
            probe.server(query, token: token).answer.prepared
        }
        let (first, token) = (prepared(query), try probe.token(for: "alice"))
        #expect(prepared(query) === first && prepared(query, token: token) === first)
        #expect(prepared(query + "&resultOffset=1") !== first)
        let origin = probe.server(query, headers: [("Origin", "https://app.example")])
        #expect(origin.answer.prepared !== first && origin.header("Access-Control-Allow-Origin") != nil)

        let edit = #"[{"attributes":{"OBJECTID":1,"NAME":"Changed Name"}}]"#
        let edited = probe.send(
            "POST", "/server/rest/services/Traffic/FeatureServer/0/updateFeatures", form: "f=json&features=\(edit)")
        #expect(edited.json["updateResults"]?[0]["success"] == true, "\(edited.text)")
        let second = prepared(query)
        #expect(second !== first && String(decoding: second.body, as: UTF8.self).contains("Changed Name"))
        #expect(prepared(query) === second)

        try probe.site.perform(.set(["product": "online"]))
        #expect(prepared(query) !== second)
    }

    @Test func `that depend on the time or on who asks are worked out anew`() throws {
        let probe = try SiteProbe("anonymous")
        for query in ["where=OBJECTID%3E0+AND+current_date+IS+NOT+NULL&f=json", "where=1%3D1&f=html"] {
            let answers = (0..<2).map { _ in probe.send("GET", Self.layer + "?" + query).answer.prepared }
            #expect(answers[0].status == 200 && answers[0] !== answers[1], "\(query)")
        }
    }

    @Test func `are kept within a bound, the newest longest`() {
        func question(_ number: Int) -> KeptQueries.Question {
            KeptQueries.Question(
                service: "Traffic", kind: "FeatureServer", layer: 0, parameters: [], blueprint: 1, content: 0,
                features: number)
        }
        func answer(_ bytes: Int) -> KeptAnswer { KeptAnswer(.json([UInt8](repeating: 0x20, count: bytes))) }
        let queries = KeptQueries(limit: 10 * (answer(100).cost + question(0).cost))
        for number in 0..<20 { queries.keep(answer(100), for: question(number)) }
        #expect((0..<20).filter { queries[question($0)] != nil } == Array(10..<20))
        queries.keep(answer(1_000), for: question(20))
        #expect(queries[question(20)] == nil && queries[question(19)] != nil)
    }

    @Test func `are kept with what was asked, which counts too`() {
        let limit = 100_000
        let queries = KeptQueries(limit: limit)
        func asked(_ parameters: [FormField]) -> KeptQueries.Question {
            KeptQueries.Question(
                service: "Traffic", kind: "FeatureServer", layer: 0, parameters: parameters, blueprint: 1, content: 0,
                features: 0)
        }
        func question(_ number: Int, _ length: Int) -> KeptQueries.Question {
            asked([FormField(name: "p\(number)", value: String(repeating: "x", count: length))])
        }
        func kept(_ length: Int) -> Int {
            for number in 0..<200 {
                let answer = KeptAnswer(.bytes([1, 2, 3, 4, 5, 6], type: "application/x-protobuf"))
                queries.keep(answer, for: question(number, length))
            }
            return (0..<200).count { queries[question($0, length)] != nil }
        }
        let (long, short) = (kept(1_900), kept(1))
        #expect(long > 0 && long * 1_900 <= limit)
        #expect(short > long && short < 200)
        let most = asked(Array(repeating: FormField(name: "", value: ""), count: 10_000))
        let isKept = queries.keep(KeptAnswer(.json([0x31])), for: most)
        #expect(!isKept)
    }

    @Test func `an offset beyond the end finds nothing`() throws {
        let page = try SiteProbe("anonymous").server(
            "rest/services/Traffic/FeatureServer/0/query?where=1=1&resultOffset=1000000")
        #expect(page.code == 200)
        #expect(page.json["features"] == [])
    }

    @Test func `a form is as good as a query, and wins over it`() throws {
        let outcome = try SiteProbe("anonymous").send(
            "POST", Self.layer + "?where=1%3D0", form: "where=CARS%3E20000&outFields=NAME&f=json")
        #expect(outcome.json["features"]?[0]["attributes"]?["NAME"] == "Ring West")
    }

    @Test func `each format has its media type`() throws {
        let probe = try SiteProbe("anonymous")
        let geoJSON = probe.send("GET", Self.layer + "?where=1%3D1&f=geojson")
        #expect(geoJSON.header("Content-Type") == "application/geo+json;charset=utf-8")
        #expect(geoJSON.json["features"]?[0]["geometry"]?["type"] == "Point")
        #expect(probe.send("GET", Self.layer + "?where=1%3D1&f=pjson").text.contains("\n"))
        #expect(probe.send("GET", Self.layer + "?where=1%3D1").text.contains("<html lang"))
        #expect(probe.send("GET", Self.layer + "?where=1%3D1&f=json&callback=cb").text.hasPrefix("cb({"))
    }
}
