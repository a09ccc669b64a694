internal import HTTPSemantics
internal import MockPortalServer
internal import PortalAuthentication
internal import PortalTransport
internal import TLSIdentity

/// One window of a browser: it shows pages, keeps the cookies of its session and goes where it is sent, up to an address that is the app's.
///
/// It is a client of its own, with its own connections: what the portal hears from it, it does not hear from the client under test.
actor BrowserWindow {
    /// Why a page was not what a person could have gone on with.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Standing, for a slow machine is no fault of the client whose user this is.
    nonisolated let clock = SteeredTimeSource(limits: .standing)
    private let transport: CurlTransport
    private let jar: BrowserJar
    private let identity: IdentityOffer
    /// Redirects in a row; a browser stops at 20 (WHATWG Fetch §4.4).
    private static let mostRedirects = 20

    /// Opens one with the cookies of a jar, and with an identity for whichever server asks for one.
    init(
        trust: TrustDecisions, jar: BrowserJar = BrowserJar(), identity: IdentityOffer = .none
    ) throws(TransportError) {
        self.jar = jar
        self.identity = identity
        transport = try CurlTransport(trust: trust, userAgent: "Mozilla/5.0 (scripted browser)", clock: clock)
    }

    /// What the browser of a scenario trusts: its user knows the portal, and lets whatever it shows pass.
    static func trust(in portal: MockPortal) -> TrustDecisions {
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(portal.authorityPEM)]
        let everything: Set<CertificateDefect> = [
            .selfSigned, .unknownRoot, .expired, .notYetValid, .hostMismatch, .unsuitablePurpose,
        ]
        let hosts = Set(([portal.url] + portal.hostURLs.values).compactMap { Origin(ofURL: $0)?.host })
        trust.grants = hosts.sorted().map {
            TrustGrant(host: $0, port: nil, scope: .host, tolerating: everything)
        }
        return trust
    }

    /// Closes the window and every connection of it.
    func close() { transport.shutdown() }

    /// What a window shows.
    enum View {
        /// A page, and where it stands.
        case page(HTTPURL, String)
        /// The app's own address, which the browser was sent to.
        case app(String)
    }

    /// Opens an address and goes where it leads; `isApp` says which addresses are the app's.
    func open(
        _ address: String, posting form: [(String, String)]? = nil, isApp: @Sendable (String) -> Bool
    ) async throws -> View {
        var address = address
        var form = form
        for _ in 0..<Self.mostRedirects {
            if isApp(address) { return .app(address) }
            guard let url = HTTPURL(parsing: address) else {
                throw Problem(description: "no page stands at an address")
            }
            let answer = try await exchange(url, form)
            guard let location = answer.headers.first(named: "Location"), (300..<400).contains(answer.status) else {
                let page = String(decoding: answer.body, as: UTF8.self)
                // What the script of such a page does: it sends the form at once (SAML bindings §3.5.4).
                if page.contains("document.forms[0].submit()"), let next = PageForm(firstOf: page) {
                    address = url.resolving(next.action)?.description ?? next.action
                    form = next.fields.map { ($0.name, $0.value) }
                    continue
                }
                return .page(url, page)
            }
            // An address of the app's own scheme is none that can be resolved.
            address = isApp(location) ? location : url.resolving(location)?.description ?? location
            // After 302 and 303 a form is not sent again (WHATWG Fetch §4.4).
            if answer.status != 307, answer.status != 308 { form = nil }
        }
        throw Problem(description: "the portal sends the browser round in circles")
    }

    /// Forgets the cookies of an address's origin, as a browser that was never there.
    func forget(_ address: HTTPURL) { jar.forget(address.origin) }

    /// The status with which one address answers, wherever it leads; 0 where no server answers.
    func status(of address: String, posting form: [(String, String)]? = nil) async -> Int {
        guard let url = HTTPURL(parsing: address) else { return 0 }
        return (try? await exchange(url, form))?.status ?? 0
    }

    private func exchange(_ url: HTTPURL, _ form: [(String, String)]?) async throws -> HTTPResponse {
        var request = HTTPRequest(
            method: form == nil ? "GET" : "POST", url: url.description,
            headers: [HeaderField("Accept", "text/html")])
        request.identity = identity
        if let known = jar.field(for: url.origin) { request.headers.append(HeaderField("Cookie", known)) }
        if let form {
            request.headers.append(HeaderField("Content-Type", "application/x-www-form-urlencoded"))
            request.body = Array(FormURLEncoded.encode(form).utf8)
        }
        let answer = try await transport.send(request)
        for field in answer.headers where field.isNamed("Set-Cookie") { jar.take(field.value, from: url.origin) }
        return answer
    }
}
