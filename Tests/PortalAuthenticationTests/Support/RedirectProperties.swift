import HTTPSemantics
import PortalTransport

@testable import PortalAuthentication

/// What holds for the request after a redirect, wherever that leads (rule R19); the fuzzer and the tests ask the same.
enum RedirectProperties {
    private static let secret = "S3cr3tToken"

    /// The first property that a redirect breaks, in words; nil where all hold. Input: a byte for the status and one for the request, then the Location.
    static func violation(by bytes: [UInt8]) -> String? {
        guard bytes.count >= 2 else { return nil }
        let statuses = [301, 302, 303, 307, 308]
        let location = String(decoding: bytes.dropFirst(2), as: UTF8.self)
        let response = HTTPResponse(
            status: statuses[Int(bytes[0]) % statuses.count], headers: [HeaderField("Location", location)])
        guard let request = request(bytes[1]) else { return nil }
        guard let next = try? RedirectRule.next(after: response, to: request) else { return nil }
        guard HTTPURL(parsing: next.url.description) == next.url else { return "the next URL prints as another" }
        guard !request.url.origin.isSecure || next.url.origin.isSecure else { return "leads from https to http" }
        guard !(next.carriesPassword && next.method == "GET") else { return "a password in a GET" }
        guard next.url.origin != request.url.origin else { return nil }
        guard !next.carriesPassword, !next.carriesToken, !next.carriesTokenInBody else {
            return "carries a secret abroad"
        }
        guard !next.headers.contains(where: { $0.value.contains(secret) }) else {
            return "a field carries a secret abroad"
        }
        guard !(next.body ?? []).contains(sub: Array(secret.utf8)) else { return "the body carries a secret abroad" }
        guard !names(inQuery: next.url.query ?? "").contains("token") else { return "the query carries a token abroad" }
        return nil
    }

    /// GET or POST, over TLS or not, with a password, a token in the body or tokens elsewhere.
    private static func request(_ choice: UInt8) -> WireRequest? {
        let scheme = choice & 1 == 0 ? "https" : "http"
        guard
            let url = HTTPURL(
                parsing: "\(scheme)://gis.example.com/portal/sharing/rest/portals/self?token=\(secret)&f=json")
        else { return nil }
        var request = WireRequest(method: choice & 2 == 0 ? "GET" : "POST", url: url)
        request.carriesToken = true
        for name in ["Authorization", "X-Esri-Authorization", "Cookie", "Referer", "Proxy-Authorization"] {
            request.headers.append(HeaderField(choice & 16 == 0 ? name : name.lowercased(), "Bearer \(secret)"))
        }
        guard request.method == "POST" else { return request }
        request.carriesPassword = choice & 4 != 0
        request.carriesTokenInBody = choice & 8 != 0
        if request.carriesPassword || request.carriesTokenInBody { request.setForm([("token", secret)]) }
        return request
    }

    /// The names of a query as a server reads them: decoded, in any case.
    private static func names(inQuery query: String) -> [String] {
        FormURLEncoded.fields(of: query).map { $0.name.lowercased() }
    }
}

extension [UInt8] {
    fileprivate func contains(sub other: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: other) }
    }
}
