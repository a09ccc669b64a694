extension FindingGuide {
    /// Secrets where they do not belong.
    static let secrets = [
        FindingGuide(
            "secret.foreign-origin", "A password, token or key was sent to a host that it was not issued for.",
            advice: "Bind each credential to its origin, and take it off every request and redirect to another one.",
            source: "RFC 9110 §15.4"),
        FindingGuide(
            "secret.plain-http", "A secret travelled without TLS, where anyone on the way can read it.",
            advice: "Send secrets over https only; where an address begins with http, ask over https or refuse.",
            source: "RFC 6750 §5.3"),
        FindingGuide(
            "secret.in-url", "A secret stands in a URL, which logs, histories and the Referer header keep.",
            advice: "Send tokens in X-Esri-Authorization or in the form of a POST, and passwords only in the form.",
            source: "RFC 6750 §5.3; developers.arcgis.com › HTTP authorization headers"),
        FindingGuide(
            "secret.in-header", "A secret stands in a header field that is not meant for it.",
            advice:
                "Use X-Esri-Authorization or Authorization for tokens, and Authorization: Basic only where it was asked for.",
            source: "RFC 7617 §2.2; developers.arcgis.com › HTTP authorization headers"),
        FindingGuide(
            "secret.in-body", "A secret was sent in the body of a request to an operation that is not meant to get it.",
            advice: "Send passwords and codes to the token service alone, and nothing of them to other operations.",
            source: "RFC 6749 §10.3; developers.arcgis.com/rest › Generate Token"),
        FindingGuide(
            "secret.in-handshake",
            "A secret stands in a TLS handshake, whose first message everyone on the way can read.",
            advice:
                "Put the host of the address alone into the server name; an address as https://secret@host is misread.",
            source: "RFC 6066 §3; RFC 8446 §4.1.2"),
        FindingGuide(
            "secret.in-cookie", "A token was sent as a cookie, which a client adds to requests that need none.",
            advice: "Send tokens in X-Esri-Authorization, Authorization: Bearer or a form, request by request.",
            source: "RFC 6265 §8.2; developers.arcgis.com › HTTP authorization headers"),
        FindingGuide(
            "secret.in-output", "A secret appears in what the client wrote to its output or log.",
            advice: "Replace secrets before anything is printed or logged, request and answer bodies included.",
            source: "RFC 9700 §4.2.4; OWASP Logging Cheat Sheet"),
        FindingGuide(
            "secret.in-file", "A secret lies readable in a file that the client left behind.",
            advice: "Keep secrets in memory, or in a store that is encrypted and readable by its owner alone.",
            source: "OWASP Cryptographic Storage Cheat Sheet"),
        FindingGuide(
            "secret.in-arguments", "A secret stood in the arguments of a program that the client started.",
            advice: "Pass secrets over standard input or a file of the owner alone: every user may read arguments.",
            source: "OWASP Secrets Management Cheat Sheet; proc(5)"),
        FindingGuide(
            "secret.in-environment", "A secret stood in a variable that the client made for a program it started.",
            advice: "Pass secrets over standard input; take inherited ones out of the environment of what you start.",
            source: "OWASP Secrets Management Cheat Sheet; proc(5)"),
        FindingGuide(
            "secret.in-temporary-file",
            "A secret lies in a temporary file outside the folder that the client was given.",
            advice:
                "Keep secrets in memory; where a tool wants a file, make it in TMPDIR, for the owner alone, and remove it.",
            source: "OWASP Cryptographic Storage Cheat Sheet; CWE-377"),
        FindingGuide(
            "secret.in-events", "A secret appears in what the client told its app or its user.",
            advice: "Leave secrets out of error texts and of the descriptions of credentials.",
            source: "OWASP Error Handling Cheat Sheet"),
    ]

    /// TLS, its certificates, and the connections themselves.
    static let trust = [
        FindingGuide(
            "trust.verification-off",
            "A request was sent over a certificate that is not to be trusted, which the user had not allowed.",
            advice:
                "Verify chain, name, dates and purpose of every host's certificate before the first byte of a request.",
            source: "RFC 9110 §4.3.4; RFC 5280 §6; RFC 9525 §6"),
        FindingGuide(
            "trust.good-refused", "The client refused a server's certificate that is in order.",
            advice:
                "Trust the authority of PORTAL_CA_FILE for every host; compare an address as 127.0.0.2 with the certificate's IP names.",
            source: "RFC 9525 §6; RFC 5280 §6"),
        FindingGuide(
            "trust.obsolete-version", "A request was sent over TLS 1.0 or 1.1, which must not be used.",
            advice: "Set TLS 1.2 as the lowest version, and refuse a server that speaks none from there on.",
            source: "RFC 8996 §4, §5; RFC 9325 §3.1.1"),
        FindingGuide(
            "identity.unchosen", "A client certificate was shown to a host for which it was not chosen.",
            advice:
                "Configure a client certificate per origin, and none for other hosts, redirects and federated servers.",
            source: "RFC 8446 §4.4.2; RFC 9110 §11.6.1"),
        FindingGuide(
            "transport.plain-text", "Bytes without TLS were sent to a port that speaks TLS.",
            advice: "Begin with a ClientHello on every port of an https address.", source: "RFC 8446 §4.1.2"),
        FindingGuide(
            "handshake.missing", "A connection that was to be refused, before any request, never came.",
            advice: "Open a connection to each host that the task names, and end it where its certificate is refused.",
            source: "RFC 8446 §6.2"),
        FindingGuide(
            "handshake.unexpected", "A connection was opened and used for nothing.",
            advice: "Open connections only for a request that is due, and do not open another where one was refused.",
            source: "RFC 9112 §9.4"),
        FindingGuide(
            "handshake.repeated",
            "A handshake that the server refused was tried again with the same certificate or none.",
            advice: "Take an alert about a certificate for an answer: change the certificate or give up.",
            source: "RFC 8446 §6.2"),
        FindingGuide(
            "connection.open", "A connection was still open when the client had ended.",
            advice: "Close every connection, idle ones of a pool too, before the process or the session ends.",
            source: "RFC 9112 §9.6"),
    ]
}
