internal import CCurl
internal import HTTPSemantics
internal import TLSIdentity

/// Finds the words for a transfer that failed, from libcurl's code and from what our own callbacks saw.
struct TransferFailure {
    let code: Int32
    /// libcurl's own words; they hold hosts and TLS alerts, never header fields or bodies.
    let text: String
    let request: PreparedRequest
    let proxy: Proxy?
    /// The TLS connection; nil over plain HTTP, and where none was begun.
    let connection: ConnectionFacts?
    let offer: IdentityOffer
    /// What looked at the certificate of a proxy that speaks TLS.
    var proxyEvaluation: ServerTrustEvaluation?
    /// The schemes by which a proxy asked who sends the request.
    var proxySchemes: ProxySchemes = []
    /// What a SOCKS proxy refused, as a code of CURLPX_….
    var proxyRefusal = 0
    let installFailure: String?
    /// Why the body could not be read to its end.
    var bodyFailure: String?
    let refusal: ResponseAssembly.Refusal?
    let headSize: Int
    let isHeadComplete: Bool
    /// Whether the body comes in a content coding, which libcurl takes off.
    var isBodyCoded = false
    /// Whether a proxy has answered the request itself with 407.
    let isProxyDemand: Bool
    let sendings: Int
    /// Whether libcurl was kept from repeating the request after a kept connection had died.
    let isRepeatRefused: Bool
    /// Whether a connection would have been made for a request that needs a kept one.
    let isConnectingRefused: Bool
    /// Whether a proxy's answer to CONNECT was given up, since it did not end.
    var isProxyEndless = false
    let connectStatus: Int
    /// Whether a read for the answer has brought something, if only the end of the connection.
    let hasBegunToRead: Bool

    var error: TransportError {
        let (code, detail) = verdict
        return TransportError(
            code, url: request.publicURL, detail: detail, curlCode: self.code,
            serverTrust: code == .serverTrust ? trustFailure : nil,
            clientCertificate: clientCertificateFailure(for: code),
            timeout: code == .timedOut ? .connect : nil,
            // What a proxy refuses has not reached the server.
            mayHaveBeenSent: sendings > 0 && !isProxyDemand, hasReceivedBytes: hasReceivedBytes,
            sendings: sendings)
    }

    /// A reset says nothing of what came before it: an incomplete first line has no other trace than that it was read.
    private var hasReceivedBytes: Bool {
        headSize > 0 || (code == Int32(bitPattern: CURLE_RECV_ERROR.rawValue) && hasBegunToRead)
    }

    private var trustFailure: ServerTrustFailure? {
        connection.map {
            ServerTrustFailure(
                origin: request.origin, defects: $0.evaluation.defects, chain: $0.evaluation.chain,
                findings: $0.evaluation.findings)
        }
    }

    private var verdict: (TransportError.Code, String) {
        switch refusal {
        case .bodyTooLarge(let limit): return (.responseTooLarge, "the response body is longer than \(limit) bytes")
        case .headTooLarge(let limit): return (.responseTooLarge, "the response head is longer than \(limit) bytes")
        case .malformedHead:
            return (
                .malformedResponse,
                "the response head holds a line that is no header field, or a second Content-Length that differs"
            )
        case nil: break
        }
        if isProxyEndless {
            return (
                .responseTooLarge,
                "the proxy\(proxy.map { " \($0)" } ?? "") answers more than \(TunnelAnswerBound.longest) bytes, and makes no connection to \(request.origin)"
            )
        }
        if isConnectingRefused { return (.connectionNotKept, "the connection that the request belongs to is gone") }
        if let bodyFailure { return (.library, "the body could not be read to its end: \(bodyFailure)") }
        if let installFailure { return (.library, "TLS could not be set up: \(installFailure)") }
        if let proxyEvaluation, proxyEvaluation.isRefused, let proxy {
            return (
                .cannotConnect,
                "the certificate of the proxy \(proxy) is not trusted: \(Self.text(for: proxyEvaluation.defects))"
            )
        }
        if let evaluation = connection?.evaluation, evaluation.isRefused {
            return (.serverTrust, "the server's certificate is not trusted: \(Self.text(for: evaluation.defects))")
        }
        if connectStatus == 407 || isProxyDemand || isSOCKSDemand { return proxyDemand }
        if sendings == 0, connectStatus >= 300 {
            return (
                .cannotConnect,
                "the proxy\(proxy.map { " \($0)" } ?? "") makes no connection to \(request.origin): it answers \(connectStatus)"
            )
        }
        if let about = verdictOnClientCertificate { return about }
        if isRepeatRefused {
            let reason =
                request.isIdempotent ? "so was the one in its place" : "a \(request.method) is not sent again by itself"
            return (.connectionLost, "a kept connection was lost; \(reason)")
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
        case CURLE_WRITE_ERROR where isHeadComplete && isBodyCoded:
            // No callback of ours has refused a byte, so it was libcurl's decoder. It takes one compressed member
            // (lib/content_encoding.c), where RFC 1952 §2.2 allows several.
            (
                .malformedResponse,
                "the compressed response body cannot be unpacked: more bytes follow its end, as those of a second member"
                    + suffix
            )
        case CURLE_URL_MALFORMAT: (.malformedRequest, "libcurl cannot read the URL")
        case CURLE_COULDNT_RESOLVE_HOST: (.cannotFindHost, "the name \(request.origin.host) cannot be found")
        case CURLE_COULDNT_RESOLVE_PROXY:
            (.cannotFindHost, "the name of the proxy \(proxy?.description ?? "") cannot be found" + suffix)
        case CURLE_COULDNT_CONNECT, CURLE_PROXY:
            (
                .cannotConnect,
                "no connection to \(request.origin)\(proxy.map { " by the proxy \($0)" } ?? "")" + suffix
            )
        case CURLE_OPERATION_TIMEDOUT:
            // The system gives up too, and libcurl would a while after us.
            (.timedOut, "no connection to \(request.origin)" + suffix)
        case CURLE_SSL_CONNECT_ERROR where isLostInHandshake:
            (.connectionLost, "\(tlsPeer) ended the connection in the TLS handshake, without a word")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED,
            CURLE_SSL_INVALIDCERTSTATUS:
            (
                .secureConnectionFailed, tlsWords ?? "no TLS with \(tlsPeer)" + suffix
            )
        case CURLE_GOT_NOTHING: (.emptyReply, "the connection ended without a byte of an answer")
        case CURLE_PARTIAL_FILE: (.partialBody, "the response body ended too early" + suffix)
        case CURLE_RECV_ERROR where isHeadComplete, CURLE_HTTP2_STREAM where isHeadComplete:
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

    /// Whether a handshake ended with its connection and without a verdict: no alert from either side, and nothing that is no TLS.
    private var isLostInHandshake: Bool {
        // The reset was there before the handshake could begin (libcurl's lib/cf-socket.c asks for the peer first).
        if sendings == 0, text.hasPrefix("getpeername() failed") { return true }
        guard sendings == 0, let evaluation = connection?.evaluation, !evaluation.hasSentFatalAlert else {
            return false
        }
        guard TLSFailure(text: text, evaluation: evaluation) == nil else { return false }
        // OpenSSL's word for an end without a reset; libcurl's for an error of the socket, or where it finds no error at all.
        return ["unexpected eof", "Recv failure", "Send failure", "SSL_connect:", "SYSCALL"].contains {
            text.contains($0)
        }
    }

    /// With whom TLS was to be spoken.
    private var tlsPeer: String { isInTLSOfProxy ? "the proxy \(proxy?.description ?? "")" : "\(request.origin)" }

    /// Why no TLS could be spoken, without a library's words; nil where these are all that is known.
    private var tlsWords: String? {
        let evaluation = isInTLSOfProxy ? proxyEvaluation : connection?.evaluation
        guard let failure = TLSFailure(text: text, evaluation: evaluation) else { return nil }
        switch (failure.code, failure.alert) {
        case (.protocolVersion, _):
            return
                "\(tlsPeer) speaks no TLS of a version that is spoken here: 1.2 and 1.3; it has to be brought up to date"
        case (.notTLS, _):
            return
                "what answers at \(tlsPeer) is no TLS: plain HTTP, or another service altogether; check the port, and where plain HTTP is meant, write http://"
        case (.alert, 40?), (.alert, 71?):
            return
                "\(tlsPeer) has no cipher suite, key exchange or signature in common with this client (alert \(name(of: failure)))"
        case (.alert, 112?):
            return "\(tlsPeer) knows no host of that name (alert \(name(of: failure)))"
        case (.alert, _?): return "\(tlsPeer) ended the TLS handshake with the alert \(name(of: failure))"
        default: return nil
        }
    }

    private func name(of failure: TLSFailure) -> String { failure.alert.map(TLSFailure.name(ofAlert:)) ?? "" }

    /// Whether it failed while the proxy's own TLS was set up.
    private var isInTLSOfProxy: Bool {
        proxyEvaluation != nil && connection == nil && connectStatus == 0 && sendings == 0
    }

    /// Whether a SOCKS proxy wants to know who asks, or did not accept what it was told (RFC 1928 §3, RFC 1929 §2).
    private var isSOCKSDemand: Bool {
        [CURLPX_NO_AUTH, CURLPX_USER_REJECTED, CURLPX_IDENTD].contains { Int($0.rawValue) == proxyRefusal }
    }

    private var proxyDemand: (TransportError.Code, String) {
        let name = "the proxy\(proxy.map { " \($0)" } ?? "")"
        let code = isSOCKSDemand ? "" : " (407 Proxy Authentication Required)"
        let isAnswered = isSOCKSDemand || !proxySchemes.isDisjoint(with: .answered)
        if proxy?.username != nil, isAnswered {
            return (
                .proxyAuthenticationRejected,
                "\(name) did not accept the user name and the password that it was given\(code)"
            )
        }
        if !isAnswered, !proxySchemes.isEmpty {
            return (
                .proxyAuthenticationRejected,
                "\(name) asks for credentials\(code) by \(proxySchemes.names.joined(separator: " or ")), which is not spoken "
                    + "with a proxy: have this machine let through without, or use another proxy or none"
            )
        }
        return (.proxyAuthenticationRequired, "\(name) asks for a user name and a password\(code)")
    }

    private var suffix: String { text.isEmpty ? "" : ": \(text)" }

    private static func text(for defects: Set<CertificateDefect>) -> String {
        defects.isEmpty ? "it was refused" : defects.map(\.words).sorted().joined(separator: ", ")
    }
}
