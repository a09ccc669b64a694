internal import JSONValues

/// The control API described as OpenAPI 3.1 (spec.openapis.org/oas/v3.1.1), made of the declarations of its routes.
enum OpenAPIDocument {
    /// The description of the API behind one control URL.
    static func of(_ controlled: ControlledPortal) -> JSONValue {
        var paths: [String: JSONValue] = ["/": ["get": operation(ControlRoutes.root)]]
        for route in ControlRoutes.all {
            let path = "/" + route.path.joined(separator: "/")
            var methods = paths[path] ?? [:]
            methods[route.method.lowercased()] = operation(route.operation, waits: route.action.waits)
            paths[path] = methods
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Control API of mockportal", "version": "1",
                "summary": "Reads and steers a fake portal while a client is connected.",
                "description": .string(description),
            ],
            "servers": [["url": .string(controlled.url)]], "paths": .object(paths),
            "components": ["schemas": ControlSchemas.components()],
        ]
    }

    private static let description = """
        The server's URL is a capability: a caller that knows it may read every password and steer the portal, and without it every \
        path is 404. Web pages of other origins are refused (403). A sandbox has a URL of its own, with the same API. \
        Every failure is JSON with `error`, and where it helps `key`, `allowed`, `didYouMean` and `exists`.
        """

    private static func operation(_ operation: ControlOperation, waits: Bool = false) -> JSONValue {
        var result: JSONValue = [
            "operationId": .string(operation.id), "summary": .string(operation.summary),
            "responses": responses(operation, waits: waits),
        ]
        if !operation.description.isEmpty { result["description"] = .string(operation.description) }
        let parameters =
            (operation.pathParameter.map { [parameter($0, in: "path")] } ?? [])
            + operation.query.map { parameter($0, in: "query") }
        if !parameters.isEmpty { result["parameters"] = .array(parameters) }
        if let body = operation.body { result["requestBody"] = requestBody(body) }
        return result
    }

    private static func parameter(_ parameter: ControlParameter, in place: String) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(place), "required": .bool(place == "path"),
            "description": .string(parameter.description), "schema": parameter.schema,
        ]
    }

    private static func requestBody(_ body: ControlBody) -> JSONValue {
        var content: JSONValue = ["schema": body.schema]
        if !body.examples.isEmpty {
            content["examples"] = .object(
                Dictionary(body.examples.map { ($0.name, ["value": $0.value]) }, uniquingKeysWith: { $1 }))
        }
        return ["required": .bool(body.isRequired), "content": ["application/json": content]]
    }

    private static func responses(_ operation: ControlOperation, waits: Bool) -> JSONValue {
        let form = operation.answer
        var failures = operation.failures
        failures[403] = "The call may come from a web page, or names another host."
        if !operation.query.isEmpty || operation.body != nil { failures[400] = "Something in the call is wrong." }
        if waits, failures[503] == nil { failures[503] = "Too many such calls wait already." }
        if operation.body != nil { failures[413] = "The body is larger than 1 MiB." }
        var responses: [String: JSONValue] = [
            String(form.status): [
                "description": .string(form.description),
                "content": .object(form.content.mapValues { schema in schema.map { ["schema": $0] } ?? [:] }),
            ]
        ]
        for (status, reason) in failures {
            responses[String(status)] = [
                "description": .string(reason),
                "content": ["application/json": ["schema": ControlSchemas.reference("Error")]],
            ]
        }
        return .object(responses)
    }
}
