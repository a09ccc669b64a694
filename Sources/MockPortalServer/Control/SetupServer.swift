internal import HTTPAuthentication
internal import TLSIdentity

/// A page over plain HTTP that helps phones and other machines to trust the portal's authority.
///
/// It is not journaled, and it offers public certificates only.
public final class SetupServer: Sendable {
    /// Where the page is, as `http://portal.local:49200/`.
    public let url: String
    private let listener: Listener

    private init(url: String, listener: Listener) {
        self.url = url
        self.listener = listener
    }

    deinit { stop() }

    /// Serves the page at the portal's own address; the port 0 picks a free one.
    ///
    /// Throws `addressInUse` or `cannotListen`.
    public static func start(for portal: MockPortal, port: Int = 0) throws(MockPortalError) -> SetupServer {
        let socket = try ListeningSocket.bind(address: portal.options.bindAddress, port: port)
        guard let origin = Origin(scheme: "http", host: portal.options.urlHost, port: socket.port) else {
            throw MockPortalError(.cannotListen, "the set-up page has no origin")
        }
        var limits = ListenerLimits()
        limits.threads = 1
        let listener = try Listener(
            socket, facts: ListenerFacts(name: "setup", origin: origin), limits: limits, recorder: nil,
            clock: PortalClock(),
            responder: SetupResponder(
                portalURL: portal.url, setupURL: "\(origin)", pem: Array(portal.authorityPEM.utf8),
                der: portal.pki.authorityDER))
        return SetupServer(url: "\(origin)/", listener: listener)
    }

    /// Ends the page; later calls do nothing.
    public func stop() { listener.stop() }
}

/// Answers the set-up page and its two files.
private final class SetupResponder: Responder {
    private let page: Answer
    private let pem: Answer
    private let der: Answer
    private let nothing: Answer

    init(portalURL: String, setupURL: String, pem: [UInt8], der: [UInt8]) {
        page = ControlReply.bytes(
            Array(SetupPage.text(portalURL: portalURL, setupURL: setupURL).utf8), type: "text/html; charset=utf-8",
            headers: [HeaderField("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")])
        self.pem = ControlReply.bytes(
            pem, type: "application/x-pem-file",
            headers: [HeaderField("Content-Disposition", "attachment; filename=\"mockportal-ca.pem\"")])
        // iOS and Android take this type for a certificate to install.
        self.der = ControlReply.bytes(der, type: "application/x-x509-ca-cert")
        nothing = ControlReply.bytes(
            Array("There is only / , /ca.pem and /ca.der here.\n".utf8), type: "text/plain", status: 404)
    }

    func respond(to request: borrowing IncomingRequest) -> AnswerPlan {
        switch request.target.prefix(while: { $0 != "?" }) {
        case "/": .now(page)
        case "/ca.pem": .now(pem)
        case "/ca.der", "/ca.crt", "/ca.cer": .now(der)
        default: .now(nothing)
        }
    }
}
