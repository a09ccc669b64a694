internal import CCurl
internal import Platform
internal import TLSIdentity

// What libcurl calls while it works, on the loop's thread only. The context is an unretained pointer to the slot (or to the
// pool's socket register); both outlive the handle, see TransferSlot and ConnectionPool.

private func slot(_ context: UnsafeMutableRawPointer?) -> TransferSlot? {
    context.map { Unmanaged<TransferSlot>.fromOpaque($0).takeUnretainedValue() }
}

/// CURLOPT_WRITEFUNCTION: any other count than the one given ends the transfer.
func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?) -> Int {
    guard let slot = slot(context) else { return -1 }
    let total = size * count
    if !slot.isWatched { slot.noteBytes(total) }
    return slot.assembly.takeBody(UnsafeRawBufferPointer(start: bytes, count: total)) ? total : -1
}

/// CURLOPT_READFUNCTION: the next bytes of a body in pieces, 0 at its end.
func giveBody(_ bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?) -> Int {
    guard let slot = slot(context), let bytes else { return Int(CURL_READFUNC_ABORT) }
    let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    return slot.readBody(into: buffer) ?? Int(CURL_READFUNC_ABORT)
}

/// CURLOPT_SEEKFUNCTION: libcurl goes back to the first byte only, before it sends a request over another connection.
func seekBody(context: UnsafeMutableRawPointer?, offset: curl_off_t, origin: Int32) -> Int32 {
    guard let slot = slot(context), offset == 0, origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
    slot.rewindBody()
    return CURL_SEEKFUNC_OK
}

/// CURLOPT_HEADERFUNCTION: one whole line at a time.
func takeHeaderLine(
    _ bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
    guard let slot = slot(context) else { return -1 }
    let total = size * count
    if slot.assembly.headSize == 0 {
        slot.connection?.noteAnswer()
        slot.pool.hasFallenSilent = false
    }
    slot.noteBytes(total)
    guard slot.assembly.takeHeaderLine(UnsafeRawBufferPointer(start: bytes, count: total)) else { return -1 }
    // Of a compressed body bytes may come for long before there is one of its content.
    if slot.assembly.isBodyCoded, !slot.isWatched, (try? slot.watch(true)) == nil { return -1 }
    return total
}

/// CURLOPT_SSL_CTX_FUNCTION: called for every new TLS connection, before the handshake.
func prepareTLS(
    _ easy: UnsafeMutableRawPointer?, tls: UnsafeMutableRawPointer?, context: UnsafeMutableRawPointer?
) -> CURLcode {
    guard let slot = slot(context), let tls else { return CURLE_ABORTED_BY_CALLBACK }
    if slot.isProxyNext, let proxy = slot.pool.proxy {
        // No identity is for a proxy.
        let evaluation = slot.pool.trust.evaluation(for: proxy.origin)
        slot.isProxyNext = false
        slot.proxyEvaluation = evaluation
        do {
            try TLSContext.install(onSSLContext: tls, evaluation: evaluation, identity: IdentityOffer.none.answer)
            return CURLE_OK
        } catch {
            slot.installFailure = String(describing: error)
            return CURLE_ABORTED_BY_CALLBACK
        }
    }
    let evaluation = slot.pool.trust.evaluation(for: slot.pool.origin)
    do {
        try TLSContext.install(onSSLContext: tls, evaluation: evaluation, identity: slot.pool.offer.answer)
    } catch {
        slot.installFailure = String(describing: error)
        return CURLE_ABORTED_BY_CALLBACK
    }
    slot.connection = ConnectionFacts(evaluation, followsSilence: slot.pool.hasFallenSilent)
    slot.isConnecting = true
    return CURLE_OK
}

/// CURLOPT_PREREQFUNCTION: the connection is there, new or used, and the request goes out next.
func aboutToSend(
    context: UnsafeMutableRawPointer?, remoteAddress: UnsafeMutablePointer<CChar>?,
    localAddress: UnsafeMutablePointer<CChar>?, remotePort: Int32, localPort: Int32
) -> Int32 {
    guard let slot = slot(context) else { return CURL_PREREQFUNC_ABORT }
    guard slot.mayGoOn(), slot.noteSending() else { return CURL_PREREQFUNC_ABORT }
    let port = Int(localPort)
    slot.localPort = port
    if slot.isConnecting, let connection = slot.connection {
        slot.pool.sockets.note(connection, onPort: port)
    } else {
        slot.connection = slot.pool.sockets.connection(onPort: port)
    }
    slot.isConnecting = false
    if slot.sendings > 1 { slot.pool.shutIdle() }
    return CURL_PREREQFUNC_OK
}

/// CURLOPT_XFERINFOFUNCTION: called in every turn of a transfer that is watched, and for every byte of a proxy's answer to CONNECT.
func followProgress(
    context: UnsafeMutableRawPointer?, downloadTotal: curl_off_t, downloaded: curl_off_t, uploadTotal: curl_off_t,
    uploaded: curl_off_t
) -> Int32 {
    guard let slot = slot(context) else { return 1 }
    slot.noteProgress(uploaded: Int64(uploaded), downloaded: Int64(downloaded))
    return slot.mayProxyGoOn() ? 0 : 1
}

/// CURLOPT_OPENSOCKETFUNCTION.
func openSocket(
    context: UnsafeMutableRawPointer?, purpose: curlsocktype, address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let slot = slot(context), slot.mayGoOn(), slot.mayConnect(), let address = address?.pointee else {
        return CURL_SOCKET_BAD
    }
    slot.noteConnecting()
    return slot.pool.sockets.open(
        family: address.family, type: address.socktype, protocol: address.protocol, for: slot.number)
}

/// CURLOPT_CLOSESOCKETFUNCTION.
func closeSocket(context: UnsafeMutableRawPointer?, descriptor: curl_socket_t) -> Int32 {
    guard let context else { return 1 }
    return Unmanaged<SocketRegister>.fromOpaque(context).takeUnretainedValue().close(descriptor)
}
