internal import HTTPAuthentication
internal import Locking
internal import PortalAuthentication
internal import PortalTransport

/// A person with a browser, who does on a portal's sign-in page what a scenario says.
struct ScriptedBrowser: AuthorizationAgent {
    let plan: BrowserPlan
    let trust: TrustDecisions
    let grants: GrantBook
    /// The right password of an account, or another one.
    let password: @Sendable (_ user: String, _ isRight: Bool) -> Secret<String>
    let faults: AppFaults

    /// Opens the page, does what the plan says, and gives back where the page led to.
    func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        let redirect = request.redirectURI
        let address = faults.mangled(request.url(redirectingTo: redirect).description)
        switch faults.contains(.ignoreCancel) ? .signIn : plan.act {
        case .never:
            try await request.environment.core.time.wait(for: request.patience)
            if faults.contains(.endlessPatience) { break }
            throw PortalError(.authorizationTimedOut, detail: "nobody signed in within \(request.patience)")
        case .close:
            _ = try await visit(address, redirect) { _, _, _ in nil }
            throw PortalError(.cancelled, detail: "the window was closed")
        default: break
        }
        if faults.contains(.browserTwice) { _ = try await callback(from: address, redirect) }
        var callback = try await callback(from: address, redirect)
        switch plan.act {
        case .alterState: callback = callback.replacing("state=", with: "state=x")
        case .dropState: callback = Self.without("state", in: callback)
        default: break
        }
        if faults.contains(.ignoreState), let sent = Self.member("state", of: address) {
            callback = Self.without("state", in: callback) + "&state=\(sent)"
        }
        return AuthorizationResponse(redirectURI: redirect, callback: callback)
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
        case .page?, nil: throw BrowserWindow.Problem(description: "the sign-in page led to another page")
        }
    }

    /// Opens the page in a window and lets a body fill it in; nil where the body leaves.
    func visit(
        _ address: String, _ redirect: RedirectURI,
        _ body: (BrowserWindow, HTTPURL, String) async throws -> BrowserWindow.View?
    ) async throws -> BrowserWindow.View? {
        let window = try BrowserWindow(trust: trust)
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
        guard var form = PageForm(page: page) else {
            throw BrowserWindow.Problem(description: "the page has no form for a password")
        }
        func send(_ fields: [(String, String)]) async throws -> BrowserWindow.View {
            let target = place.resolving(form.action)?.description ?? form.action
            return try await window.open(target, posting: fields, isApp: Self.isApp(redirect))
        }
        func fields(isRight: Bool) -> [(String, String)] {
            password(plan.user, isRight).reveal { form.signingIn(username: plan.user, password: $0) }
        }
        if plan.act == .deny, !faults.contains(.ignoreCancel) {
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
        return try await send(fields(isRight: true))
    }

    /// Whether an address is the app's: where it is to be sent back to. Out of band it has none.
    private static func isApp(_ redirect: RedirectURI) -> @Sendable (String) -> Bool {
        { redirect.kind != .outOfBand && $0.hasPrefix(redirect.description) }
    }

    /// A member of an address's query as it was written.
    static func member(_ name: String, of address: String) -> String? {
        members(of: address).first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// An address without a member of its query.
    static func without(_ name: String, in address: String) -> String {
        let kept = members(of: address).filter { !$0.hasPrefix(name + "=") }
        return String(address.prefix { $0 != "?" }) + "?" + kept.joined(separator: "&")
    }

    private static func members(of address: String) -> [Substring] {
        address.drop { $0 != "?" }.dropFirst().split(separator: "&")
    }
}

extension AppFaults {
    /// The address of the sign-in page as a faulty client makes it.
    func mangled(_ address: String) -> String {
        var address = address
        if contains(.noState) { address = ScriptedBrowser.without("state", in: address) }
        if contains(.constantState) { address = ScriptedBrowser.without("state", in: address) + "&state=constant" }
        if contains(.noProof) {
            address = ScriptedBrowser.without("code_challenge_method", in: address)
            address = ScriptedBrowser.without("code_challenge", in: address)
        }
        if contains(.plainProof) {
            address = ScriptedBrowser.without("code_challenge_method", in: address) + "&code_challenge_method=plain"
        }
        if contains(.constantProof) {
            // RFC 7636 appendix B; the verifier is put in on the wire.
            address =
                ScriptedBrowser.without("code_challenge", in: address)
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        }
        return address
    }
}
