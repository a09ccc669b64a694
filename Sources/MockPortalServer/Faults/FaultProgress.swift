/// How far a script has come; what is sent when, decided without a socket or a clock.
struct FaultProgress {
    let script: FaultScript
    /// Bytes of head and body, and of refrains, that have been sent.
    private(set) var sent = 0
    /// Portal time that has passed since the beginning, in milliseconds.
    private var passed: Int64 = 0
    private var last: Int64
    private var hasHeardClient = false

    /// What is to be done next.
    enum Step: Equatable {
        /// Sends these bytes, or as many of them as there is room for; `singly` sends each by itself.
        case send(ArraySlice<UInt8>, singly: Bool)
        /// Waits for so many milliseconds of portal time.
        case wait(Int64)
        /// Waits until the client sends something.
        case listen
        /// Everything was sent.
        case end
    }

    /// Begins a script at a moment of portal time, in milliseconds.
    init(_ script: FaultScript, at beginning: Int64) {
        self.script = script
        last = beginning
    }

    /// Bytes of the body that were sent.
    var sentBody: Int { max(0, sent - script.head.count) }

    /// The next step at a moment of portal time, in milliseconds.
    mutating func next(at now: Int64) -> Step {
        if script.awaitsBytes, !hasHeardClient { return .listen }
        if sent < script.head.count {
            return .send(script.head[sent...], singly: script.pace == .singly)
        }
        guard sentBody < script.body.count else {
            guard !script.refrain.isEmpty else { return .end }
            return .send(script.refrain[((sentBody - script.body.count) % script.refrain.count)...], singly: false)
        }
        switch script.pace {
        case .atOnce: return .send(script.body[sentBody...], singly: false)
        case .singly: return .send(script.body[sentBody...], singly: true)
        case .perSecond(let rate):
            // A clock that is put back takes no byte back.
            passed += max(0, now - last)
            last = now
            let due = min(
                script.body.count,
                Int(clamping: passed.multipliedReportingOverflow(by: Int64(rate)).partialValue / 1000))
            if due > sentBody { return .send(script.body[sentBody..<due], singly: false) }
            let moment = (Int64(sentBody + 1) * 1000 + Int64(rate) - 1) / Int64(rate)
            return .wait(max(1, moment - passed))
        }
    }

    /// Notes that bytes were sent.
    mutating func didSend(_ count: Int) { sent += count }

    /// Notes that the client has sent something.
    mutating func didHear() { hasHeardClient = true }
}
