internal import HTTPSemantics
internal import PortalJudge

/// A proxy that demands authentication of every request (RFC 9110 §11.7).
enum ProxyGate {
    /// What every request gets, `CONNECT` and absolute targets included, whatever it says of itself.
    static let refusal = PreparedAnswer(
        status: 407,
        headers: [
            HeaderField("Proxy-Authenticate", #"Basic realm="proxy""#),
            HeaderField("Content-Type", "text/html;charset=utf-8"),
        ] + HTMLPage.headers,
        body: Array(HTMLPage.page(title: "407 Proxy Authentication Required", body: "").utf8),
        notes: AnswerNotes(
            decisions: [.init(gate: "proxy", passed: false, reason: "the proxy asks who its clients are")]))
}
