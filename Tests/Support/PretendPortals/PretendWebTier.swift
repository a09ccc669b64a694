internal import HTTPSemantics
package import Platform
package import PortalAuthentication
package import PortalTransport
internal import TLSIdentity

/// A web tier that asks for Basic or Digest before anything else is reached; it checks answers by itself.
package final class PretendWebTier: Sendable {
    package enum Staleness: Sendable {
        case honest, always
        /// Only the nonce that was given last to anybody is good, once (httpd's `AuthDigestNonceLifetime 0`).
        case allButTheLast
    }
    package struct State: Sendable {
        /// `WWW-Authenticate` lines; `{nonce}` stands for a new nonce and `{realm}` for the realm of the path.
        package var offers: [String]
        package var passwords = ["alice": "right", "bob": "other"]
        package var staleness = Staleness.honest
        package var givesNextNonce = false
        /// Realms below a path, besides `portal`.
        package var realms: [(path: String, realm: String)] = []
        /// Only this host is guarded; nil: every one.
        package var host: String?
        package var issued = 0
        package var live: Set<String> = []
        package var dead: Set<String> = []
        package var used: Set<String> = []
        package var lines: [String] = []
    }
    package let state: Locked<State>

    package static let basic = "Basic realm=\"{realm}\", charset=\"UTF-8\""
    package static let digest = "Digest realm=\"{realm}\", nonce=\"{nonce}\", qop=\"auth\""
    package static let sha256 = digest + ", algorithm=SHA-256"

    package init(_ offers: String...) { state = Locked(State(offers: offers)) }

    package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// What came: the end of the path and who signed in how, as `self basic=alice` or `self digest=alice nonce#1 nc=1`.
    package var lines: [String] { state.withLock { $0.lines } }

    /// Makes every nonce stale.
    package func expireNonces() {
        change { state in
            state.dead.formUnion(state.live)
            state.live = []
        }
    }

    package func stage(
        policy: (inout ClientPolicy) -> Void = { _ in },
        wrap: (@Sendable (ScriptedTransport.Sent) async -> Void)? = nil
    ) -> Stage {
        let portal = PretendPortal()
        return Stage(
            policy: policy,
            script: { [self] sent throws(TransportError) in
                await wrap?(sent)
                return answer(sent) { portal.answer(sent) }
            })
    }

    package func answer(_ sent: ScriptedTransport.Sent, _ behind: () -> HTTPResponse) -> HTTPResponse {
        let verdict = state.withLock { judge(sent, &$0) }
        switch verdict {
        case .refused(let response): return response
        case .passed(let nextNonce):
            var response = behind()
            if let nextNonce {
                response.headers.append(HeaderField("Authentication-Info", "nextnonce=\"\(nextNonce)\""))
            }
            return response
        }
    }

    private enum Verdict {
        case refused(HTTPResponse)
        case passed(nextNonce: String?)
    }

    private func judge(_ sent: ScriptedTransport.Sent, _ state: inout State) -> Verdict {
        if let host = state.host, Origin(ofURL: sent.url)?.host != host { return .passed(nextNonce: nil) }
        let path = String(sent.path.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" })
        let name = path.split(separator: "/").last.map(String.init) ?? "/"
        let realm = state.realms.first { path.hasPrefix($0.path) }?.realm ?? "portal"
        guard let field = sent.header("Authorization"), let authorization = Authorization(fieldValue: field) else {
            state.lines.append(name)
            return .refused(Self.refusal(realm, isStale: state.staleness == .always, &state))
        }
        if authorization.method == .basic {
            let known = state.passwords.first { Self.basicValue($0.key, $0.value) == authorization.token68 }
            state.lines.append("\(name) basic=\(known?.key ?? "wrong")")
            guard known != nil else { return .refused(Self.refusal(realm, isStale: false, &state)) }
            return .passed(nextNonce: nil)
        }
        guard let digest = try? DigestAuthorization(authorization), case .name(let user) = digest.user else {
            state.lines.append("\(name) malformed")
            return .refused(Self.refusal(realm, isStale: false, &state))
        }
        let number = digest.nonce.dropFirst("nonce".count)
        var line = "\(name) digest=\(user) nonce#\(number)"
        if let count = digest.nonceCount { line += " nc=\(count.value)" }
        if digest.algorithm?.hash == .sha256 { line += " SHA-256" }
        guard digest.realm == realm, Self.isRight(digest, user, sent, state.passwords[user]) else {
            state.lines.append(line + " wrong")
            return .refused(Self.refusal(realm, isStale: false, &state))
        }
        let isStale = state.staleness == .always || !state.live.contains(digest.nonce)
        if state.staleness == .allButTheLast { state.live.remove(digest.nonce) }
        let isReplayed = !state.used.insert("\(digest.nonce) \(digest.nonceCount?.text ?? "-")").inserted
        state.lines.append(line + (isStale ? " stale" : isReplayed && digest.nonceCount != nil ? " replayed" : ""))
        guard !isStale, !isReplayed || digest.nonceCount == nil else {
            return .refused(Self.refusal(realm, isStale: true, &state))
        }
        return .passed(nextNonce: state.givesNextNonce ? Self.nonce(&state) : nil)
    }

    private static func nonce(_ state: inout State) -> String {
        state.issued += 1
        if state.staleness == .allButTheLast { state.live = [] }
        state.live.insert("nonce\(state.issued)")
        return "nonce\(state.issued)"
    }

    private static func refusal(_ realm: String, isStale: Bool, _ state: inout State) -> HTTPResponse {
        let nonce = nonce(&state)
        var response = HTTPResponse.text("<html>401</html>", status: 401)
        for offer in state.offers {
            var value = offer
            for (mark, text) in [("{nonce}", nonce), ("{realm}", realm)] {
                while let range = value.firstRange(of: mark) { value.replaceSubrange(range, with: text) }
            }
            if isStale, value.hasPrefix("Digest") { value += ", stale=true" }
            response.headers.append(HeaderField("WWW-Authenticate", value))
        }
        return response
    }

    /// Whether a Digest is what RFC 7616 §3.4.1 makes of the password, computed here and not by the client.
    private static func isRight(
        _ digest: DigestAuthorization, _ user: String, _ sent: ScriptedTransport.Sent, _ password: String?
    ) -> Bool {
        guard let password else { return false }
        func hash(_ text: String) -> String {
            digest.algorithm?.hash == .sha256 ? Digest.sha256Hex(Array(text.utf8)) : Digest.md5Hex(Array(text.utf8))
        }
        var secret = hash("\(user):\(digest.realm):\(password)")
        if digest.algorithm?.isSession == true { secret = hash("\(secret):\(digest.nonce):\(digest.cnonce ?? "")") }
        let target = String(sent.url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" })
        guard digest.uri == target else { return false }
        var covered = "\(sent.method):\(target)"
        if digest.qop == .authInt { covered += ":" + hash(sent.body) }
        let middle = digest.qop.map { "\(digest.nonceCount?.text ?? ""):\(digest.cnonce ?? ""):\($0.rawValue):" } ?? ""
        return digest.response == hash("\(secret):\(digest.nonce):\(middle)\(hash(covered))")
    }

    package static func basicValue(_ user: String, _ password: String) -> String {
        Base64.encode("\(user):\(password)".utf8)
    }
}
