internal import CMicroHTTPD

extension Listener {
    /// Opens the books on an accepted connection; called on the thread that will serve it.
    func accept(_ connection: OpaquePointer) -> HTTPConnection {
        pauses.resumeReadable()
        let socket = cmhd_info(connection, Int32(cmhd_info_socket))?.pointee.connect_fd ?? -1
        // As it was accepted: a socket that its peer has reset meanwhile no longer tells (getpeername(2), ENOTCONN).
        let accepted = cmhd_info(connection, Int32(cmhd_info_client_address))?.pointee.client_addr
        let peer = accepted.flatMap { SocketAddress(copying: $0) }?.parts ?? (address: "unknown", port: 0)
        let name = peer.address.contains(":") ? "[\(peer.address)]" : peer.address
        let record = ConnectionRecord(
            listener: facts, peer: "\(name):\(peer.port)", openedAt: recorder?.elapsed ?? 0,
            portalTime: clock.now)
        let httpConnection = HTTPConnection(
            listener: self, record: record, connection: connection, socket: socket, peerAddress: peer.address,
            bytesBefore: bytesTaken(from: socket))
        let play = responder.fault(ofConnection: countConnection(), at: facts)
        record.fault = play?.rawValue
        recorder?.opened(record)
        if let security, let session = cmhd_info(connection, Int32(cmhd_info_tls_session))?.pointee.tls_session {
            httpConnection.watch = HandshakeWatch(
                session: OpaquePointer(session), socket: socket, security: security,
                lingering: lingering,
                report: { [recorder] change in recorder?.update(record, change) })
            httpConnection.watch?.begin(httpConnection)
        }
        if let play {
            // What is played takes the time that it takes.
            if stage(play, httpConnection, connection) {
                httpConnection.progress.isBusy()
            } else {
                recorder?.unfault(record)
            }
        }
        deadlines.add(httpConnection.progress)
        WorkerThread.own.add(httpConnection)
        return httpConnection
    }

    /// Hears what the daemon complains about, on the thread whose connection it concerns.
    func heard(_ words: String) {
        // It concerns none: a port that has just been closed, or a process at its limit of descriptors.
        if words.hasPrefix("Error accepting connection") || words.hasPrefix("Hit process or system") {
            deadlines.noteResourceLimit()
            return note(words)
        }
        let thread = WorkerThread.own
        // What libmicrohttpd says of every handshake that GnuTLS gave up, right after GnuTLS last read or sent for it
        // (MHD_run_tls_handshake_ in its src/microhttpd/connection_https.c).
        if words.hasPrefix("Error: received handshake message out of context") {
            thread.current?.watch?.failed()
            return
        }
        note(words)
        if ParserComplaint.isOfRefusal(words), thread.refused?.refuse(words) == true { return }
        thread.complaint = ParserComplaint.weightier(thread.complaint, words)
        // Which connection it is of is certain only where no other on this thread has such a body.
        if ParserComplaint.isOfChunkLine(words), thread.chunked.count == 1 { thread.chunked[0].refuseChunkLine() }
    }
}

extension HTTPConnection {
    /// Closes the books on the connection.
    func ended() {
        // Before its descriptor is closed, which another connection may have at once.
        listener.deadlines.remove(progress)
        let thread = WorkerThread.own
        if thread.current === self { thread.current = nil }
        thread.remove(self)
        // It is of this connection: nothing else is told of one that was refused.
        if isRefused, thread.complaint.map(ParserComplaint.isOfSending) == true { thread.complaint = nil }
        defer {
            listener.security?.release(self)
            lingerIfUnread()
        }
        guard let recorder = listener.recorder else { return }
        let facts = SocketFacts(socket: socket)
        watch?.readLastWords()
        let received = (faultEnd?.received ?? facts.received).map { max(0, $0 - bytesBefore) }
        let bytes = watch.map(\.applicationBytes) ?? received ?? accountedBytes
        let isSilence =
            recorder.elapsed - max(lastActivity, record.openedAt) >= Double(listener.limits.idleSeconds) * 1000 - 1500
        let isPeer = watch?.peerHasEnded == true || facts.peerEnded == true
        let by =
            if let faultEnd { faultEnd.by } else if let ending = progress.ending {
                ending == .deadline ? "timeout" : "server"
            } else if watch?.isRefusedHere == true || watch?.cause != nil { "server" } else if isPeer {
                "client"
            } else if listener.isStopping {
                "shutdown"
            } else if hasTimedOut || isSilence {
                "timeout"
            } else { "server" }
        if faultEnd == nil { noteRefusedBytes(thread, received: bytes, by: by, facts) }
        watch?.ended()
        recorder.closed(record, by: by, requestBytes: bytes)
    }

    /// Lets the client read the last answer where closing now would reset the connection, because bytes are unread.
    private func lingerIfUnread() {
        guard watch?.isRefusedHere != true, !listener.isStopping, progress.ending == nil else { return }
        if hasAnsweredEarly || (watch?.peerHasEnded != true && hasUnreadBytes(socket)) {
            listener.lingering.linger(socket)
        }
    }

    /// Bytes that belong to no request were refused by the parser, which says so without naming the connection.
    private func noteRefusedBytes(_ thread: WorkerThread, received: Int, by: String, _ facts: SocketFacts) {
        // An empty line between requests is tolerated (RFC 9112 §2.2).
        let rest = received - accountedBytes
        guard rest > 4, !hasUncountedBytes, watch == nil || accountedBytes == 0 else { return }
        let complaint = thread.complaint
        thread.complaint = nil
        if let cause = watch?.cause {
            return recordRefusal("\(cause) ended the connection inside a request head", status: nil)
        }
        switch by {
        case "timeout": recordRefusal("the client stopped inside a request head", status: nil)
        case "shutdown": break
        case _ where progress.ending == .room:
            recordRefusal("the connection made room for another inside a request head", status: nil)
        default:
            // The rest of what is refused may be under way, as that of a ClientHello in two segments is.
            hasAnsweredEarly = true
            guard let complaint else {
                // What a reset threw away was never read.
                return facts.wasReset
                    ? recordRefusal(ParserComplaint.lostConnection, status: nil) : refuseWithoutTarget()
            }
            recordRefusal(
                ParserComplaint.text(of: complaint), status: ParserComplaint.status(in: complaint),
                pageBytes: ParserComplaint.pageBytes(in: complaint))
        }
    }

    /// libmicrohttpd closes without a word where it finds no target at all.
    private func refuseWithoutTarget() {
        recordRefusal("the request line is malformed", status: watch == nil ? 400 : nil)
        if watch == nil { sayAtOnce(400) }
    }
}
