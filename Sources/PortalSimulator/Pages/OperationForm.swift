internal import HTTPSemantics

/// The form of an operation.
struct OperationForm: Sendable {
    let title: String
    let method: Method
    let fields: [OperationField]

    /// How it is sent.
    enum Method: String, Sendable {
        case get
        case post
    }

    static func get(_ title: String, _ fields: [OperationField], formats: [String] = ["html", "json", "pjson"])
        -> OperationForm
    {
        OperationForm(title: title, method: .get, fields: fields + [.choice("f", "Format", formats)])
    }

    static func post(_ title: String, _ fields: [OperationField]) -> OperationForm {
        OperationForm(
            title: title, method: .post, fields: fields + [.choice("f", "Format", ["html", "json", "pjson"])])
    }

    /// The form of a route; nil where its operation has none.
    static func of(_ route: Route, onServer: Bool) -> OperationForm? {
        guard !route.isSteady else { return nil }
        guard onServer else { return portal[route.path] }
        if route.path == "tokens" { return server["generateToken"] }
        return route.path.split(separator: "/").last.flatMap { server[String($0)] }
    }

    /// Whether a request fills it in: it names more than the format.
    static func isFilled(_ request: EndpointRequest) -> Bool {
        request.method == "POST" || request.query.entries.contains { !["f", "token", "redirect"].contains($0.name) }
    }

    /// The form, filled in with what a request brings.
    func html(action: String, of request: EndpointRequest, hidden: [(String, String)] = []) -> String {
        let isFilled = Self.isFilled(request)
        let rows = fields.map { field in
            // A field that was left out of a filled form is empty, but for one that chooses.
            let given = field.name == "f" ? nil : request[field.name]
            if case .choice = field.kind { return field.html(value: given) }
            return field.html(value: given ?? (isFilled ? "" : nil))
        }
        let hasFile = fields.contains { if case .file = $0.kind { true } else { false } }
        let extra = hidden.map {
            "<input type=\"hidden\" name=\"\(MarkupText.escaped($0.0))\" value=\"\(MarkupText.escaped($0.1))\">\n"
        }
        return """
            <form method="\(method.rawValue)" action="\(MarkupText.escaped(action))"\(hasFile ? " enctype=\"multipart/form-data\"" : "")>
            \(extra.joined())\(rows.joined(separator: "\n"))
            <div class="buttons"><button type="submit">\(MarkupText.escaped(title))</button></div>
            </form>
            """
    }
}
