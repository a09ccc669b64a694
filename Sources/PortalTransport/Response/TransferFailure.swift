internal import CCurl
internal import HTTPAuthentication
internal import TLSIdentity

/// Finds the words for a transfer that failed, from libcurl's code and from what our own callbacks saw.
struct TransferFailure {
    let code: Int32
    /// libcurl's own words; they hold hosts and TLS alerts, never header fields or bodies.
    let words: String
    let request: PreparedRequest
    /// The TLS connection; nil over plain HTTP, and where none was begun.
    let connection: ConnectionFacts?
    let offer: IdentityOffer
    let installFailure: String?
    let refusal: ResponseAssembly.Refusal?
    let headSize: Int
    let isHeadComplete: Bool
    let sendings: Int
    /// Whether libcurl was kept from repeating the request after a kept connection had died.
    let isRepeatRefused: Bool
    let connectStatus: Int

    var error: TransportError {
        let (code, detail) = verdict
        return TransportError(
            code, url: request.publicURL, detail: detail, curlCode: self.code,
            serverTrust: code == .serverTrust ? trustFailure : nil,
            clientCertificate: clientCertificateFailure(for: code), mayHaveBeenSent: sendings > 0)
    }

    private var trustFailure: ServerTrustFailure? {
        connection.map {
            ServerTrustFailure(origin: request.origin, defects: $0.evaluation.defects, chain: $0.evaluation.chain)
        }
    }

    private var verdict: (TransportError.Code, String) {
        switch refusal {
        case .bodyTooLarge(let limit): return (.responseTooLarge, "the response body is longer than \(limit) bytes")
        case .headTooLarge(let limit): return (.responseTooLarge, "the response head is longer than \(limit) bytes")
        case .malformedHead: return (.malformedResponse, "the response head holds a line that is no header field")
        case nil: break
        }
        if let installFailure { return (.library, "TLS could not be set up: \(installFailure)") }
        if let evaluation = connection?.evaluation, evaluation.isRefused {
            return (.serverTrust, "the server's certificate is not trusted: \(Self.words(for: evaluation.defects))")
        }
        if connectStatus == 407 {
            return (.proxyAuthenticationRequired, "the proxy wants credentials (407 Proxy Authentication Required)")
        }
        if let about = verdictOnClientCertificate { return about }
        if isRepeatRefused {
            return (.connectionLost, "a kept connection was lost; a \(request.method) is not sent again by itself")
        }
        return byCode
    }

    // MARK: libcurl's codes

    private var byCode: (TransportError.Code, String) {
        switch CURLcode(rawValue: UInt32(bitPattern: code)) {
        case CURLE_OK: (.malformedResponse, "the response has no head")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2:
            (.malformedResponse, "the answer is no HTTP" + suffix)
        case CURLE_BAD_CONTENT_ENCODING: (.malformedResponse, "the response body cannot be decompressed" + suffix)
        case CURLE_URL_MALFORMAT: (.malformedRequest, "libcurl cannot read the URL")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            (.cannotFindHost, "the name \(request.origin.host) cannot be found")
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: (.cannotConnect, "no connection to \(request.origin)" + suffix)
        case CURLE_OPERATION_TIMEDOUT: (.timedOut, timeout)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED,
            CURLE_SSL_INVALIDCERTSTATUS:
            (.secureConnectionFailed, "no TLS with \(request.origin)" + suffix)
        case CURLE_GOT_NOTHING: (.emptyReply, "the connection ended without a byte of an answer")
        case CURLE_PARTIAL_FILE: (.partialBody, "the response body ended too early" + suffix)
        case CURLE_RECV_ERROR where isHeadComplete && words.contains("unexpected eof"):
            (.partialBody, "the response body ended too early" + suffix)
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM:
            (.connectionLost, "the connection was lost" + suffix)
        case CURLE_OUT_OF_MEMORY where sendings > 0 && !isHeadComplete:
            // libcurl's own bound for one header line is 100 KiB and reports as this code.
            (.responseTooLarge, "a line of the response head is too long")
        case CURLE_FILESIZE_EXCEEDED: (.responseTooLarge, "the response body is too long")
        default: (.library, "libcurl failed" + suffix)
        }
    }

    private var timeout: String {
        if sendings == 0 { return "no connection within \(request.limits.connect)" + suffix }
        if words.contains("too slow") { return "nothing came for \(request.limits.stall)" }
        return "no whole response within \(request.limits.whole)"
    }

    private var suffix: String { words.isEmpty ? "" : ": \(words)" }

    private static func words(for defects: Set<CertificateDefect>) -> String {
        defects.isEmpty ? "it was refused" : defects.map(Self.words).sorted().joined(separator: ", ")
    }

    private static func words(for defect: CertificateDefect) -> String {
        switch defect {
        case .selfSigned: "self-signed"
        case .unknownRoot: "its issuer is unknown"
        case .expired: "expired"
        case .notYetValid: "not yet valid"
        case .hostMismatch: "made for another host"
        case .unsuitablePurpose: "not made for a server"
        case .other(let number): "verification error \(number)"
        }
    }
}
