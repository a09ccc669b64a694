/// Words of the protocols that portals speak, which the judge and the server know: as the value of a variable of the machine one is no
/// secret, and no such value is looked for inside one.
///
/// RFC 6749, RFC 7009, RFC 7616, RFC 7617, RFC 7636, RFC 8693 and RFC 9110; developers.arcgis.com/rest › Generate Token, Server Info;
/// developers.arcgis.com, "HTTP authorization headers".
package enum ProtocolWords {
    /// Whether a text is one of them, or a part between their separators; letters of either case.
    package static func contain(_ text: String) -> Bool { all.contains(text.lowercased()) }

    /// Whether a text is nothing but parameters of a query or a form whose names and values are such words.
    package static func arePairs(_ text: String) -> Bool {
        text.split(separator: "&", omittingEmptySubsequences: false).allSatisfy { pair in
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { contain(String($0)) }
        }
    }

    /// Whether a range of bytes lies within one of them.
    static func isPart(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
        bytes[range].allSatisfy(isOfWord) && contain(String(decoding: words(around: range, in: bytes), as: UTF8.self))
    }

    /// Whether a range of bytes lies within some of them with a sign between each two.
    static func arePart(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
        guard isOfWord(bytes[range.lowerBound]), isOfWord(bytes[range.upperBound - 1]) else { return false }
        return words(around: range, in: bytes).split(omittingEmptySubsequences: false) { !isOfWord($0) }.allSatisfy {
            contain(String(decoding: $0, as: UTF8.self))
        }
    }

    /// A range with the rest of the words that it begins and ends in.
    private static func words(around range: Range<Int>, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, range.lowerBound - start <= longest, isOfWord(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, end - range.upperBound <= longest, isOfWord(bytes[end]) { end += 1 }
        return bytes[start..<end]
    }

    private static let all: Set<String> = {
        var words = operations + fields + parameters + values + places + Reason.allCases.map(\.rawValue)
        for others in [SecretFields.names, SecretFields.cookies, Journal.Request.edits] { words += others }
        var all: Set<String> = []
        for word in words {
            let word = word.lowercased()
            all.insert(word)
            // The numbers of a version are no words.
            let parts = word.utf8.split { !isOfWord($0) }.filter { $0.count > 1 }
            all.formUnion(parts.map { String(decoding: $0, as: UTF8.self) })
        }
        return all
    }()
    private static let longest = all.reduce(0) { max($0, $1.utf8.count) }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-")
    }
}

extension ProtocolWords {
    /// Methods, operations as the journal names them, and what their paths hold.
    private static let operations = [
        "GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "HTTP/1.1", "sharing/rest", "portal/home", "rest/services",
        "server/info", "portals/self", "community/self", "community/users", "community/groups", "content/items",
        "content/users", "FeatureServer", "MapServer", "generateToken", "oauth2/authorize", "oauth2/approval",
        "oauth2/token", "oauth2/revokeToken", "oauth2/signin", "oauth2/signout", "oauth2/saml/signin",
        "oauth2/oidc/signin", "provider/oauth2/logout", "identity/authorize", "unknown",
    ]
    /// Header fields, and the parameters in their values.
    private static let fields = [
        "Authorization", "Proxy-Authorization", "X-Esri-Authorization", "WWW-Authenticate", "Proxy-Authenticate",
        "Authentication-Info", "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Connection",
        "Content-Disposition", "Content-Encoding", "Content-Length", "Content-Type", "Cookie", "Expect", "Forwarded",
        "Host", "Location", "Origin", "Range", "Referer", "Retry-After", "Set-Cookie", "Transfer-Encoding",
        "User-Agent", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Prefix",
        "X-Forwarded-Proto", "X-Requested-With",
        "username", "userhash", "realm", "nonce", "cnonce", "opaque", "response", "algorithm", "domain", "stale",
        "boundary", "charset", "filename", "form-data", "name",
    ]
    /// Parameters of queries and forms, besides those of ``SecretFields``.
    private static let parameters = [
        "client", "client_id", "client_assertion_type", "code_challenge", "code_challenge_method", "error",
        "error_description", "exchange_refresh_token", "expiration", "expires_in", "grant_type", "oauth_state",
        "redirect_uri", "referer", "refresh_token_expires_in", "RelayState", "request", "response_mode",
        "response_type", "SAMLRequest", "scope", "serverUrl", "state", "subject_token_type", "token_type",
        "token_type_hint",
    ]
    /// Values that both sides compare: schemes, algorithms, grant types, token types, formats and media types.
    private static let values = [
        "basic", "bearer", "digest", "kerberos", "negotiate", "NTLM", "NTLMv1", "NTLMv2", "authenticate",
        "auth", "auth-int", "MD5", "MD5-sess", "SHA-256", "SHA-256-sess", "SHA-512-256", "SHA-512-256-sess",
        "S256", "plain", "authorization_code", "client_credentials", "revoke", "getToken", "requestip",
        "urn:ietf:wg:oauth:2.0:oob", "urn:ietf:params:oauth:grant-type:token-exchange",
        "urn:ietf:params:oauth:token-type:access_token", "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "json", "pjson", "html", "image", "geojson", "application/json", "application/x-www-form-urlencoded",
        "application/octet-stream", "multipart/form-data", "text/html", "text/plain", "utf-8", "gzip", "identity",
        "keep-alive", "close", "chunked", "XMLHttpRequest",
    ]
    /// Where something was written (``ClientOutput/place``), and what events begin with that the judge looks for.
    private static let places = [
        "standard output", "standard error", "error text", "file name", "arguments of", "environment of",
        "temporary file", "loaded", "failed", "found", "signedIn", "notOpened", "layerFailed", "challenge",
    ]
}
