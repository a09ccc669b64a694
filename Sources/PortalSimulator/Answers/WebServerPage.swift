internal import HTTPSemantics

/// An answer of the web server in front of a portal, as that server writes it; it never looks at `f`.
///
/// Measured on Apache httpd 2.4.71 and nginx 1.22.1; IIS as its error pages under `inetpub/custerr` are worded.
struct WebServerPage: Sendable {
    let status: Int
    let html: String
    private let server: String
    private let contentType: String
    private let closes: Bool

    /// The page as a response, with whatever fields come on top.
    func response(_ extra: [HeaderField] = []) -> PreparedAnswer {
        var headers = [HeaderField("Server", server)] + extra + [HeaderField("Content-Type", contentType)]
        if closes { headers.append(HeaderField("Connection", "close")) }
        return PreparedAnswer(status: status, headers: headers, body: Array(html.utf8))
    }
}

extension WebServerPage {
    /// A page of Apache httpd.
    private static func apache(_ status: Int, _ title: String, _ text: String, closes: Bool = false) -> WebServerPage {
        let html = """
            <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
            <html><head>
            <title>\(status) \(title)</title>
            </head><body>
            <h1>\(title)</h1>
            <p>\(text)</p>
            </body></html>

            """
        return WebServerPage(
            status: status, html: html, server: "Apache", contentType: "text/html; charset=iso-8859-1", closes: closes)
    }

    /// The credentials are missing or wrong.
    static let apacheUnauthorized = apache(
        401, "Unauthorized",
        """
        This server could not verify that you
        are authorized to access the document
        requested.  Either you supplied the wrong
        credentials (e.g., bad password), or your
        browser doesn't understand how to supply
        the credentials required.
        """)
    /// Digest credentials were made for another target (RFC 7616 §3.4.6).
    static let apacheBadRequest = apache(
        400, "Bad Request", "Your browser sent a request that this server could not understand.<br />\n", closes: true)
    static let apacheForbidden = apache(403, "Forbidden", "You don't have permission to access this resource.")
    /// A certificate is wanted below this path only, and the client cannot be asked again (RFC 8446 §4.6.2).
    static let apacheNoCertificate = apache(
        403, "Forbidden",
        "You don't have permission to access this resource.Reason: Cannot perform Post-Handshake Authentication.<br />")
}

extension WebServerPage {
    /// A page of nginx: lines end in CR LF.
    private static func nginx(_ status: Int, title: String, heading: String, text: String?) -> WebServerPage {
        var lines = [
            "<html>", "<head><title>\(title)</title></head>", "<body>", "<center><h1>\(heading)</h1></center>",
        ]
        if let text { lines.append("<center>\(text)</center>") }
        lines += ["<hr><center>nginx</center>", "</body>", "</html>", ""]
        return WebServerPage(
            status: status, html: lines.joined(separator: "\r\n"), server: "nginx", contentType: "text/html",
            closes: status == 400)
    }

    /// The page of any status, in nginx's words where it has some of its own (src/http/ngx_http_special_response.c).
    static func nginx(_ status: Int) -> WebServerPage {
        let words = [
            429: "429 Too Many Requests", 503: "503 Service Temporarily Unavailable", 504: "504 Gateway Time-out",
        ]
        let title = words[status] ?? "\(status) \(ReasonPhrase.of(status))"
        return nginx(status, title: title, heading: title, text: nil)
    }

    /// Internally 496.
    static let nginxNoCertificate = nginx(
        400, title: "400 No required SSL certificate was sent", heading: "400 Bad Request",
        text: "No required SSL certificate was sent")
    /// Internally 495: untrusted, expired, or not meant for clients.
    static let nginxBadCertificate = nginx(
        400, title: "400 The SSL certificate error", heading: "400 Bad Request", text: "The SSL certificate error")
    static let nginxForbidden = nginx(403, title: "403 Forbidden", heading: "403 Forbidden", text: nil)
}

extension WebServerPage {
    /// A page of IIS.
    private static func iis(_ status: Int, title: String, heading: String, text: String) -> WebServerPage {
        let html = """
            <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
            <html xmlns="http://www.w3.org/1999/xhtml">
            <head>
            <meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"/>
            <title>\(title)</title>
            </head>
            <body>
            <div id="header"><h1>Server Error</h1></div>
            <div id="content">
             <div class="content-container"><fieldset>
              <h2>\(heading)</h2>
              <h3>\(text)</h3>
             </fieldset></div>
            </div>
            </body>
            </html>

            """
        return WebServerPage(
            status: status, html: html, server: "Microsoft-IIS/10.0", contentType: "text/html", closes: false)
    }

    static let iisUnauthorized = iis(
        401, title: "401 - Unauthorized: Access is denied due to invalid credentials.",
        heading: "401 - Unauthorized: Access is denied due to invalid credentials.",
        text: "You do not have permission to view this directory or page using the credentials that you supplied.")
    /// What http.sys says between the legs of Negotiate and NTLM, below IIS (Microsoft-HTTPAPI/2.0).
    static let httpAPIUnauthorized = WebServerPage(
        status: 401,
        html: """
            <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN""http://www.w3.org/TR/html4/strict.dtd">\r
            <HTML><HEAD><TITLE>Not Authorized</TITLE>\r
            <META HTTP-EQUIV="Content-Type" Content="text/html; charset=us-ascii"></HEAD>\r
            <BODY><h2>Not Authorized</h2>\r
            <hr><p>HTTP Error 401. The requested resource requires user authentication.</p>\r
            </BODY></HTML>\r

            """, server: "Microsoft-HTTPAPI/2.0", contentType: "text/html; charset=us-ascii", closes: false)
    static let iisForbidden = iis(
        403, title: "403 - Forbidden: Access is denied.", heading: "403 - Forbidden: Access is denied.",
        text: "You do not have permission to view this directory or page using the credentials that you supplied.")
    /// The status line says 403 only; the sub-status stands in the page (learn.microsoft.com, "The HTTP status code in IIS").
    private static func iis(subStatus: Int, _ text: String) -> WebServerPage {
        iis(
            403, title: "IIS 10.0 Detailed Error - 403.\(subStatus) - Forbidden",
            heading: "HTTP Error 403.\(subStatus) - Forbidden", text: text)
    }

    static let iisNoCertificate = iis(
        subStatus: 7,
        "The page you are attempting to access requires your browser to have a Secure Sockets Layer (SSL) client certificate that the Web server recognizes."
    )
    static let iisUntrustedCertificate = iis(
        subStatus: 16, "Your client certificate is either not trusted or is invalid.")
    static let iisExpiredCertificate = iis(subStatus: 17, "Your client certificate has expired or is not yet valid.")
}
