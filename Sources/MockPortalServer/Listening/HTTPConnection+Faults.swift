internal import CMicroHTTPD
internal import Platform
internal import PortalJudge

extension HTTPConnection {
    /// Lets the player send an answer while libmicrohttpd leaves the connection alone, and close it afterwards.
    func perform(_ answer: Answer, _ connection: OpaquePointer) -> Bool {
        guard let request = leaveRequest() else { return false }
        let recorder = listener.recorder
        let script = answer.performance.map {
            FaultScript($0, answering: answer.prepared, isHEAD: request.head.isHEAD, at: listener.clock.now)
        }
        guard let script, let player = listener.player else { return false }
        MHD_suspend_connection(connection)
        let ticket = ResumeTicket(connection: connection, httpConnection: self)
        let scene = FaultScene(
            wire: FaultWire(socket: socket, session: watch?.session), script: script, at: request.portalTime,
            whenAnswering: { size in
                recorder?.update(request) { request in
                    request.answer = size == nil ? nil : answer.journaled
                    if let size { request.answer?.size = size }
                }
            },
            whenOver: { [self] end in
                faultEnd = end
                ticket.resume(with: nil)
            })
        recorder?.update(request) { $0.fault = answer.fault }
        if !player.play(scene) {
            recorder?.update(request) { $0.fault = nil }
            if player.isStopping { faultEnd = FaultEnd(by: "shutdown", received: nil) }
            ticket.resume(with: nil)
        }
        return true
    }
}

extension Listener {
    /// Plays on a connection that was just accepted, before libmicrohttpd waits for its first byte.
    ///
    /// In `new_connection_process_` of libmicrohttpd's src/microhttpd/daemon.c the callback comes before the socket is handed to
    /// epoll. The real socket becomes the player's, and one end of a pair takes its place, which closes when the play is over.
    ///
    /// False where it cannot be played, and the connection is served.
    func stage(
        _ play: Blueprint.Fault.ConnectionPlay, _ httpConnection: HTTPConnection, _ connection: OpaquePointer
    ) -> Bool {
        guard let player, let stolen = StolenSocket(httpConnection.socket) else { return false }
        cmhd_never_time_out(connection)
        let isSecure = security != nil
        let scene = FaultScene(wire: FaultWire(socket: stolen.socket), script: FaultScript(play), at: clock.now) {
            end in
            // Before a handshake no byte belongs to a request.
            httpConnection.faultEnd = FaultEnd(by: end.by, received: isSecure ? 0 : end.received)
            stolen.close()
        }
        if player.play(scene) { return true }
        stolen.close()
        return false
    }
}

/// A socket that was taken away from its owner, who holds a silent one under the same number.
private struct StolenSocket {
    /// The real one.
    let socket: Int32
    /// What keeps the silent one open.
    private let pairEnd: Int32

    init?(_ descriptor: Int32) {
        let socket = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard socket >= 0, let ends = DescriptorPair.sockets() else {
            if socket >= 0 { Platform.close(socket) }
            return nil
        }
        _ = fcntl(ends.0, F_SETFL, O_NONBLOCK)
        dup2(ends.0, descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        Platform.close(ends.0)
        self.socket = socket
        pairEnd = ends.1
    }

    /// Closes the real one, and ends the silent one.
    func close() {
        Platform.close(socket)
        Platform.close(pairEnd)
    }
}
