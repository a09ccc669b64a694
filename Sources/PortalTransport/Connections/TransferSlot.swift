internal import CCurl
internal import HTTPSemantics
internal import TLSIdentity

/// One easy handle with everything that its callbacks need; used again and again within one pool.
///
/// libcurl holds an unretained pointer to it. That is safe because the handle is its own property, and because the pool
/// holds it for as long as the handle runs.
final class TransferSlot {
    let easy: EasyHandle
    /// Where the host is to be found, borrowed by the handle.
    private let destinations: TextList
    unowned let pool: ConnectionPool
    /// A number that no other of the pool has had.
    let number: Int
    private let clock: TurnClock
    let errorText: UnsafeMutablePointer<CChar>
    private(set) var transfer: Transfer?
    var assembly = ResponseAssembly(limits: TransportLimits(), isHead: false)
    /// The TLS connection that carries the transfer, or that failed to.
    var connection: ConnectionFacts?
    /// Whether that connection was begun for this transfer and is not up yet.
    var isConnecting = false
    /// What looks at the certificate of a proxy that speaks TLS.
    var proxyEvaluation: ServerTrustEvaluation?
    /// Whether the next TLS handshake is with the proxy, and not with the server behind it.
    var isProxyNext = false
    /// Why a TLS connection could not be set up.
    var installFailure: String?
    /// Why the body could not be read to its end.
    private(set) var bodyFailure: String?
    /// The local port of the connection, once the request is about to be sent on it.
    var localPort: Int?
    /// Whether a socket was opened for the transfer.
    var hasOpenedSocket = false
    /// When it is given up, but for what came last.
    private var deadlines = TransferDeadlines(TransportLimits(), wholeEnd: .zero)
    /// Bytes that came in one turn of the loop, and the moment of that turn; they count when the next ones come.
    private var fresh = 0
    private var freshTurn = 0
    private var freshMoment = Duration.zero
    /// What libcurl counts: bytes of the request that were taken, and bytes of the body before decompression.
    private var uploaded: Int64 = 0
    private var downloaded: Int64 = 0
    /// Whether ``noteProgress(uploaded:downloaded:)`` is called.
    private(set) var isWatched = false
    /// How much of a proxy's answer is read.
    private(set) var tunnelAnswer = TunnelAnswerBound()
    /// How often libcurl was about to send the request: a second time means that it repeats it by itself.
    var sendings = 0
    /// How often a proxy has asked who sends the request.
    private var proxyDemands = 0
    /// Whether something had been read before that.
    private var hadBegunToRead = false
    /// Whether libcurl may use no kept connection for a repetition.
    private var connectsAnew = false
    /// Whether libcurl was kept from repeating it.
    private(set) var isRepeatRefused = false
    /// Whether a connection would have been made for a request that needs a kept one.
    private(set) var isConnectingRefused = false
    private var headers: HeaderList?
    private var body: WipedBytes?
    /// The body in pieces, as far as it was read.
    private var upload: BodyReader?
    private var method = Method.get
    private var connectLimit: Duration?

    /// How the handle is set at present.
    private enum Method: Equatable {
        case get, head, post
        case custom(String, hasBody: Bool)
    }

    /// Makes a handle and sets everything that never changes.
    init(pool: ConnectionPool) throws(CurlFailure) {
        easy = try EasyHandle()
        destinations = try TextList(pool.connectTo.map { [$0] } ?? [])
        self.pool = pool
        number = pool.nextNumber()
        clock = pool.clock
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try configure()
    }

    deinit { errorText.deallocate() }

    private func configure() throws(CurlFailure) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try easy.setFunctions(
            write: takeBody, header: takeHeaderLine, read: giveBody, seek: seekBody, tls: prepareTLS,
            preRequest: aboutToSend, progress: followProgress,
            openSocket: openSocket, closeSocket: closeSocket)
        try easy.set(.privatePointer, borrowing: context)
        try easy.set(.writeContext, borrowing: context)
        try easy.set(.readContext, borrowing: context)
        try easy.set(.seekContext, borrowing: context)
        try easy.set(.headerContext, borrowing: context)
        try easy.set(.tlsContext, borrowing: context)
        try easy.set(.preRequestContext, borrowing: context)
        try easy.set(.progressContext, borrowing: context)
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
        // A proxy's answer to CONNECT is none to the request, and no field of the request goes out with CONNECT.
        try easy.set(.suppressesConnectHeaders, to: true)
        try easy.set(.headerSeparation, to: Int(CURLHEADER_SEPARATE))
        try easy.set(proxy: pool.proxy)
        if pool.connectTo != nil { try easy.setConnectTo(borrowing: destinations) }
        try easy.set(.userAgent, to: pool.settings.userAgent)
        try easy.set(.acceptEncoding, to: CurlLibrary.contentEncodings)

        guard pool.origin.isSecure else {
            return try easy.set(.httpVersion, to: Int(CURL_HTTP_VERSION_1_1))
        }
        // What signs a connection in is not made for one that carries several requests at once.
        let version = pool.lane == nil ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        try easy.set(.httpVersion, to: Int(version))
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
    func begin(_ transfer: Transfer, _ deadlines: TransferDeadlines) throws(CurlFailure) {
        let request = transfer.request
        self.transfer = transfer
        self.deadlines = deadlines
        assembly = ResponseAssembly(limits: request.limits, isHead: request.isHead)
        connection = nil
        isConnecting = false
        proxyEvaluation = nil
        installFailure = nil
        bodyFailure = nil
        localPort = nil
        hasOpenedSocket = false
        sendings = 0
        proxyDemands = 0
        hadBegunToRead = false
        fresh = 0
        uploaded = 0
        downloaded = 0
        isRepeatRefused = false
        isConnectingRefused = false
        tunnelAnswer = TunnelAnswerBound(isAwaited: pool.hasTunnel)
        errorText.pointee = 0
        if connectsAnew { try setConnectsAnew(false) }
        try easy.set(.url, to: request.url)
        try set(method: request.method, body: request.body)
        if !request.pieces.isEmpty { try set(pieces: request.pieces) }
        let list = try HeaderList(request.headers, hasBody: request.hasBody || request.method == "POST")
        try easy.setHeaders(borrowing: list)
        headers = consume list
        let needsWatch = pool.hasTunnel || request.bodyCount > Self.shortBody
        if needsWatch != isWatched { try watch(needsWatch) }
        if connectLimit != request.limits.connect { try set(connectLimit: request.limits.connect) }
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
        upload = nil
        assembly = ResponseAssembly(limits: TransportLimits(), isHead: false)
        connection = nil
    }

    // MARK: a body in pieces

    /// Has the body read piece by piece while it is sent.
    private func set(pieces: [BodyPiece]) throws(CurlFailure) {
        let reader = BodyReader(pieces)
        try easy.set(.bodySize, to: reader.count)
        // Without bytes of its own libcurl asks the read function for them (CURLOPT_POSTFIELDS).
        try easy.set(.bodyBytes, borrowing: nil)
        body = nil
        upload = consume reader
    }

    /// The next bytes of the body; nil where it cannot be read, which ends the transfer.
    func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        do throws(BodyReader.Problem) {
            return try upload?.read(into: buffer) ?? 0
        } catch {
            bodyFailure = error.description
            return nil
        }
    }

    /// Has the body sent from its first byte on.
    func rewindBody() { upload?.rewind() }

    // MARK: limits of time

    /// Has ``noteProgress(uploaded:downloaded:)`` called from now on, or no more.
    func watch(_ isWatched: Bool) throws(CurlFailure) {
        try easy.set(.hidesProgress, to: !isWatched)
        self.isWatched = isWatched
    }

    /// Notes that the connection is there and the request goes out; false where a repetition would use a kept connection.
    func noteSending() -> Bool {
        if isDemandOfProxy {
            // What the proxy answered has not reached the server.
            sendings = 0
            proxyDemands += 1
        }
        if sendings > 0 {
            guard hasOpenedSocket else {
                isRepeatRefused = true
                return false
            }
            hadBegunToRead = easy.hasBegunToRead
        } else if !hasOpenedSocket {
            guard (try? setConnectsAnew(true)) != nil else { return false }
        }
        sendings += 1
        tunnelAnswer.isAwaited = false
        deadlines.beginSending(at: clock.now)
        clock.note(deadlines.next)
        return true
    }

    private func setConnectsAnew(_ connectsAnew: Bool) throws(CurlFailure) {
        try easy.set(.connectsAnew, to: connectsAnew)
        self.connectsAnew = connectsAnew
    }

    /// Whether a read for the answer to the last sending has brought something, if only the end of the connection.
    ///
    /// libcurl notes the first read of a transfer and never another (lib/progress.c): after a repetition it may be the read before.
    var hasBegunToRead: Bool { easy.hasBegunToRead && !hadBegunToRead }

    /// Whether a connection may be made.
    func mayConnect() -> Bool {
        guard transfer?.request.needsKeptConnection == true else { return true }
        isConnectingRefused = true
        return false
    }

    /// Notes that a connection is being made.
    func noteConnecting() {
        hasOpenedSocket = true
        isProxyNext = pool.proxy?.kind == .https
        tunnelAnswer.isAwaited = pool.hasTunnel
        guard sendings > 0 else { return }
        localPort = nil
        deadlines.connectAgain(at: clock.now)
        clock.note(deadlines.next)
    }

    /// Notes bytes of the head or of the body.
    func noteBytes(_ count: Int) {
        if freshTurn != clock.turn {
            settle()
            freshTurn = clock.turn
            freshMoment = clock.now
        }
        fresh &+= count
    }

    /// When it is given up.
    func settledDeadlines() -> TransferDeadlines {
        settle()
        return deadlines
    }

    private func settle() {
        guard fresh > 0 else { return }
        deadlines.noteBytes(fresh, at: freshMoment)
        fresh = 0
    }

    /// Notes how much has gone and come in all.
    func noteProgress(uploaded: Int64, downloaded: Int64) {
        settle()
        if uploaded > self.uploaded { deadlines.noteUpload(at: clock.now) }
        if downloaded > self.downloaded { noteBytes(Int(downloaded - self.downloaded)) }
        self.uploaded = uploaded
        self.downloaded = downloaded
    }

    /// Whether a proxy's answer to CONNECT may go on, of which another byte is about to be read.
    func mayProxyGoOn() -> Bool { tunnelAnswer.mayGoOn(in: clock.turn) }

    /// The longest body that every new connection takes at once (RFC 6928: ten segments), so that its sending need not be watched.
    private static let shortBody = 4096

    /// How often a proxy may ask for a request: a nonce may be stale once (RFC 7616 §3.3).
    private static let proxyRounds = 2

    // MARK: libcurl's own repetition

    /// Whether libcurl may go on, should this be its second try.
    ///
    /// On a used connection that dies without an answer it tries again by itself; once is enough, over a new one. For a request that is not
    /// idempotent a client may not do that without knowing that the first was not carried out (RFC 9110 §9.2.2). And what a server refused over that
    /// connection, a client certificate or none, is not shown to it again.
    func mayGoOn() -> Bool {
        guard sendings > 0 else { return true }
        if isDemandOfProxy { return proxyDemands < Self.proxyRounds }
        let isAllowed =
            sendings == 1 && transfer?.request.isIdempotent == true && (isConnecting || connection?.isRefused != true)
        isRepeatRefused = !isAllowed
        if !isAllowed { pool.shutIdle() }
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

    /// Sets libcurl's own limit for connecting beyond ours, but not far unless our clock stands still: of several addresses of a host it gives each but the
    /// last half of what is left (lib/connect.c), and behind a dead one there has to be time for another.
    private func set(connectLimit: Duration) throws(CurlFailure) {
        let own = clock.standsStill ? max(connectLimit, .seconds(600)) : connectLimit + connectLimit / 4
        try easy.set(.connectTimeoutMilliseconds, to: own.wholeMilliseconds)
        self.connectLimit = connectLimit
    }
}

extension Duration {
    /// At least one: for libcurl, zero means no limit or its own default. At most a million seconds: `components` has no value for more
    /// seconds than `Int64` holds.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = min(max(self, .milliseconds(1)), .seconds(1_000_000)).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
