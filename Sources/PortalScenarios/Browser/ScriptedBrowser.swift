internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalTransport

/// A person with a browser, who does on a portal's sign-in page what a scenario says.
struct ScriptedBrowser: AuthorizationAgent {
    let plan: BrowserPlan
    let trust: TrustDecisions
    /// The cookies of the browser that the run has used so far.
    let jar: BrowserJar
    /// The certificate that the browser shows, by its name.
    let identity: @Sendable (String) throws -> IdentityOffer
    let grants: GrantLog
    /// The right password of an account, or another one.
    let password: @Sendable (_ user: String, _ isRight: Bool) -> Secret<String>
    /// What the person knows of accounts at identity providers, and of authenticator apps.
    let knowledge: SignInKnowledge
    let behavior: AppBehavior.Browsing

    /// Opens the page, does what the plan says, and gives back where the page led to.
    func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        let redirect = request.redirectURI
        let given = request.url(redirectingTo: redirect).description
        let address = behavior.address(given)
        switch plan.act {
        case .never:
            try await request.time.wait(for: request.patience)
            try behavior.timeIsUp(
                PortalError(.authorizationTimedOut, detail: "no user signed in within \(request.patience)"))
        case .close where behavior.givesUp():
            _ = try await visit(address, redirect) { _, _, _ in nil }
            throw PortalError(.cancelled, detail: "the window was closed")
        default: break
        }
        var callback = try await behavior.open { try await self.callback(from: address, redirect) }
        switch plan.act {
        case .alterState: callback = callback.replacing("state=", with: "state=x")
        case .dropState: callback = AddressQuery.without("state", in: callback)
        default: break
        }
        return behavior.answer(AuthorizationResponse(redirectURI: redirect, callback: callback), given)
    }

    /// Signs in, and gives the address that the app is called with; out of band the code that the portal shows.
    func callback(from address: String, _ redirect: RedirectURI) async throws -> String {
        switch try await visit(address, redirect, { try await signIn($0, $1, $2, redirect) }) {
        case .app(let callback)?: return callback
        case .page(_, let text)? where redirect.kind == .outOfBand:
            guard let code = PageForm.value(ofInput: "code", in: text) else {
                throw BrowserWindow.Problem(description: "the portal shows no code")
            }
            return code
        case .page? where [.closeRefused, .otherBrowser].contains(plan.act) && behavior.givesUp():
            throw PortalError(.cancelled, detail: "the window was closed")
        case .page?, nil: throw BrowserWindow.Problem(description: "the sign-in page led to another page")
        }
    }

    /// Opens the page in a window and lets a body fill it in; nil where the body leaves.
    func visit(
        _ address: String, _ redirect: RedirectURI,
        _ body: (BrowserWindow, HTTPURL, String) async throws -> BrowserWindow.View?
    ) async throws -> BrowserWindow.View? {
        // Browsers that are open at the same time are different ones.
        let own = plan.isSameBrowser ? jar : BrowserJar()
        defer { if !plan.isSameBrowser { jar.adopt(own) } }
        let window = try BrowserWindow(trust: trust, jar: own, identity: try plan.identity.map(identity) ?? .none)
        if let name = plan.identity, let origin = plan.provider.flatMap({ Origin(ofURL: knowledge.origin($0)) }) {
            grants.chose(name, for: origin)
        }
        let before = grants.lastConnection
        defer { grants.browsed(since: before) }
        let view: BrowserWindow.View?
        do {
            view = try await window.open(address, isApp: Self.isApp(redirect))
            guard case .page(let place, let page)? = view else {
                await window.close()
                return view
            }
            let end = try await body(window, place, page)
            await window.close()
            return end
        } catch {
            await window.close()
            throw error
        }
    }

    /// Fills the page in as the plan says.
    private func signIn(
        _ window: BrowserWindow, _ place: HTTPURL, _ page: String, _ redirect: RedirectURI
    ) async throws -> BrowserWindow.View {
        var (place, page) = (place, page)
        let portal = place
        if let name = plan.provider, knowledge.origin(name) != place.origin.description {
            guard let link = PageForm.link(saying: knowledge.title(name), in: page) else {
                throw BrowserWindow.Problem(description: "the page does not offer \(name)")
            }
            let next = try await window.open(
                place.resolving(link)?.description ?? link, isApp: Self.isApp(redirect))
            // The provider may know the browser already.
            guard case .page(let there, let text) = next else { return next }
            (place, page) = (there, text)
        }
        guard var form = PageForm(page: page) else {
            // A provider that knows the browser may ask for consent alone.
            if PageForm(page: page, with: "consent") != nil {
                return try await goOn(.page(place, page), window, redirect)
            }
            throw BrowserWindow.Problem(description: "the page has no form for a password")
        }
        func send(_ fields: [(String, String)]) async throws -> BrowserWindow.View {
            let target = place.resolving(form.action)?.description ?? form.action
            return try await window.open(target, posting: fields, isApp: Self.isApp(redirect))
        }
        func fields(isRight: Bool) -> [(String, String)] {
            let known = knowledge.password(plan.user, place.origin.description, isRight)
            return (known ?? password(plan.user, isRight)).reveal {
                form.signingIn(username: plan.user, password: $0)
            }
        }
        if plan.act == .otherBrowser { await window.forget(portal) }
        if plan.act == .deny, behavior.givesUp() {
            guard let fields = form.cancelling else {
                throw BrowserWindow.Problem(description: "the page cannot be cancelled")
            }
            return try await send(fields)
        }
        if plan.act == .wrongPassword {
            guard case .page(_, let again) = try await send(fields(isRight: false)), let next = PageForm(page: again)
            else { throw BrowserWindow.Problem(description: "the page took a wrong password") }
            form = next
        }
        return try await goOn(try await send(fields(isRight: true)), window, redirect)
    }

    /// Goes through the pages that follow the password.
    private func goOn(
        _ view: BrowserWindow.View, _ window: BrowserWindow, _ redirect: RedirectURI
    ) async throws -> BrowserWindow.View {
        var view = view
        var isWrongNext = plan.act == .wrongCode
        // Each page may be shown once more after a mistake.
        for _ in 0..<8 {
            guard case .page(let place, let page) = view else { return view }
            let sent: (PageForm, [(String, String)])
            if let form = PageForm(page: page, with: "new_password") {
                let text = knowledge.newPassword(plan.user, place.origin.description)
                sent = (form, form.filled(["new_password": text, "confirm_password": text]))
            } else if let form = PageForm(page: page, with: "mfa_code") {
                let code = knowledge.code(plan.user, place.origin.description)
                let shown = isWrongNext ? (code == "000000" ? "000001" : "000000") : code
                isWrongNext = false
                sent = (form, form.filled(["mfa_code": shown]))
            } else if let form = PageForm(page: page, with: "consent") {
                let cancelling = plan.act == .denyConsent ? form.cancelling : nil
                sent = (form, cancelling ?? form.filled([:]))
            } else {
                return view
            }
            view = try await window.open(
                place.resolving(sent.0.action)?.description ?? sent.0.action, posting: sent.1,
                isApp: Self.isApp(redirect))
        }
        return view
    }

    /// Whether an address is the app's: where it is to be sent back to. Out of band it has none.
    private static func isApp(_ redirect: RedirectURI) -> @Sendable (String) -> Bool {
        { redirect.kind != .outOfBand && $0.hasPrefix(redirect.description) }
    }
}
