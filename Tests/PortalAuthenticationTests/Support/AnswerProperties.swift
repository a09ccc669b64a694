import HTTPSemantics
import PortalAuthentication
import PortalTransport

/// What holds for an answer and what the client makes of it, whatever its bytes; the fuzzer and the tests ask the same.
enum AnswerProperties {
    private static let secret = "S3cr3tToken"

    /// The first property that an answer breaks, in words; nil where all hold. It reads as `HTTP/1.1 200`, fields and body.
    static func violation(by bytes: [UInt8]) -> String? {
        guard let response = response(bytes),
            let url = HTTPURL(
                parsing: "https://gis.example.com/portal/sharing/rest/portals/self?f=json&token=\(secret)")
        else { return nil }
        for expectation in [AnswerClassification.Expectation.json, .bytes] {
            do throws(PortalError) {
                let document = try AnswerClassification.read(
                    response, from: url, expecting: expectation, now: Timestamp(milliseconds: 0))
                guard response.status < 300 else { return "a status of \(response.status) is no error" }
                guard expectation == .bytes || document != nil else { return "no document and no error" }
            } catch {
                if let words = violation(by: error, status: response.status) { return words }
            }
        }
        return nil
    }

    private static func violation(by error: PortalError, status: Int) -> String? {
        guard error.url == "https://gis.example.com/portal/sharing/rest/portals/self" else { return "another URL" }
        guard error.httpStatus == status else { return "another status" }
        guard error.retryAfter.map({ $0 >= .zero }) ?? true else { return "a pause of less than nothing" }
        let shown = error.scrubbed(of: [Secret(secret)]).description
        guard !shown.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return "a control character is shown" }
        return shown.contains(secret) ? "a secret is shown" : nil
    }

    private static func response(_ bytes: [UInt8]) -> HTTPResponse? {
        var rest = bytes[...]
        func line() -> String? {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        guard let status = line()?.split(separator: " ").last.flatMap({ Int($0) }), (200...599).contains(status) else {
            return nil
        }
        var response = HTTPResponse(status: status)
        while let field = line(), !field.isEmpty {
            let parts = field.split(separator: ":", maxSplits: 1).map(String.init)
            if parts.count == 2 { response.headers.append(HeaderField(parts[0], String(parts[1].drop { $0 == " " }))) }
        }
        response.body = Array(rest)
        return response
    }
}
