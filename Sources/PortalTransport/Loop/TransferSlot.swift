internal import CCurl
internal import HTTPAuthentication

/// One easy handle with everything that its callbacks need; used again and again within one pool.
///
/// libcurl holds an unretained pointer to it. That is safe because the handle is its own property, and because the pool
/// holds it for as long as the handle runs.
final class TransferSlot {
    let easy: EasyHandle
    unowned let pool: ConnectionPool
    let errorText: UnsafeMutablePointer<CChar>
    private(set) var transfer: Transfer?
    var assembly = ResponseAssembly(limits: TransportLimits(), isHead: false)
    /// The TLS connection that carries the transfer, or that failed to.
    var connection: ConnectionFacts?
    /// Whether that connection was begun for this transfer and is not up yet.
    var isConnecting = false
    /// Why a TLS connection could not be set up.
    var installFailure: String?
    /// The local port of the connection, once the request is about to be sent on it.
    var localPort: Int?
    /// How often libcurl was about to send the request: a second time means that it repeats it by itself.
    var sendings = 0
    /// Whether libcurl was kept from repeating it.
    private(set) var isRepeatRefused = false
    private var headers: HeaderList?
    private var body: WipedBytes?
    private var method = Method.get
    private var limits: TransportLimits?

    /// How the handle is set at present.
    private enum Method: Equatable {
        case get, head, post
        case custom(String, hasBody: Bool)
    }

    /// Makes a handle and sets everything that never changes.
    init(pool: ConnectionPool) throws(CurlFailure) {
        easy = try EasyHandle()
        self.pool = pool
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try configure()
    }

    deinit { errorText.deallocate() }

    private func configure() throws(CurlFailure) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try easy.setFunctions(
            write: takeBody, header: takeHeaderLine, tls: prepareTLS, preRequest: aboutToSend, openSocket: openSocket,
            closeSocket: closeSocket)
        try easy.set(.privatePointer, borrowing: context)
        try easy.set(.writeContext, borrowing: context)
        try easy.set(.headerContext, borrowing: context)
        try easy.set(.tlsContext, borrowing: context)
        try easy.set(.preRequestContext, borrowing: context)
        try easy.set(.openSocketContext, borrowing: context)
        try easy.set(.closeSocketContext, borrowing: Unmanaged.passUnretained(pool.sockets).toOpaque())
        try easy.set(.errorBuffer, borrowing: UnsafeMutableRawPointer(errorText))
        try pool.withShare { share throws(CurlFailure) in
            try share.withHandle { handle throws(CurlFailure) in try easy.set(.share, borrowing: handle) }
        }

        try easy.set(.noSignal, to: true)
        try easy.set(.noDelay, to: true)
        try easy.set(.protocols, to: "http,https")
        try easy.set(.followsRedirects, to: false)
        try easy.set(.netrc, to: Int(CURL_NETRC_IGNORED.rawValue))
        try easy.set(.pathAsIs, to: true)
        // Else removing a handle waits for a name lookup that is still running on libcurl's resolver thread.
        try easy.set(.quickExit, to: true)
        if pool.settings.usesProxyEnvironment {
            try easy.set(.suppressesConnectHeaders, to: true)
        } else {
            // An empty name keeps libcurl from reading http_proxy and its kin (CURLOPT_PROXY).
            try easy.set(.proxy, to: "")
        }
        try easy.set(.userAgent, to: pool.settings.userAgent)
        try easy.set(.acceptEncoding, to: CurlLibrary.contentEncodings)
        try easy.set(.lowSpeedLimit, to: 1)

        guard pool.origin.isSecure else {
            return try easy.set(.httpVersion, to: Int(CURL_HTTP_VERSION_1_1))
        }
        try easy.set(.httpVersion, to: Int(CURL_HTTP_VERSION_2TLS))
        // Requests that start together wait for one connection where the server speaks HTTP/2.
        try easy.set(.waitsForMultiplexing, to: true)
        try easy.set(.sslVersion, to: Int(CURL_SSLVERSION_TLSv1_2))
        // The peer is verified, always. libcurl's own host check alone is off: TLSIdentity's verify callback makes it,
        // with a stricter rule and a record of what was wrong, and lets pass only what a grant names.
        try easy.set(.verifiesPeer, to: true)
        try easy.set(.verifyHost, to: 0)
        // The authorities come from TLSIdentity too, which keeps them loaded; libcurl would read them for every connection.
        try easy.set(.authorityFile, to: nil)
        try easy.set(.authorityFolder, to: nil)
    }

    /// Sets what differs from request to request.
    func begin(_ transfer: Transfer) throws(CurlFailure) {
        let request = transfer.request
        self.transfer = transfer
        assembly = ResponseAssembly(limits: request.limits, isHead: request.isHead)
        connection = nil
        isConnecting = false
        installFailure = nil
        localPort = nil
        sendings = 0
        isRepeatRefused = false
        errorText.pointee = 0
        try easy.set(.url, to: request.url)
        try set(method: request.method, body: request.body)
        let list = try HeaderList(request.headers, hasBody: request.body != nil || request.method == "POST")
        try easy.setHeaders(borrowing: list)
        headers = consume list
        if limits != request.limits { try set(request.limits) }
    }

    /// Lets go of everything that belonged to one request, secrets included.
    func end() {
        transfer?.slot = nil
        transfer = nil
        try? easy.clearHeaders()
        headers = nil
        if body != nil {
            if case .custom = method { try? easy.set(.customMethod, to: nil) }
            try? easy.set(.bodyBytes, borrowing: nil)
            method = .post
            body = nil
        }
        assembly = ResponseAssembly(limits: TransportLimits(), isHead: false)
        connection = nil
    }

    /// Whether libcurl may go on, should this be its second try.
    ///
    /// On a used connection that dies without an answer it tries again by itself. For a request that is not idempotent nobody may
    /// do that without knowing that the first was not carried out (RFC 9110 §9.2.2). And what a server refused over that
    /// connection, a client certificate or none, is not shown to it again.
    func mayGoOn() -> Bool {
        guard sendings > 0 else { return true }
        let isAllowed = transfer?.request.isIdempotent == true && (isConnecting || connection?.isRefused != true)
        isRepeatRefused = !isAllowed
        return isAllowed
    }

    /// Lets go of the pool's connections; the handle is of no use afterwards.
    func leaveShare() { try? easy.set(.share, borrowing: nil) }

    private func set(method name: String, body bytes: [UInt8]?) throws(CurlFailure) {
        let wanted: Method =
            switch (name, bytes) {
            case ("GET", nil): .get
            case ("HEAD", _): .head
            case ("POST", _): .post
            default: .custom(name, hasBody: bytes != nil)
            }
        if wanted != method {
            if case .custom = method { try easy.set(.customMethod, to: nil) }
            switch wanted {
            case .get: try easy.set(.isGet, to: true)
            case .head: try easy.set(.isHead, to: true)
            case .post: try easy.set(.isPost, to: true)
            case .custom(let name, let hasBody):
                try easy.set(hasBody ? .isPost : .isGet, to: true)
                try easy.set(.customMethod, to: name)
            }
            method = wanted
        }
        guard bytes != nil || wanted == .post else { return }
        let copy = WipedBytes(bytes ?? [])
        try easy.set(.bodySize, to: bytes?.count ?? 0)
        try easy.set(.bodyBytes, borrowing: copy.baseAddress)
        body = consume copy
    }

    private func set(_ limits: TransportLimits) throws(CurlFailure) {
        try easy.set(.connectTimeoutMilliseconds, to: limits.connect.wholeMilliseconds)
        try easy.set(.timeoutMilliseconds, to: limits.whole.wholeMilliseconds)
        try easy.set(.lowSpeedSeconds, to: max(1, (limits.stall.wholeMilliseconds + 999) / 1000))
        self.limits = limits
    }
}

extension Duration {
    /// At least one: for libcurl, zero means no limit or its own default.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
