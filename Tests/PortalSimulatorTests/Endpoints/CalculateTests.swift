import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Calculating fields of a layer` {
    private func calculate(
        _ probe: SiteProbe, _ form: [String: String], layer: String = "Traffic/FeatureServer/0",
        as user: String = "alice",
        method: String = "POST"
    ) throws -> SiteProbe.Outcome {
        let headers = [("X-Esri-Authorization", "Bearer \(try probe.token(for: user))")]
        let text = form.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&") + "&f=json"
        let target = "/server/rest/services/\(layer)/calculate"
        return method == "POST"
            ? probe.send("POST", target, headers: headers, form: text)
            : probe.send(method, target + "?" + text, headers: headers)
    }

    private func cars(_ probe: SiteProbe) throws -> [Int64] {
        let found = probe.server(
            "rest/services/Traffic/FeatureServer/0/query?where=1%3D1&outFields=CARS",
            token: try probe.token(for: "alice"))
        return (found.json["features"]?.array ?? []).compactMap { $0["attributes"]?["CARS"]?.integer }
    }

    @Test func `changes what its clause finds, and nothing else`() throws {
        let probe = try SiteProbe("token")
        let before = try cars(probe)
        let done = try calculate(
            probe,
            [
                "where": "OBJECTID <= 2",
                "calcExpression": #"[{"field":"CARS","sqlExpression":"CARS + EXTRACT(YEAR FROM CURRENT_DATE)"}]"#,
            ])
        #expect(done.answer.operation == "Traffic/calculate")
        #expect(done.json == ["success": true, "updatedFeatureCount": 2])
        // The portal's own time is that of its clock.
        #expect(try cars(probe) == before.enumerated().map { $0 < 2 ? $1 + 2023 : $1 })
        let all = try calculate(
            probe, ["calcExpression": #"[{"field":"CARS","value":3}]"#, "returnEditMoment": "true"])
        #expect(all.json["updatedFeatureCount"]?.integer == Int64(before.count))
        #expect(all.json["editMoment"]?.integer == probe.time)
        #expect(try Set(cars(probe)) == [3])
    }

    @Test func `refuses what cannot be, and changes nothing then`() throws {
        let probe = try SiteProbe("token")
        let before = try cars(probe)
        for (form, words) in [
            ([:], "calcExpression: is missing"), (["calcExpression": "x"], "is no JSON"),
            (["calcExpression": #"[{"field":"NOPE","value":1}]"#], "NOPE is no field"),
            (["calcExpression": #"[{"field":"CARS","sqlExpression":"CARS / (OBJECTID - 3)"}]"#], "division by zero"),
            (["calcExpression": #"[{"field":"CARS","value":1}]"#, "where": "NOPE=1"], "NOPE is no field"),
            (["calcExpression": #"[{"field":"CARS","value":1}]"#, "sqlFormat": "native"], "only standard"),
        ] {
            let outcome = try calculate(probe, form)
            let details = (outcome.error?["details"]?.array ?? []).compactMap(\.string).joined()
            #expect(outcome.code == 400 && details.contains(words), "\(outcome.text)")
        }
        #expect(try cars(probe) == before)
    }

    @Test func `is an edit: by POST only, and only where the layer takes updates`() throws {
        let probe = try SiteProbe("token")
        let form = ["calcExpression": #"[{"field":"NAME","value":"x"}]"#]
        #expect(try calculate(probe, form, method: "GET").code == 405)
        #expect(
            try calculate(probe, form, layer: "Roads/FeatureServer/0").error?["message"]
                == "This operation is not supported.")
        #expect(
            probe.send("POST", "/server/rest/services/Traffic/FeatureServer/0/calculate", form: "f=json").code == 499)
    }
}
