internal import HTTPSemantics

/// What a finished transfer comes to.
extension TransferSlot {
    func result(code: Int32) -> Result<HTTPResponse, TransportError> {
        guard let transfer else { return .failure(TransportError(.library, url: "", detail: "no transfer")) }
        let isProxyDemand = isDemandOfProxy
        guard code == 0, assembly.isHeadComplete, !isProxyDemand else {
            let failure = TransferFailure(
                code: code, text: String(cString: errorText), request: transfer.request,
                proxy: pool.proxy, connection: connection, offer: pool.offer,
                proxyEvaluation: proxyEvaluation, proxySchemes: easy.proxySchemes, proxyRefusal: easy.proxyRefusal,
                installFailure: installFailure, bodyFailure: bodyFailure, refusal: assembly.refusal,
                headSize: assembly.headSize,
                isHeadComplete: assembly.isHeadComplete, isBodyCoded: assembly.isBodyCoded,
                isProxyDemand: isProxyDemand, sendings: sendings,
                isRepeatRefused: isRepeatRefused, isConnectingRefused: isConnectingRefused,
                isProxyEndless: tunnelAnswer.isPassed,
                connectStatus: easy.connectStatus,
                hasBegunToRead: hasBegunToRead)
            if failure.isSilence { pool.hasFallenSilent = true }
            return .failure(failure.error)
        }
        let (head, body) = assembly.finished()
        return .success(
            HTTPResponse(
                status: head.status, headers: head.fields, body: body,
                peerCertificates: connection?.chain ?? [], certificateRequest: connection?.certificateRequest,
                httpVersion: head.version, sendings: sendings))
    }

    /// Whether a proxy has answered that it wants to know who asks: it can answer what has no TLS, and passes on the bytes of what has
    /// (RFC 9110 §9.3.6). A server's own 407 is an answer like any other: no proxy asked for anything (§15.5.8).
    var isDemandOfProxy: Bool {
        assembly.status == 407 && !pool.origin.isSecure && pool.proxy?.readsHTTP == true
    }

    /// What a transfer comes to that a limit of time ends.
    func error(for limit: TransportError.Timeout) -> TransportError {
        guard let request = transfer?.request else { return TransportError(.library, url: "", detail: "no transfer") }
        let limits = request.limits
        let detail =
            switch limit {
            case .connect:
                "no connection to \(request.origin) within \(limits.connect), the limit for connecting\(stage)"
            case .stall: "fewer than one byte a second came for \(limits.stall), the limit for a stall"
            case .whole: "no whole response within \(limits.whole), the limit for a request"
            }
        return TransportError(
            .timedOut, url: request.publicURL, detail: detail, timeout: limit, mayHaveBeenSent: sendings > 0,
            hasReceivedBytes: assembly.headSize > 0)
    }

    /// How far connecting has come.
    private var stage: String {
        if isConnecting { return ": the TLS handshake is not done" }
        if hasOpenedSocket { return pool.proxy == nil ? ": no answer" : ": no answer through the proxy" }
        // Else it may wait for a connection that another transfer makes.
        return pool.running.count == 1 ? ": its name is still looked up" : ""
    }
}
