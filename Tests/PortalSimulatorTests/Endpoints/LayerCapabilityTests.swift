import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

/// What the layers of the world announce is asked of each of them.
@Suite struct `Announced capabilities` {
    /// One layer or table of the world.
    private struct Subject {
        let probe: SiteProbe
        let path: String
        let document: JSONValue

        var isTable: Bool { document["geometryType"] == nil }

        func query(_ parameters: [String: String], _ operation: String = "query") -> JSONValue {
            let all = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
            return probe.server("rest/services/\(path)/\(operation)?\(all)").json
        }

        func ids(_ parameters: [String: String] = [:]) -> [Int64] {
            query(parameters.merging(["where": "1=1", "outFields": "OBJECTID"]) { one, _ in one })["features"]?.array?
                .compactMap { $0["attributes"]?["OBJECTID"]?.integer } ?? []
        }

        /// What alice's edits gave.
        func edit(_ form: String, _ operation: String = "applyEdits") -> JSONValue {
            let token = try? probe.token(for: "alice")
            let headers = token.map { [("X-Esri-Authorization", "Bearer \($0)")] } ?? []
            let target = "/server/rest/services/\(path)/\(operation)"
            return probe.send("POST", target, headers: headers, form: "f=json&\(form)").json
        }

        func groups(_ parameters: [String: String]) -> Int? {
            let statistics =
                #"[{"statisticType":"count","onStatisticField":"OBJECTID","outStatisticFieldName":"N"}]"#
            return query(parameters.merging(["outStatistics": statistics]) { one, _ in one })["features"]?.array?.count
        }
    }

    private typealias Trial = @Sendable (Subject) -> Bool

    /// How each capability is tried.
    private static let trials: [String: Trial] = [
        // One of each family of the standard (developers.arcgis.com, "Standardized SQL functions in ArcGIS Online").
        "useStandardizedQueries": { subject in
            [
                "(OBJECTID + 1) * 2 BETWEEN 4 AND 8", "CHAR_LENGTH(CAST(OBJECTID AS VARCHAR(9))) = 1 AND OBJECTID < 4",
                "CASE WHEN OBJECTID < 4 THEN 'low' ELSE NULL END IS NOT NULL", "MOD(OBJECTID, 100000) IN (1, 2, 3)",
                "COALESCE(NULLIF(OBJECTID, 3), 3) <= 3", "ROUND(OBJECTID / 1.0, 0) < 4",
                "OBJECTID < 4 AND EXTRACT(YEAR FROM CURRENT_TIMESTAMP - INTERVAL '1' DAY) = 2023",
                "UPPER('a' || SUBSTRING('bcd', 1, 1)) = 'AB' AND POSITION('b' IN TRIM(' b ')) = 1 AND OBJECTID < 4",
            ].allSatisfy { subject.ids(["where": $0]) == [1, 2, 3] }
        },
        "supportsTopFeaturesQuery": { subject in
            let filter = #"{"groupByFields":"OBJECTID","topCount":1,"orderByFields":"OBJECTID"}"#
            return subject.query(["topFilter": filter, "returnCountOnly": "true"], "queryTopFeatures")["count"]?.integer
                == Int64(subject.ids().count)
        },
        "supportsValidateSql": { subject in
            subject.query(["sql": "OBJECTID > 1"], "validateSQL")["isValidSQL"] == true
                && subject.query(["sql": "NOPE > 1"], "validateSQL")["isValidSQL"] == false
        },
        "supportsCalculate": { subject in
            let field = subject.document["fields"]?.array?.first { $0["type"] == "esriFieldTypeString" }?["name"]?
                .string
            guard let field else { return false }
            let form =
                "where=1%3D0&calcExpression=\(PercentEncoding.encode("[{\"field\":\"\(field)\",\"value\":null}]"))"
            return subject.edit(form, "calculate") == ["success": true, "updatedFeatureCount": 0]
        },
        "supportsAdvancedQueries": { $0.ids(["orderByFields": "OBJECTID DESC"]) == $0.ids().sorted(by: >) },
        "supportsOrderBy": { $0.ids(["orderByFields": "OBJECTID DESC"]).first == $0.ids().max() },
        "supportsPagination": {
            $0.ids(["resultOffset": "1", "resultRecordCount": "2"]) == Array($0.ids()[1...2])
        },
        "supportsPaginationOnAggregatedQueries": {
            $0.groups(["groupByFieldsForStatistics": "OBJECTID", "resultOffset": "1", "resultRecordCount": "2"]) == 2
        },
        "supportsStatistics": { $0.groups([:]) == 1 },
        "supportsDistinct": { $0.ids(["returnDistinctValues": "true"]).count == $0.ids().count },
        "supportsQueryByOIDs": { $0.ids(["where": "", "objectIds": "2,3"]) == [2, 3] },
        "supportsReturningQueryExtent": { subject in
            let found = subject.query(["where": "1=1", "returnExtentOnly": "true"])
            // The metadata of a map tell the tolerances of the reference besides.
            let told = subject.document["extent"]
            return ["xmin", "ymin", "xmax", "ymax"].allSatisfy { found["extent"]?[$0] == told?[$0] }
                && found["extent"]?["spatialReference"]?["wkid"] == told?["spatialReference"]?["wkid"]
        },
        "supportsQueryWithDistance": { subject in
            guard let x = subject.document["extent"]?["xmin"]?.double,
                let y = subject.document["extent"]?["ymin"]?.double
            else { return false }
            let place = ["where": "", "geometry": "\(x),\(y)", "geometryType": "esriGeometryPoint", "distance": "100"]
            let far = place.merging(["units": "esriSRUnit_Kilometer"]) { one, _ in one }
            return subject.ids(far).count == subject.ids().count && subject.ids(place).count < subject.ids().count
        },
        "supportsQueryAttachmentsWithReturnUrl": { subject in
            subject.query(["objectIds": "1,2", "returnUrl": "true"], "queryAttachments")["attachmentGroups"]?.array?
                .allSatisfy { group in
                    (group["attachmentInfos"]?.array ?? []).allSatisfy {
                        $0["url"]?.string?.hasPrefix("https://") == true
                    }
                } == true
        },
        "supportsQueryAttachments": { $0.query(["objectIds": "1,2"], "queryAttachments")["attachmentGroups"] != nil },
        "supportsHavingClause": { subject in
            let by = ["groupByFieldsForStatistics": "OBJECTID"]
            return subject.groups(by.merging(["having": "COUNT(OBJECTID) > 1"]) { one, _ in one }) == 0
                && subject.groups(by.merging(["having": "MAX(OBJECTID) = 3"]) { one, _ in one }) == 1
        },
        "supportsReturningGeometryCentroid": { subject in
            let found = subject.query(["where": "1=1", "returnGeometry": "false", "returnCentroid": "true"])
            return (found["features"]?.array ?? []).allSatisfy { feature in
                feature["centroid"]?["x"]?.double != nil && feature["centroid"]?["y"]?.double != nil
                    && feature["geometry"] == nil
            }
        },
        "supportsCoordinatesQuantization": { quantized($0, #"{"mode":"view","tolerance":0.0001}"#) },
        "supportsQuantizationEditMode": { quantized($0, #"{"mode":"edit"}"#) },
        "supportsQueryRelatedPagination": { subject in
            related(subject) { relationship in
                let page = subject.query(
                    ["objectIds": "1,2,3,4", "relationshipId": relationship, "resultRecordCount": "1"],
                    "queryRelatedRecords")
                return page["exceededTransferLimit"] == true && page["relatedRecordGroups"]?.array?.count == 1
            }
        },
        "supportsAdvancedQueryRelated": { subject in
            related(subject) { relationship in
                let asked = ["objectIds": "1,2,3,4", "relationshipId": relationship]
                let counts = subject.query(asked.merging(["returnCountOnly": "true"]) { $1 }, "queryRelatedRecords")
                let sorted = subject.query(
                    asked.merging(["orderByFields": "OBJECTID DESC"]) { $1 }, "queryRelatedRecords")
                let groups = sorted["relatedRecordGroups"]?.array ?? []
                return counts["relatedRecordGroups"]?.array?.map { $0["count"]?.integer }
                    == groups.map { Int64($0["relatedRecords"]?.array?.count ?? -1) }
                    && groups.allSatisfy { group in
                        let ids = (group["relatedRecords"]?.array ?? []).compactMap {
                            $0["attributes"]?["OBJECTID"]?.integer
                        }
                        return !ids.isEmpty && ids == ids.sorted(by: >)
                    }
            }
        },
        "supportsApplyEditsWithGlobalIds": { subject in
            guard let field = subject.document["globalIdField"]?.string,
                let known = subject.query(["where": "1=1", "outFields": field])["features"]?[0]["attributes"]?[field]
            else { return false }
            func isUpdated(_ id: JSONValue) -> Bool {
                let updates: JSONValue = [["attributes": .object([field: id])]]
                let form = "useGlobalIds=true&updates=\(PercentEncoding.encode(updates.text()))"
                return subject.edit(form)["updateResults"]?[0]["success"] == true
            }
            return isUpdated(known) && !isUpdated("{00000000-0000-4000-8000-000000000000}")
        },
        "supportsRollbackOnFailureParameter": { subject in
            let before = subject.ids()
            let answer = subject.edit("rollbackOnFailure=true&deletes=\(before[0]),999999")
            return answer["deleteResults"]?[1]["success"] == false && subject.ids() == before
        },
    ]

    private static func related(_ subject: Subject, _ test: (String) -> Bool) -> Bool {
        let ids = (subject.document["relationships"]?.array ?? []).compactMap { $0["id"]?.integer }
        return !ids.isEmpty && ids.allSatisfy { test("\($0)") }
    }

    private static func quantized(_ subject: Subject, _ grid: String) -> Bool {
        let found = subject.query(["where": "1=1", "quantizationParameters": grid])
        guard let scale = found["transform"]?["scale"]?.array, scale.count == 2 else { return false }
        return (found["features"]?.array ?? []).allSatisfy { whole($0["geometry"] ?? .null) }
    }

    /// Whether a geometry has whole numbers only.
    private static func whole(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let elements): elements.allSatisfy(whole)
        case .object(let members): !members.isEmpty && members.values.allSatisfy(whole)
        case .integer: true
        default: false
        }
    }

    private static func announced(_ document: JSONValue) -> [String] {
        let members = document.object ?? [:]
        let advanced = members["advancedQueryCapabilities"]?.object ?? [:]
        let top = members.filter { $0.key.hasPrefix("supports") || $0.key == "useStandardizedQueries" }
        return Set((Array(advanced) + Array(top)).filter { $0.value == true }.map(\.key)).sorted()
    }

    @Test func `can be asked of every layer of the world`() throws {
        let probe = try SiteProbe("anonymous")
        var tried: Set<String> = []
        var layers = 0
        for name in probe.site.content.serviceNames {
            guard let service = try probe.site.content.service(name) else { continue }
            let token = service.isForMembers
            for layer in service.layers where layer.isMadeFromData && !token {
                for kind in ["FeatureServer", "MapServer"] {
                    let path = "\(name)/\(kind)/\(layer.id)"
                    let answer = probe.server("rest/services/\(path)")
                    guard answer.error == nil else { continue }
                    let subject = Subject(probe: probe, path: path, document: answer.json)
                    // Fewer features make no pages and no groups to choose from.
                    guard subject.ids().count >= 4 else { continue }
                    layers += 1
                    for capability in Self.announced(subject.document) {
                        let trial = try #require(Self.trials[capability], "\(capability) is announced and not tried")
                        #expect(trial(subject), "\(path) announces \(capability)")
                        tried.insert(capability)
                    }
                    #expect(
                        (subject.document["timeInfo"] != nil)
                            == (subject.query(["time": "0,null", "returnCountOnly": "true"])["count"] != nil), "\(path)"
                    )
                }
            }
        }
        #expect(layers >= 12 && tried == Set(Self.trials.keys), "\(Set(Self.trials.keys).subtracting(tried))")
    }

    @Test func `are not announced where they make no sense`() throws {
        let probe = try SiteProbe("anonymous")
        let table = probe.server("rest/services/Surveys/FeatureServer/1").json
        #expect(table["supportsCoordinatesQuantization"] == false)
        #expect(table["advancedQueryCapabilities"]?["supportsReturningQueryExtent"] == false)
        let lines = probe.server("rest/services/Roads/FeatureServer/0").json
        #expect(lines["advancedQueryCapabilities"]?["supportsReturningGeometryCentroid"] == false)
        #expect(lines["advancedQueryCapabilities"]?["supportsAdvancedQueryRelated"] == false)
        let map = probe.server("rest/services/Traffic/MapServer/0").json
        #expect(map["advancedQueryCapabilities"]?["supportsQueryAttachments"] == nil)
    }
}
