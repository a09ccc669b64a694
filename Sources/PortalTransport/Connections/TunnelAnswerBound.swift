/// How much of a proxy's answer to CONNECT is read in one turn of the loop.
///
/// libcurl reads it to its end before it does anything else, byte by byte, and tells of progress before each (lib/cf-h1-proxy.c,
/// `recv_CONNECT_resp`): one that does not end would keep the loop, and with it every limit of time, for ever.
struct TunnelAnswerBound {
    /// Bytes that are read in one turn.
    static let longest = 1 << 20

    /// Whether a proxy is asked for a tunnel, or about to be.
    var isAwaited = false
    /// How often progress was told in one turn, and which turn that was.
    private var progress = 0
    private var turn = 0

    /// Begins before the proxy's first answer.
    init(isAwaited: Bool = false) { self.isAwaited = isAwaited }

    /// Whether the answer did not end.
    var isPassed: Bool { progress > Self.longest }

    /// Notes that progress was told, and says whether the answer may go on.
    mutating func mayGoOn(in turn: Int) -> Bool {
        guard isAwaited else { return true }
        if self.turn != turn {
            self.turn = turn
            progress = 0
        }
        progress += 1
        return !isPassed
    }
}
