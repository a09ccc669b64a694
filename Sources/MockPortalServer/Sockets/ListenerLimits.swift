/// What one client may cost a listener.
package struct ListenerLimits: Sendable {
    /// Bytes of a request's head, including what libmicrohttpd keeps beside it; more is answered with 414 or 431. The head of the answer
    /// must fit beside it; where it does not, 431 or 500 is sent instead.
    package var headBytes = 32 * 1024
    /// Bytes of a request's body; more is answered with 413.
    package var bodyBytes = 4 * 1024 * 1024
    /// What a multipart/form-data body may hold; nil where such bodies are not read, but taken as any other.
    package var multipart: MultipartLimits? = MultipartLimits()
    /// Connections at a time; when one more waits, one makes room: the oldest that has sent no whole request, the longest idle, the
    /// request that comes most slowly, or last an answer of which its reader has taken nothing for 2 seconds.
    ///
    /// A request whose answer is worked out, or is being read, is never ended for another.
    package var connections = 1024
    /// Seconds from a connection's acceptance to the end of its TLS handshake.
    package var handshakeSeconds = 20
    /// Seconds from a connection's acceptance, or from the first byte of a later request, to the end of the request's head.
    package var headSeconds = 30
    /// Seconds for a request's body, and a second more for each ``bodyRate`` bytes that came, up to what ``bodyTotalSeconds`` says.
    package var bodySeconds = 30
    /// Bytes of a body that are worth a second (httpd.apache.org, mod_reqtimeout: `MinRate`).
    package var bodyRate = 500
    /// Seconds after which a body is waited for no longer, and as many more for each ``bodyBytes`` that came: 4 MiB must come at 7 kB a
    /// second, and so must the 64 MiB of a form in parts.
    package var bodyTotalSeconds = 600
    /// Seconds after which a connection without any traffic is closed.
    package var idleSeconds = 60
    /// Seconds that a client gets to read the last words of a connection whose own bytes are not read any more.
    package var lingeringSeconds = 2
    /// Seconds that a proxy before the listener waits for the head of a `CONNECT`; then the listener gets the connection as it is.
    package var tunnelSeconds = 10
    /// Threads that serve connections.
    package var threads = 2

    /// 32 KiB of head in half a minute, 4 MiB of body in ten minutes (64 MiB in parts, as fast), 1024 connections, a minute of silence,
    /// two threads.
    package init() {}
}

extension ListenerLimits {
    /// The same with deadlines of a day, and a minute for last words.
    static var unhurried: ListenerLimits {
        var limits = ListenerLimits()
        limits.handshakeSeconds = 86_400
        limits.headSeconds = 86_400
        limits.bodySeconds = 86_400
        limits.bodyTotalSeconds = 86_400
        limits.idleSeconds = 86_400
        limits.lingeringSeconds = 60
        limits.tunnelSeconds = 86_400
        return limits
    }

    /// What one caller may cost the control API: bodies of 1 MiB in a minute and short silences, and a thread or more beside one that
    /// is busy.
    static func control(connections: Int) -> ListenerLimits {
        var limits = ListenerLimits()
        limits.threads = 4
        limits.connections = connections
        limits.bodyBytes = 1 << 20
        limits.bodyTotalSeconds = 60
        limits.multipart = nil
        limits.idleSeconds = 30
        return limits
    }
}
