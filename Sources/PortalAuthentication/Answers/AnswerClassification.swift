package import HTTPSemantics
package import JSONValues
package import PortalTransport

/// What an answer means: a document, or a typed error that names the URL (wire shapes of portals and of what stands before them).
package enum AnswerClassification {
    /// What was asked for.
    package enum Expectation: Sendable, Hashable {
        case json
        /// Bytes such as an image; a JSON error envelope or a page in their place is still an error.
        case bytes
    }

    /// Reads an answer; the document is nil where bytes were asked for and came.
    ///
    /// `now` is read only where the answer asks to be left alone until a date and has none itself.
    package static func read(
        _ response: HTTPResponse, from url: HTTPURL, expecting: Expectation,
        now: @autoclosure () -> Timestamp = SystemTimeSource().now()
    ) throws(PortalError) -> JSONValue? {
        do throws(PortalError) {
            return try meaning(of: response, from: url, expecting: expecting)
        } catch {
            guard response.status >= 400, let pause = RetryAfter.duration(in: response.headers, now: now()) else {
                throw error
            }
            throw error.asking(pause)
        }
    }

    private static func meaning(
        of response: HTTPResponse, from url: HTTPURL, expecting: Expectation
    ) throws(PortalError) -> JSONValue? {
        switch expecting {
        case .json: return try document(response, from: url)
        case .bytes:
            if response.status < 300, !looksLikeText(response) { return nil }
            if let json = try? JSONValue(parsing: response.body), let envelope = ServiceEnvelope(json) {
                throw error(for: envelope, status: response.status, url: url, headers: response.headers)
            }
            try refuseStatus(response, url: url)
            if isPage(response), !isPicture(response) { throw unexpectedPage(response, url: url) }
            return nil
        }
    }

    private static func document(_ response: HTTPResponse, from url: HTTPURL) throws(PortalError) -> JSONValue {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: response.body)
        } catch {
            try refuseStatus(response, url: url)
            if error.isTooMuch {
                throw with(
                    response,
                    PortalError(
                        .responseTooLarge, url: url,
                        detail: "the answer holds \(error.description); ask for less at a time"))
            }
            if response.body.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) {
                throw with(response, PortalError(.emptyBody, url: url, detail: "the answer is empty"))
            }
            if isPage(response) { throw unexpectedPage(response, url: url) }
            throw with(
                response,
                PortalError(.malformedJSON, url: url, detail: "the answer is no JSON text: \(error.description)"))
        }
        if let envelope = ServiceEnvelope(json) {
            throw Self.error(for: envelope, status: response.status, url: url, headers: response.headers)
        }
        try refuseStatus(response, url: url)
        return json
    }

    /// Names the error of an envelope (rules R8–R10).
    package static func error(
        for envelope: ServiceEnvelope, status: Int, url: HTTPURL, headers: [HeaderField] = []
    ) -> PortalError {
        let code: PortalError.Code
        let words: String
        switch envelope.code ?? (status >= 400 ? status : 0) {
        case _ where status == 429, 429: (code, words) = (.rateLimited, tooOften)
        case 498: (code, words) = (.tokenInvalid, "the token is not accepted")
        case 499: (code, words) = (.tokenRequired, "a token is required")
        case 403 where envelope.subcode == 4 || isAboutTLS(envelope):
            (code, words) = (.secureConnectionRequired, "the resource is only to be had over TLS")
        case 403: (code, words) = (.accessDenied, "access is denied")
        case 400 where envelope.messageCode == "COM_0019": (code, words) = (.tokenRequired, "no user is signed in")
        case 400 where ["CONT_0001", "COM_0018", "COM_0003"].contains(envelope.messageCode), 404:
            (code, words) = (.notFound, "the resource does not exist or is inaccessible")
        case 401 where status == 401: (code, words) = (.httpAuthentication, "the web tier asks for authentication")
        default: (code, words) = (.service, "the service reports an error")
        }
        var error = PortalError(code, url: url, detail: words)
        error.serviceCode = envelope.code
        error.messageCode = envelope.messageCode
        error.subcode = envelope.subcode
        error.oauthError = OAuthErrorCode.kept(envelope.word)
        error.serverMessage = envelope.message
        error.serverDetails = envelope.details
        error.httpStatus = status
        error.isRefererSuspected =
            code == .tokenInvalid
            && (envelope.words.contains("referrer") || envelope.words.contains("referer"))
        if code == .httpAuthentication {
            error.challenges = Challenge.challenges(in: headers)
            error.protectionSpace = error.challenges.first.map {
                ProtectionSpace(origin: url.origin, method: $0.method, realm: $0.realm)
            }
        }
        if code == .tokenInvalid || code == .tokenRequired || code == .accessDenied {
            error.protectionSpace = ProtectionSpace(origin: url.origin, method: .token)
        }
        return error
    }

    /// Refuses a status line that says no and a body that explains nothing.
    private static func refuseStatus(_ response: HTTPResponse, url: HTTPURL) throws(PortalError) {
        let status = response.status
        guard status >= 300 else { return }
        let code: PortalError.Code
        let words: String
        switch status {
        case 498: (code, words) = (.tokenInvalid, "the token is not accepted")
        case 499: (code, words) = (.tokenRequired, "a token is required")
        case 401:
            let challenges = Challenge.challenges(in: response.headers)
            var error = PortalError(
                .httpAuthentication, url: url,
                detail: challenges.isEmpty
                    ? "the server answers 401 without saying how to authenticate"
                    : "the web tier asks for authentication: \(schemes(of: challenges))\(unspoken(challenges))")
            error.challenges = challenges
            error.protectionSpace = challenges.first.map {
                ProtectionSpace(origin: url.origin, method: $0.method, realm: $0.realm)
            }
            throw with(response, error)
        case 407:
            (code, words) = (
                .http,
                "the server answers 407, which is for a proxy to say (RFC 9110 §15.5.8), and no proxy was asked: it, or what "
                    + "it stands before, is set up wrongly"
            )
        case 404: (code, words) = (.notFound, "there is nothing at this address")
        case 429: (code, words) = (.rateLimited, tooOften)
        case 502...504:
            (code, words) = (.http, "the server answers \(status): it, or what it stands before, does not work now")
        default: (code, words) = (.http, "the server answers \(status)")
        }
        var error = PortalError(code, url: url, detail: words)
        if code == .tokenInvalid || code == .tokenRequired {
            error.protectionSpace = ProtectionSpace(origin: url.origin, method: .token)
        }
        throw with(response, error)
    }

    /// The schemes that are offered, once each; an unregistered name is not repeated: a server may have put a secret there.
    private static func schemes(of challenges: [Challenge]) -> String {
        var names: [String] = []
        for challenge in challenges {
            let scheme = challenge.scheme.lowercased()
            let name = registeredSchemes.first { $0.lowercased() == scheme } ?? "an unregistered scheme"
            if !names.contains(name) { names.append(name) }
        }
        return names.joined(separator: ", ")
    }

    /// What is said where none of the schemes is spoken, so that no password could help.
    private static func unspoken(_ challenges: [Challenge]) -> String {
        guard Set(SchemeChoice.preference).isDisjoint(with: challenges.map(\.method)) else { return "" }
        return challenges.count > 1 ? "; this client speaks none of them" : "; this client does not speak it"
    }

    /// IANA's HTTP Authentication Scheme Registry, and NTLM, which is in use without.
    private static let registeredSchemes = [
        "Basic", "Bearer", "Concealed", "Digest", "DPoP", "GNAP", "HOBA", "Mutual", "Negotiate", "NTLM", "OAuth",
        "PrivateToken", "SCRAM-SHA-1", "SCRAM-SHA-256", "vapid",
    ]

    private static let tooOften = "the server is asked too often"

    private static func unexpectedPage(_ response: HTTPResponse, url: HTTPURL) -> PortalError {
        let words =
            isLoginPage(response)
            ? "the answer is a login page in HTML; sign in in a way that this client knows, or check the address"
            : "the answer is an HTML page; check that the address is the one of the portal or service itself"
        return with(response, PortalError(.unexpectedContent, url: url, detail: words))
    }

    /// Whether a page asks for a password: it has a field for one (HTML › the input element, type=password).
    private static func isLoginPage(_ response: HTTPResponse) -> Bool {
        let page = String(decoding: response.body.prefix(256 << 10), as: UTF8.self).lowercased()
        return ["type=\"password\"", "type='password'", "type=password"].contains { page.firstRange(of: $0) != nil }
    }

    private static func with(_ response: HTTPResponse, _ error: PortalError) -> PortalError {
        var error = error
        error.httpStatus = response.status
        return error
    }

    private static func isAboutTLS(_ envelope: ServiceEnvelope) -> Bool {
        let words = envelope.words
        return words.contains("ssl") && !words.contains("permission")
    }

    private static func isPage(_ response: HTTPResponse) -> Bool {
        if response.headers.first(named: "Content-Type")?.lowercased().hasPrefix("text/html") == true { return true }
        return response.body.first { $0 > 0x20 } == UInt8(ascii: "<")
    }

    /// Whether markup is a picture after all.
    private static func isPicture(_ response: HTTPResponse) -> Bool {
        let start = String(decoding: response.body.drop { $0 <= 0x20 }.prefix(5), as: UTF8.self)
        return start.hasPrefix("<svg") || start == "<?xml"
    }

    /// Whether bytes could be an envelope or a page: an image never starts with a brace or an angle bracket.
    private static func looksLikeText(_ response: HTTPResponse) -> Bool {
        let first = response.body.first { $0 > 0x20 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "<")
    }
}
