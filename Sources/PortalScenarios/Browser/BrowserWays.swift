internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalTransport

/// The ways in which an answer gets from a scripted browser to the client: by itself, to a listener, or pasted by a person.
struct BrowserWays: AuthorizationAgent {
    let browser: ScriptedBrowser
    /// Writes down what happened to the listener, as `stranger(404)` and `listenerClosed`.
    let note: @Sendable (String) -> Void

    func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        switch browser.plan.way {
        case .browser: return try await browser.authorize(request)
        case .paste:
            return try await PastedAgent { question in
                try? await browser.callback(from: question.address.description, question.redirectURI)
            }.authorize(request)
        case .listener: return try await listening(request)
        }
    }

    private func listening(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        let place = Locked<String?>(nil)
        let agent = LoopbackAgent(returningTo: "mockportal") { url in
            let redirect = AddressQuery.member("redirect_uri", of: url.description).map(Self.decoded) ?? ""
            place.withLock { $0 = redirect }
            try await visit(url, redirect)
        }
        let response: AuthorizationResponse
        do {
            response = try await agent.authorize(request)
        } catch {
            await noteWhetherClosed(place.withLock { $0 })
            throw error
        }
        await noteWhetherClosed(place.withLock { $0 })
        return browser.behavior.answer(response, place.withLock { $0 } ?? "")
    }

    /// What the browser does: strangers come first where the plan says so, and the sign-in last.
    private func visit(_ url: HTTPURL, _ redirect: String) async throws {
        let window = try BrowserWindow(trust: browser.trust)
        do {
            try await visit(url, redirect, in: window)
        } catch {
            await window.close()
            throw error
        }
        await window.close()
    }

    private func visit(_ url: HTTPURL, _ redirect: String, in window: BrowserWindow) async throws {
        if browser.plan.strangers, let origin = Origin(ofURL: redirect)?.description {
            for address in [
                origin + "/favicon.ico", origin + "/elsewhere", redirect + "/below?code=x&state=y",
                redirect + "?code=x",
                redirect + "?code=x&state=y",
            ] {
                note("stranger(\(await window.status(of: address)))")
            }
            note("stranger(\(await window.status(of: redirect + "?code=x&state=y", posting: [("code", "x")])))")
        }
        if browser.plan.act == .never { return }
        let callback = try await browser.callback(
            from: browser.behavior.address(url.description), try RedirectURI(redirect))
        _ = await window.status(of: callback)
    }

    private func noteWhetherClosed(_ address: String?) async {
        guard let address, let window = try? BrowserWindow(trust: browser.trust) else { return }
        let status = await window.status(of: address)
        await window.close()
        note(status == 0 ? "listenerClosed" : "listenerOpen")
    }

    private static func decoded(_ text: String) -> String {
        FormURLEncoded.fields(of: "a=" + text).first?.value ?? text
    }
}
