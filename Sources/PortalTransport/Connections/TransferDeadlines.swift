/// When one transfer is given up, in terms of its transport's clock.
///
/// Connecting has an end of its own. From then on a bucket runs out: every byte that comes buys a second, but never is it
/// fuller than the limit for a stall. The end of the whole stands from the beginning.
package struct TransferDeadlines: Sendable {
    private let connect: Duration
    private let stall: Duration
    private let wholeEnd: Duration
    /// When connecting is given up, or when the bucket is empty.
    private var phaseEnd: Duration
    private var isConnecting = true

    /// Begins with connecting; `wholeEnd` is the end of the limit for the whole.
    package init(_ limits: TransportLimits, wholeEnd: Duration) {
        connect = limits.connect
        stall = limits.stall
        self.wholeEnd = wholeEnd
        phaseEnd = wholeEnd - limits.whole + limits.connect
    }

    /// The next moment at which a limit may have passed; it only comes nearer by ``beginSending(at:)``.
    package var next: Duration { min(phaseEnd, wholeEnd) }

    /// Which limit has passed; the earlier one where both have.
    package func passed(at now: Duration) -> TransportError.Timeout? {
        guard now >= next else { return nil }
        return phaseEnd <= wholeEnd ? (isConnecting ? .connect : .stall) : .whole
    }

    /// Starts connecting over: a kept connection was lost.
    package mutating func connectAgain(at now: Duration) {
        isConnecting = true
        phaseEnd = now + connect
    }

    /// Starts with a full bucket.
    package mutating func beginSending(at now: Duration) {
        isConnecting = false
        phaseEnd = now + stall
    }

    /// Fills the bucket: some of the request's body was taken.
    package mutating func noteUpload(at now: Duration) {
        if !isConnecting { phaseEnd = now + stall }
    }

    /// Fills the bucket by as many seconds as bytes came.
    package mutating func noteBytes(_ count: Int, at now: Duration) {
        phaseEnd = min(now + stall, phaseEnd + .seconds(count))
    }
}
