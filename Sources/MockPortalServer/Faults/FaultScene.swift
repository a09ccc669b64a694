internal import Platform

/// One connection on which a script is played; only the player's thread touches it.
final class FaultScene: @unchecked Sendable {
    let wire: FaultWire
    private var progress: FaultProgress
    private let whenAnswering: (Int?) -> Void
    private let whenOver: (FaultEnd) -> Void
    /// What was said last.
    private var announced: Int?
    private var stage = Stage.playing
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// What had come before the server's FIN; the kernel counts the client's own FIN afterwards.
    private var receivedBeforeEnd: Int?

    private enum Stage { case playing, stalled, reading }

    /// How often everything was sent that does not wait for time to pass.
    private(set) var pauses = 0
    private var sentBeforePause = -1

    /// What is waited for.
    enum Next {
        /// Something happens on the socket, or so many milliseconds of portal time pass.
        case wait(events: Int16, milliseconds: Int64?)
        case over
    }

    /// `whenAnswering` is told before an answer's head ends, and then as its content grows, how many bytes of it the client has or
    /// is about to get; nil where it then did not get the head. `whenOver` is called once, on the player's thread; it is then that the
    /// connection may be closed.
    init(
        wire: FaultWire, script: FaultScript, at beginning: Int64, whenAnswering: @escaping (Int?) -> Void = { _ in },
        whenOver: @escaping (FaultEnd) -> Void
    ) {
        self.whenAnswering = whenAnswering
        self.wire = wire
        progress = FaultProgress(script, at: beginning)
        self.whenOver = whenOver
    }

    /// Does what is due; `events` is what the socket reported.
    func advance(at now: Int64, events: Int16) -> Next {
        if events & Self.gone != 0, stage != .reading, !mayReadOn(events) { return over(by: "client") }
        switch stage {
        case .playing: return play(at: now, events)
        case .stalled: return .wait(events: Self.leaving, milliseconds: nil)
        case .reading:
            if events != 0, isReadToEnd() { return over(by: "server") }
            return .wait(events: Int16(POLLIN), milliseconds: nil)
        }
    }

    /// Ends it wherever it stands.
    func cutShort() { _ = over(by: "shutdown") }

    /// A client that has sent its bytes and its FIN in one go is still to be heard.
    private func mayReadOn(_ events: Int16) -> Bool {
        progress.script.awaitsBytes && stage == .playing && events & Int16(POLLIN) != 0
    }

    private func play(at now: Int64, _ events: Int16) -> Next {
        if events & Int16(POLLIN) != 0, progress.script.awaitsBytes {
            progress.didHear()
            if progress.script.ending != .reset { _ = isReadToEnd() }
        }
        // One connection with much to send must not keep the others waiting.
        for _ in 0..<64 {
            switch progress.next(at: now) {
            case .listen: return .wait(events: Int16(POLLIN) | Self.leaving, milliseconds: nil)
            case .wait(let milliseconds):
                pause()
                return .wait(events: Self.leaving, milliseconds: milliseconds)
            case .end: return end()
            case .send(let bytes, let singly):
                announce(progress.sent + bytes.count)
                switch wire.send(singly ? bytes.prefix(1) : bytes.prefix(16 * 1024)) {
                case .sent(let count): progress.didSend(count)
                case .full: return .wait(events: Int16(POLLOUT) | leaving, milliseconds: nil)
                case .broken: return over(by: "client")
                }
            }
        }
        return .wait(events: leaving, milliseconds: 0)
    }

    /// Sending finds out by itself whether a client is gone that has only ended its side; between two drops nothing is sent.
    private var leaving: Int16 {
        if case .perSecond = progress.script.pace { Self.leaving } else { 0 }
    }

    /// Says how much of an answer a client has that was sent so many bytes.
    private func announce(_ sent: Int) {
        let script = progress.script
        guard !script.head.isEmpty, script.isHeadWhole else { return }
        let size = sent < script.head.count ? nil : script.contentSize(ofSent: sent - script.head.count)
        guard size != announced else { return }
        announced = size
        whenAnswering(size)
    }

    private func pause() {
        guard progress.sent != sentBeforePause else { return }
        sentBeforePause = progress.sent
        pauses += 1
    }

    private func end() -> Next {
        pause()
        switch progress.script.ending {
        case .reset: return over(by: "server") { resetAtOnce(self.wire.socket) }
        case .close(let endsTLS):
            return over(by: "server") {
                if endsTLS { self.wire.endTLS() }
                self.wire.finish()
            }
        case .stall:
            stage = .stalled
            return .wait(events: Self.leaving, milliseconds: nil)
        case .halfClose(let endsTLS):
            if endsTLS { wire.endTLS() }
            receivedBeforeEnd = SocketFacts(socket: wire.socket).received
            wire.finish()
            stage = .reading
            return .wait(events: Int16(POLLIN), milliseconds: nil)
        }
    }

    /// What the kernel knows is asked for before the connection is gone.
    private func over(by: String, _ last: () -> Void = {}) -> Next {
        let received = receivedBeforeEnd ?? SocketFacts(socket: wire.socket).received
        last()
        announce(progress.sent)
        whenOver(FaultEnd(by: by, received: received))
        return .over
    }

    /// Reads away what is there; true where the client has left.
    private func isReadToEnd() -> Bool {
        for _ in 0..<16 {
            let got = recv(wire.socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if got == 0 { return true }
            if got < 0 { return errno != EAGAIN && errno != EINTR }
        }
        return false
    }

    #if os(Linux)
        /// Reported once the client has closed its side, or the connection is broken.
        // POLLRDHUP of linux/poll.h is declared for GNU programs only.
        private static let leaving: Int16 = 0x2000
        private static let gone = leaving | Int16(POLLHUP) | Int16(POLLERR)
    #else
        private static let leaving: Int16 = 0
        private static let gone = Int16(POLLHUP) | Int16(POLLERR)
    #endif
}

/// How a play ended.
struct FaultEnd: Sendable {
    /// `server`, `client`, or `shutdown`.
    let by: String
    /// Bytes that the client had sent; nil where the kernel does not count them.
    let received: Int?
}
