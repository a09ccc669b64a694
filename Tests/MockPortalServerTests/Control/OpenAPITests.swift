import JSONValues
import MockPortalServer
import Testing

@testable import MockPortalServer

@Suite struct `OpenAPI document of the control API` {
    private static let methods = ["get", "post", "put", "delete", "patch", "head", "options"]

    /// Every operation of the document by method and path, as `POST /wait`.
    private func operations(_ document: JSONValue) -> [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        for (path, item) in document["paths"]?.object ?? [:] {
            for (method, operation) in item.object ?? [:] where Self.methods.contains(method) {
                found["\(method.uppercased()) \(path)"] = operation
            }
        }
        return found
    }

    @Test func `holds every route, and nothing else`() async throws {
        let bench = try ControlBench()
        let answer = try await bench.send("GET", "/openapi.json")
        #expect(answer.status == 200 && answer.json["openapi"] == "3.1.0")
        #expect(answer.json["servers"] == [["url": .string(bench.server.url)]])
        let routes = ControlRoutes.all.map { "\($0.method) /\($0.path.joined(separator: "/"))" }
        #expect(Set(operations(answer.json).keys) == Set(routes + ["GET /"]))
        #expect(Set(routes).count == routes.count)
    }

    @Test func `says of every operation what it is, with names that are its own`() async throws {
        let document = try await ControlBench().send("GET", "/openapi.json").json
        let operations = operations(document)
        for (name, operation) in operations {
            #expect(operation["summary"]?.string?.hasSuffix(".") == true, "\(name)")
            #expect(operation["responses"]?.object?.keys.contains { $0.hasPrefix("2") } == true, "\(name)")
            for parameter in operation["parameters"]?.array ?? [] {
                #expect(parameter["description"]?.string?.isEmpty == false, "\(name)")
            }
            let body = operation["requestBody"]?["content"]?["application/json"]?["schema"]
            for (key, property) in body?["properties"]?.object ?? [:] {
                #expect(property["description"]?.string?.isEmpty == false, "\(name) \(key)")
            }
        }
        let ids = operations.values.compactMap { $0["operationId"]?.string }
        #expect(Set(ids).count == operations.count)
    }

    /// The decoder itself is asked: it answers a key that it does not know with those that it does.
    @Test func `names the keys of each body that its decoder admits`() async throws {
        let bench = try ControlBench()
        var count = 0
        for (name, operation) in operations(try await bench.send("GET", "/openapi.json").json) {
            guard let body = operation["requestBody"]?["content"]?["application/json"]?["schema"] else { continue }
            let path = String(name.split(separator: " ")[1])
            let answer = try await bench.send("POST", path, #"{"no such key": 1}"#)
            let isThere = answer.status != 404
            #expect(answer.status == 400 || !isThere && name == "POST /verify", "\(name): \(answer.json)")
            guard isThere else { continue }
            let allowed = Set(answer.json["allowed"]?.array?.compactMap(\.string) ?? [])
            #expect(allowed == Set((body["properties"]?.object ?? [:]).keys), "\(name)")
            #expect(body["additionalProperties"] == false)
            count += 1
        }
        #expect(count >= 6)
    }

    @Test func `names the parameters of each query that its reader admits`() async throws {
        let bench = try ControlBench()
        for (name, operation) in operations(try await bench.send("GET", "/openapi.json").json) {
            let parameters = (operation["parameters"]?.array ?? []).filter { $0["in"] == "query" }
            guard !parameters.isEmpty else { continue }
            let answer = try await bench.send("GET", name.split(separator: " ")[1] + "?no-such-parameter=1")
            let allowed = Set(answer.json["allowed"]?.array?.compactMap(\.string) ?? [])
            #expect(answer.status == 400 && allowed == Set(parameters.compactMap { $0["name"]?.string }), "\(name)")
        }
    }

    @Test func `has each action of the portal, with its words`() {
        let keys = ControlBody.actions.keys.map(\.name)
        #expect(Set(keys) == Set(PortalAction.keys) && keys.count == PortalAction.keys.count)
    }

    @Test func `refers to nothing that it lacks`() async throws {
        let document = try await ControlBench().send("GET", "/openapi.json").json
        let names = Set((document["components"]?["schemas"]?.object ?? [:]).keys)
        func references(_ value: JSONValue) -> [String] {
            let own = value["$ref"]?.string.map { [$0] } ?? []
            return own + (value.object.map { Array($0.values) } ?? value.array ?? []).flatMap(references)
        }
        let found = references(document)
        #expect(!found.isEmpty)
        for reference in found {
            #expect(reference.split(separator: "/").last.map { names.contains(String($0)) } == true, "\(reference)")
        }
        #expect(document["components"]?["schemas"]?["Journal"]?["properties"]?["requests"] != nil)
    }
}
