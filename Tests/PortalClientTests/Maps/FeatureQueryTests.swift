import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Queries for features` {
    /// A layer with so many features that answers as many at a time as it is asked for, but never more than its own limit.
    private func stage(count: Int, limit: Int = 2, knowsPages: Bool = true) -> Stage {
        Stage(script: { sent in
            let fields = sent.method == "POST" ? sent.form : sent.queryFields
            if fields["returnCountOnly"] == "true" { return .json(["count": .integer(Int64(count))]) }
            if fields["returnIdsOnly"] == "true" {
                return .json(["objectIdFieldName": "ID", "objectIds": count == 0 ? nil : [1, 2]])
            }
            let offset = knowsPages ? Int(fields["resultOffset"] ?? "") ?? 0 : 0
            let number = min(limit, Int(fields["resultRecordCount"] ?? "") ?? limit)
            let ids = (0..<count).dropFirst(offset).prefix(number)
            return .json([
                "objectIdFieldName": "ID", "geometryType": "esriGeometryPoint", "spatialReference": ["wkid": 102100],
                "fields": [["name": "ID", "type": "esriFieldTypeOID", "alias": "Id"]],
                "features": .array(
                    ids.map {
                        [
                            "attributes": ["ID": .integer(Int64($0 + 1))],
                            "geometry": ["x": .integer(Int64($0)), "y": 0.5],
                        ]
                    }),
                "exceededTransferLimit": .bool(offset + ids.count < count),
            ])
        })
    }

    private func task(_ stage: Stage) throws -> QueryTask {
        QueryTask(url: try HTTPURL("https://h.test/server/rest/services/Trees/FeatureServer/0"), in: stage.environment)
    }

    @Test func `carry what was asked for`() async throws {
        let stage = stage(count: 1)
        var query = FeatureQuery(
            in: .envelope(Envelope(xmin: 0, ymin: 1, xmax: 2, ymax: 3, spatialReference: .wgs84)), where: "A='é'")
        query.relationship = .contains
        query.outFields = ["A", "B"]
        query.returnsGeometry = false
        query.outSpatialReference = .webMercator
        query.orderBy = [.init("A"), .init("B", isDescending: true)]
        query.offset = 4
        query.limit = 5
        _ = try await task(stage).query(query)
        let fields = stage.transport.sent[0].queryFields
        #expect(
            fields == [
                "where": "A='é'", "geometryType": "esriGeometryEnvelope", "inSR": "4326",
                "geometry": #"{"spatialReference":{"wkid":4326},"xmax":2,"xmin":0,"ymax":3,"ymin":1}"#,
                "spatialRel": "esriSpatialRelContains", "outFields": "A,B", "returnGeometry": "false",
                "outSR": "102100", "orderByFields": "A,B DESC", "resultOffset": "4", "resultRecordCount": "5",
                "f": "json",
            ])
        #expect(stage.transport.sent[0].path.hasSuffix("/FeatureServer/0/query"))
    }

    @Test func `ask for times, centroids and grids`() async throws {
        let stage = stage(count: 1)
        var query = FeatureQuery()
        query.time = TimeExtent(from: Timestamp(milliseconds: 9), to: Timestamp(milliseconds: 5))
        query.returnsCentroid = true
        query.quantization = .view(
            tolerance: 2.5, extent: Envelope(xmin: 0, ymin: 1, xmax: 2, ymax: 3, spatialReference: .wgs84),
            origin: .lowerLeft)
        _ = try await task(stage).query(query)
        let fields = stage.transport.sent[0].queryFields
        #expect(fields["time"] == "5,9" && fields["where"] == nil && fields["returnCentroid"] == "true")
        #expect(
            try JSONValue(parsing: fields["quantizationParameters"] ?? "") == [
                "mode": "view", "originPosition": "lowerLeft", "tolerance": 2.5,
                "extent": ["xmin": 0, "ymin": 1, "xmax": 2, "ymax": 3, "spatialReference": ["wkid": 4326]],
            ])
        for (time, text) in [
            (TimeExtent(at: Timestamp(milliseconds: -7)), "-7"),
            (TimeExtent(from: nil, to: Timestamp(milliseconds: 0)), "null,0"),
            (TimeExtent(from: Timestamp(milliseconds: 1), to: nil), "1,null"),
            (TimeExtent(from: nil, to: nil), "null,null"),
        ] {
            query.time = time
            _ = try await task(stage).count(query)
            #expect(stage.transport.sent.last?.queryFields["time"] == text)
        }
        query.quantization = .edit()
        _ = try await task(stage).query(query)
        #expect(
            stage.transport.sent.last?.queryFields["quantizationParameters"]
                == #"{"mode":"edit","originPosition":"upperLeft"}"#)
    }

    @Test func `ask for statistics in place of features`() async throws {
        let stage = stage(count: 1)
        var query = FeatureQuery()
        query.statistics = [.init(.sum, of: "CARS"), .init(.avg, of: "CARS", named: "mean")]
        query.groupBy = ["KIND"]
        query.having = "SUM(CARS) > 1"
        _ = try await task(stage).query(query)
        let fields = stage.transport.sent[0].queryFields
        #expect(
            fields["groupByFieldsForStatistics"] == "KIND" && fields["where"] == "1=1" && fields["outFields"] == nil)
        #expect(fields["having"] == "SUM(CARS) > 1")
        let statistics = try JSONValue(parsing: fields["outStatistics"] ?? "").array
        #expect(statistics?.map { $0["outStatisticFieldName"]?.string } == ["sum_CARS", "mean"])
        #expect(statistics?.first?["statisticType"] == "sum")
    }

    @Test func `give typed features, counts and ids`() async throws {
        let stage = stage(count: 2)
        let task = try task(stage)
        let found = try await task.query()
        #expect(found.features.map { $0["id"] } == [1, 2] && found.objectIDs == [1, 2])
        #expect(
            found.features[1].geometry == .point(Position(x: 1, y: 0.5), SpatialReference(wkid: 102100)))
        #expect(try await task.count() == 2)
        #expect(try await task.objectIDs() == [1, 2])
        #expect(try await self.task(self.stage(count: 0)).objectIDs() == [])
    }

    @Test func `go page by page while there is more`() async throws {
        let stage = stage(count: 5)
        var sizes: [Int] = []
        for try await page in try task(stage).pages() { sizes.append(page.features.count) }
        #expect(sizes == [2, 2, 1] && stage.transport.sent.count == 3)
        let limited = self.stage(count: 5)
        var query = FeatureQuery()
        query.limit = 3
        var ids: [Int64] = []
        for try await page in try task(limited).pages(of: query) { ids += page.objectIDs }
        #expect(ids == [1, 2, 3] && limited.transport.sent.count == 2)
        var none = 0
        for try await page in try task(self.stage(count: 0)).pages() { none += page.features.count + 1 }
        #expect(none == 1)
    }

    @Test func `do not ask for ever a server that does not know pages`() async throws {
        let stage = stage(count: 5, knowsPages: false)
        let task = try task(stage)
        let error = await failure { () throws(PortalError) in
            for try await _ in task.pages() {}
        }
        #expect(error?.code == .unexpectedContent && stage.transport.sent.count == 2)
    }

    /// A layer whose features have no ids and are all alike; one that does not know pages always says that there are more.
    private func stageOfAlikes(count: Int, knowsPages: Bool) -> Stage {
        Stage(script: { sent in
            let fields = sent.queryFields
            if fields["returnCountOnly"] == "true" { return .json(["count": .integer(Int64(count))]) }
            let offset = Int(fields["resultOffset"] ?? "") ?? 0
            let number = knowsPages ? max(0, min(2, count - offset)) : 2
            return .json([
                "features": .array(Array(repeating: ["attributes": ["KIND": "oak"]], count: number)),
                "exceededTransferLimit": .bool(!knowsPages || offset + number < count),
            ])
        })
    }

    @Test func `do not ask for ever a server that repeats what has no ids`() async throws {
        var statistics = FeatureQuery()
        statistics.statistics = [.init(.sum, of: "CARS")]
        var distinct = FeatureQuery()
        distinct.returnsDistinctValues = true
        // Groups and distinct values are never alike; of others, as many may be as there are.
        for (query, requests) in [(statistics, 2), (distinct, 2), (FeatureQuery(), 4)] {
            let stage = stageOfAlikes(count: 5, knowsPages: false)
            let task = try task(stage)
            let error = await failure { () throws(PortalError) in
                for try await _ in task.pages(of: query) {}
            }
            #expect(error?.code == .unexpectedContent)
            #expect(stage.transport.sent.filter { $0.queryFields["returnCountOnly"] == nil }.count == requests)
        }
    }

    @Test func `take features that are alike for the next page where there are so many`() async throws {
        let stage = stageOfAlikes(count: 5, knowsPages: true)
        var sizes: [Int] = []
        for try await page in try task(stage).pages() { sizes.append(page.features.count) }
        #expect(sizes == [2, 2, 1])
    }

    @Test func `end where no further offset can be named`() async throws {
        let stage = stageOfAlikes(count: 5, knowsPages: false)
        var query = FeatureQuery()
        query.offset = .max
        var pages = 0
        for try await _ in try task(stage).pages(of: query) { pages += 1 }
        #expect(pages == 1)
    }

    @Test func `travel as a form where they are long, and stay reads`() async throws {
        let stage = stage(count: 1)
        var query = FeatureQuery()
        query.objectIDs = (1...1000).map { Int64($0) }
        _ = try await task(stage).query(query)
        #expect(stage.transport.sent[0].method == "POST" && stage.transport.sent[0].query == "")
        #expect(stage.transport.sent[0].form["objectIds"]?.hasSuffix(",999,1000") == true)
        #expect(stage.transport.sent[0].form["where"] == nil)
    }

    @Test func `tell what is no answer to them`() async throws {
        let stage = Stage(script: { _ in .json(["layers": []]) })
        let task = try task(stage)
        #expect(await failure { () throws(PortalError) in try await task.query() }?.code == .unexpectedContent)
        #expect(await failure { () throws(PortalError) in try await task.count() }?.code == .unexpectedContent)
        #expect(await failure { () throws(PortalError) in try await task.objectIDs() }?.code == .unexpectedContent)
    }
}
