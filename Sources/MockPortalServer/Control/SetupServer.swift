internal import HTTPSemantics
internal import TLSIdentity

/// A page over plain HTTP that helps phones and other machines to trust the portal's authority.
///
/// It is not journaled. Beside public certificates it offers, where the portal asks for client certificates, the .p12 files of those
/// who get in; their password is told where the portal was started, never here.
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
        limits.multipart = nil
        // Nothing is sent to it.
        limits.bodyBytes = BodyBudget.uncounted
        let listener = try Listener(
            socket, facts: ListenerFacts(name: "setup", origin: origin), limits: limits, recorder: nil,
            clock: PortalClock(),
            responder: SetupResponder(
                portal: portal, setupURL: "\(origin)"))
        return SetupServer(url: "\(origin)/", listener: listener)
    }

    /// Ends the page; later calls do nothing.
    public func stop() { listener.stop() }
}

/// Answers the set-up page and its files.
private final class SetupResponder: Responder {
    private let portal: MockPortal
    private let setupURL: String
    private let pem: Answer
    private let der: Answer
    private let nothing: Answer

    init(portal: MockPortal, setupURL: String) {
        self.portal = portal
        self.setupURL = setupURL
        pem = ControlReply.bytes(
            Array(portal.authorityPEM.utf8), type: "application/x-pem-file",
            headers: [HeaderField("Content-Disposition", "attachment; filename=\"mockportal-ca.pem\"")])
        // iOS and Android take this type for a certificate to install.
        der = ControlReply.bytes(portal.pki.authorityDER, type: "application/x-x509-ca-cert")
        nothing = ControlReply.bytes(
            Array("There is only / , /ca.pem and /ca.der here.\n".utf8), type: "text/plain", status: 404)
    }

    func respond(to request: borrowing IncomingRequest) -> AnswerPlan {
        switch request.target.prefix(while: { $0 != "?" }) {
        case "/": .now(page())
        case "/ca.pem": .now(pem)
        case "/ca.der", "/ca.crt", "/ca.cer": .now(der)
        case "/stand-in-ca.pem": .now(standInAuthority(isPEM: true) ?? nothing)
        case "/stand-in-ca.der": .now(standInAuthority(isPEM: false) ?? nothing)
        case let path: .now(identityFile(path.dropFirst()) ?? nothing)
        }
    }

    /// It tells of client certificates only while the portal asks for them.
    private func page() -> Answer {
        let text = SetupPage.text(
            portalURL: portal.url, setupURL: setupURL, fingerprint: portal.pki.authority.fingerprint,
            identityFiles: portal.setupFiles, standIn: portal.standIn)
        return ControlReply.bytes(
            Array(text.utf8), type: "text/html; charset=utf-8",
            headers: [
                HeaderField("Content-Security-Policy", SetupPage.policy), HeaderField("Referrer-Policy", "no-referrer"),
            ])
    }

    /// The authority of hosts that are played; nil where none is.
    private func standInAuthority(isPEM: Bool) -> Answer? {
        guard let standIn = portal.options.standIn else { return nil }
        return isPEM
            ? ControlReply.bytes(
                Array(standIn.authorityPEM.utf8), type: "application/x-pem-file",
                headers: [HeaderField("Content-Disposition", "attachment; filename=\"stand-in-ca.pem\"")])
            : ControlReply.bytes(standIn.pki.authorityDER, type: "application/x-x509-ca-cert")
    }

    private func identityFile(_ name: Substring) -> Answer? {
        guard portal.setupFiles.contains(String(name)) else { return nil }
        return try? IdentityDownload.file(String(name), of: portal)
    }
}

extension MockPortal {
    /// The .p12 files that the set-up page offers: who gets in, each in modern encryption and in 3DES where there is such a recipe.
    fileprivate var setupFiles: [String] {
        guard asksForCertificates else { return [] }
        // Flawed identities bear names of their own; whose name is its account is a person.
        let people = clients.all.filter { $0.name == $0.commonName }.map(\.name)
        return people.flatMap { [$0, $0 + "-3des"] }.filter(pkcs12Names.contains).map { $0 + ".p12" }
    }
}
