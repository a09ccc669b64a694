internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
package import PortalTransport
internal import TLSIdentity

/// One request and what came of it, in the bytes that crossed the transport's seam; it holds secrets until it is redacted.
package struct WireExchange: Sendable {
    /// Ordinal in its recording, from 1.
    package internal(set) var number: Int
    /// Milliseconds since the recording began.
    package let began: Double
    /// The moment when it began, by the machine's clock.
    let moment: Int64
    package internal(set) var ended: Double?
    package let request: HTTPRequest
    /// Where the request went; nil where that is no plain http or https URL.
    let url: HTTPURL?
    package internal(set) var response: HTTPResponse? {
        didSet { kept = response.flatMap { $0.body.count <= Self.mostKept ? Self.document(of: $0) : nil } }
    }
    package internal(set) var error: TransportError?
    /// Whether the run itself asked, to look at the portal, and not the client that is judged.
    package let isProbe: Bool
    /// The document of the answer, where it is not so large that it is rather read again.
    private var kept: JSONValue?
    private static let mostKept = 1 << 20

    init(number: Int, began: Double, moment: Int64, request: HTTPRequest, isProbe: Bool) {
        self.number = number
        self.began = began
        self.moment = moment
        self.request = request
        url = HTTPURL(parsing: request.url)
        self.isProbe = isProbe
    }

    private static func document(of response: HTTPResponse) -> JSONValue? { try? JSONValue(parsing: response.body) }

    /// The body as JSON; nil where it is none.
    var document: JSONValue? {
        guard let response, response.body.count > Self.mostKept else { return kept }
        return Self.document(of: response)
    }
}

extension WireExchange {
    var origin: Origin? { Origin(ofURL: request.url) }

    /// The fields of a form, or of the query where there is no form.
    var form: [(String, String)] {
        request.body.map { FormURLEncoded.fields(of: $0).map { ($0.name, $0.value) } } ?? []
    }

    var query: [(String, String)] { url?.query.map { FormURLEncoded.fields(of: $0).map { ($0.name, $0.value) } } ?? [] }

    func formValue(_ name: String) -> String? { form.first { $0.0 == name }?.1 }

    /// The token that it carries in one of the header fields; nil where there is none.
    var headerToken: String? {
        for field in request.headers
        where field.isNamed("X-Esri-Authorization") || field.isNamed("Authorization") {
            if field.value.lowercased().hasPrefix("bearer ") { return String(field.value.dropFirst(7)) }
        }
        return nil
    }

    /// The scheme of HTTP credentials that it carries, in lower case; a token in the same field is none of them.
    var httpScheme: String? {
        let scheme = request.headers.first(named: "Authorization")?.split(separator: " ").first?.lowercased()
        return scheme == "bearer" ? nil : scheme
    }

    /// Whether the request carries nothing that identifies a user: no token, no HTTP credentials and no cookie.
    var isBare: Bool {
        headerToken == nil && httpScheme == nil && formValue("token") == nil
            && !query.contains { $0.0 == "token" } && request.headers.first(named: "Cookie") == nil
    }

    /// The error object of the answer, in whichever envelope; nil where it holds none.
    var envelope: JSONValue? {
        guard let document, let members = document.object else { return nil }
        if let error = members["error"], error.object != nil { return error }
        // Not by a conditional expression: its nil would be JSON's null.
        guard members["status"]?.string == "error" else { return nil }
        return document
    }

    /// The code of the error object.
    var errorCode: Int? {
        guard let code = envelope?["code"] else { return nil }
        return (code.integer ?? code.string.flatMap { Int64($0) }).flatMap { Int(exactly: $0) }
    }

    /// The code that counts: that of the error object if there is one, else the HTTP status.
    var code: Int? { errorCode ?? response?.status }

    /// Whether a document came that is no error.
    var isSuccess: Bool {
        response.map { (200..<300).contains($0.status) } == true && envelope == nil && document != nil
    }

    var challenges: [Challenge] {
        response.map { Challenge.challenges(in: $0.headers) } ?? []
    }

    /// Whether it was answered by a question for HTTP or TLS credentials, so that the same request goes again with them.
    var wasChallenged: Bool {
        response?.status == 401 && !challenges.isEmpty || error?.code == .clientCertificateRequested
    }
}

extension Sequence where Element == WireExchange {
    /// Those that what stands in front of the portal let through; where it let none through, the last one alone.
    var admitted: [WireExchange] {
        let all = Array(self)
        let through = all.filter { !$0.wasChallenged }
        return through.isEmpty ? Array(all.suffix(1)) : through
    }
}
