internal import HTTPSemantics
internal import JSONValues

extension Blueprint.Fault.ContentPlay {
    /// The answer that is given at a moment of portal time, in milliseconds since 1970.
    func response(at time: Int64) -> PreparedAnswer {
        switch self {
        case .emptyBody: Self.json("")
        case .loginPage:
            PreparedAnswer(
                status: 200, headers: [HeaderField("Content-Type", "text/html;charset=utf-8")],
                body: Array(Self.loginHTML.utf8))
        case .malformedJSON: Self.json(#"{"a":"#)
        case .deepJSON(let depth):
            Self.json(
                String(repeating: #"{"a":"#, count: depth - 1) + "{" + String(repeating: "}", count: depth))
        case .status(let status, let retryAfter):
            WebServerPage.nginx(status).response(
                retryAfter.map { [HeaderField("Retry-After", $0.text(at: time))] } ?? [])
        case .envelope(let code):
            Self.json(ErrorEnvelope(code, "The blueprint answers with this error.").document(shape: .envelope).text())
        case .badGzip:
            PreparedAnswer(
                status: 200,
                headers: [
                    HeaderField("Content-Type", "application/json;charset=utf-8"),
                    HeaderField("Content-Encoding", "gzip"),
                ],
                // A right header (RFC 1952 §2.3), then a block of a type that there is not (RFC 1951 §3.2.3).
                body: Gzip.header + [0xFF, 0xFF] + Array("this is no deflated data".utf8))
        }
    }

    /// The code that counts; nil for the HTTP status.
    var code: Int? {
        if case .envelope(let code) = self { code } else { nil }
    }

    private static func json(_ text: String) -> PreparedAnswer {
        PreparedAnswer(
            status: 200, headers: [HeaderField("Content-Type", "application/json;charset=utf-8")],
            body: Array(text.utf8))
    }

    /// As a single sign-on proxy answers whatever was asked.
    private static let loginHTML = """
        <!DOCTYPE html>
        <html><head><title>Sign In</title></head><body>
        <form method="post" action="/sso/login">
        <label>User name <input name="username"></label> <label>Password <input name="password" type="password"></label>
        <button>Sign In</button>
        </form>
        </body></html>

        """
}

extension Blueprint.Fault.Pause {
    /// The field's value in an answer at a moment of portal time, in milliseconds since 1970.
    fileprivate func text(at time: Int64) -> String {
        switch self {
        case .text(let text): text
        case .date(let pause): HTTPDate.text(time.later(by: pause + .milliseconds(999)) / 1000)
        }
    }
}
