internal import HTTPSemantics

/// The header fields that let pages of another origin read an answer (WHATWG Fetch §3.2).
struct CrossOrigin: Sendable {
    /// The header `Origin` of the request.
    let origin: String?

    /// The fields of an ordinary answer: the origin echoed, so that credentials may travel.
    ///
    /// A serialized origin is visible ASCII (RFC 6454 §6.1); anything else is not echoed.
    var headers: [HeaderField] {
        guard let origin, !origin.isEmpty, origin.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return [HeaderField("Vary", "Origin")]
        }
        return [
            HeaderField("Access-Control-Allow-Origin", origin), HeaderField("Access-Control-Allow-Credentials", "true"),
            HeaderField("Vary", "Origin"),
        ]
    }

    /// The answer to a preflight.
    func preflight(asking headers: String?) -> PreparedAnswer {
        // The names of fields that are asked for are tokens in a list (RFC 9110 §5.6.1), so ASCII without controls.
        let headers = headers.flatMap { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? $0 : nil }
        return PreparedAnswer(
            status: 200,
            headers: self.headers + [
                HeaderField("Access-Control-Allow-Methods", "GET, POST, HEAD, OPTIONS"),
                HeaderField(
                    "Access-Control-Allow-Headers",
                    headers ?? "Authorization, X-Esri-Authorization, Content-Type, X-Requested-With"),
                HeaderField("Access-Control-Max-Age", "600"),
            ],
            body: [])
    }
}
