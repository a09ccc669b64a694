internal import HTTPSemantics
internal import JSONValues
internal import PortalScenarios
package import PortalTransport

extension HTTPRequest {
    /// The URL without its query.
    var bare: String { String(url.prefix { $0 != "?" }) }

    /// The path of the URL.
    var path: String {
        guard let origin = Origin(ofURL: bare)?.description, bare.lowercased().hasPrefix(origin) else { return bare }
        return String(bare.dropFirst(origin.count))
    }

    package var isGenerate: Bool { path.hasSuffix("generateToken") || path.hasSuffix("/tokens/") }

    var carriesToken: Bool { headers.contains { $0.isNamed("X-Esri-Authorization") } || form.contains("token=") }

    var form: String { String(decoding: body ?? [], as: UTF8.self) }

    func with(_ change: (inout HTTPRequest) -> Void) -> HTTPRequest {
        var copy = self
        change(&copy)
        return copy
    }

    func without(_ name: String) -> HTTPRequest { with { $0.headers.removeAll { $0.isNamed(name) } } }

    func replacing(_ name: String, by value: String) -> HTTPRequest {
        with { $0.headers = $0.headers.map { $0.isNamed(name) ? HeaderField($0.name, value) : $0 } }
    }

    func adding(query: String) -> HTTPRequest { with { $0.url += (url.contains("?") ? "&" : "?") + query } }

    var withoutToken: HTTPRequest { without("X-Esri-Authorization").without("Authorization") }

    var tokenInQuery: HTTPRequest {
        guard let value = headers.first(named: "X-Esri-Authorization") else { return self }
        return withoutToken.adding(query: "token=" + value.dropFirst("Bearer ".count))
    }

    /// A token of the form in the usual header, sent as GET.
    var withTokenInHeader: HTTPRequest {
        guard !isGenerate, let token = field("token") else { return self }
        let rest = form.split(separator: "&").filter { !$0.hasPrefix("token=") }.joined(separator: "&")
        return adding(query: rest).with {
            $0.method = "GET"
            $0.body = nil
            $0.headers.removeAll { $0.isNamed("Content-Type") }
            $0.headers.append(HeaderField("X-Esri-Authorization", "Bearer \(Self.decoded(token))"))
        }
    }

    /// As a client that takes every token for letters and digits.
    var withMangledToken: HTTPRequest {
        guard !isGenerate else { return self }
        return with {
            $0.headers = headers.map { field in
                field.isNamed("X-Esri-Authorization") || field.isNamed("Authorization")
                    ? HeaderField(field.name, field.value.replacing("+", with: " ")) : field
            }
            if field("token") != nil { $0.body = Array(form.replacing("%2B", with: "+").utf8) }
            if url.contains("token=") { $0.url = url.replacing("%2B", with: "+") }
        }
    }

    private static func decoded(_ text: String) -> String {
        text.replacing("%2B", with: "+").replacing("%2F", with: "/").replacing("%3D", with: "=")
    }

    var withInventedToken: HTTPRequest {
        with { $0.headers.append(HeaderField("X-Esri-Authorization", "Bearer invented-by-a-faulty-client")) }
    }

    /// A field of the form as it is written; nil where there is none.
    func field(_ name: String) -> String? { Self.field(name, in: form) }

    private static func field(_ name: String, in text: some StringProtocol) -> String? {
        text.split(separator: "&").first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// The token that it carries in the usual header, the query or the form; nil where it carries none.
    var tokenText: String? {
        headers.first(named: "X-Esri-Authorization").map { String($0.dropFirst("Bearer ".count)) }
            ?? Self.field("token", in: url.dropFirst(bare.count).drop { $0 == "?" }) ?? field("token")
    }

    var withBasicAuthorization: HTTPRequest {
        guard isGenerate else { return self }
        let pair = Array("\(field("username") ?? ""):\(field("password") ?? "")".utf8)
        return with { $0.headers.append(HeaderField("Authorization", "Basic " + Base64.encode(pair))) }
    }

    var copyingFormToQuery: HTTPRequest { adding(query: form) }

    var asGet: HTTPRequest {
        adding(query: form).with {
            $0.method = "GET"
            $0.body = nil
            $0.headers.removeAll { $0.isNamed("Content-Type") || $0.isNamed("Content-Length") }
        }
    }

    /// As a client that forgets to encode its form.
    var withUnescapedForm: HTTPRequest {
        with {
            $0.body = Array(
                form.replacing("%2B", with: "+").replacing("%25", with: "%").replacing("%26", with: "&").utf8)
        }
    }

    var withLowerCaseUser: HTTPRequest { withLowerCase("username=") }

    var withLowerCasePassword: HTTPRequest { withLowerCase("password=") }

    /// The field that begins so in lower case.
    private func withLowerCase(_ start: String) -> HTTPRequest {
        let fields = form.split(separator: "&").map { $0.hasPrefix(start) ? $0.lowercased() : String($0) }
        return with { $0.body = Array(fields.joined(separator: "&").utf8) }
    }

    var withLowerCasePath: HTTPRequest {
        with { $0.url = url.dropLast(url.count - bare.count).lowercased() + url.dropFirst(bare.count) }
    }

    func withoutContext(of portal: String) -> HTTPRequest {
        guard let origin = Origin(ofURL: portal)?.description, url.hasPrefix(portal) else { return self }
        return with { $0.url = origin + url.dropFirst(portal.count) }
    }

    /// The question how a request's server is secured.
    var discovery: HTTPRequest? {
        for mark in ["/sharing", "/rest/services"] {
            guard let range = bare.ranges(of: mark).first else { continue }
            return HTTPRequest(
                url: bare[..<range.lowerBound] + (mark == "/sharing" ? "/sharing/rest/info" : "/rest/info") + "?f=json")
        }
        return nil
    }

    /// The same over another scheme, at the same host and port.
    func with(scheme: String) -> HTTPRequest {
        with { request in
            request.url = scheme + request.url.drop { $0 != ":" }
        }
    }

    /// The same request on the plain listener.
    func onPlain(_ facts: WireFacts) -> HTTPRequest? {
        guard let plain = facts.plainURL.flatMap({ Origin(ofURL: $0) }), let own = Origin(ofURL: url), own.isSecure
        else { return nil }
        return with { $0.url = plain.description + url.dropFirst(own.description.count) }
    }
}

extension HTTPResponse {
    /// The JSON document; nil where the body is none.
    var document: JSONValue? { try? JSONValue(parsing: body) }

    /// The code of the error envelope, whatever its shape; nil where the answer is no error.
    package var envelopeCode: Int? {
        guard let document = try? JSONValue(parsing: body) else { return nil }
        let code = document["error"]?["code"] ?? document["code"]
        return code?.integer.map(Int.init) ?? code?.string.flatMap(Int.init)
    }

    static func json(_ text: String) -> HTTPResponse {
        HTTPResponse(status: 200, headers: [HeaderField("Content-Type", "application/json")], body: Array(text.utf8))
    }

    static func error(_ code: Int) -> HTTPResponse {
        json("{\"error\":{\"code\":\(code),\"message\":\"Invalid token.\",\"details\":[]}}")
    }
}
