internal import HTTPSemantics
package import JSONValues
package import Platform
package import PortalAuthentication
package import PortalTransport

/// A portal and a server in a few lines, for the script of a ``ScriptedTransport``.
package final class PretendPortal: Sendable {
    package struct State: Sendable {
        package var passwords = ["alice": "p+&=%20é\""]
        package var live: Set<String> = []
        package var issued = 0
        /// The lifetime of tokens in milliseconds; nil leaves `expires` out.
        package var lifetime: Int64? = 3_600_000
        package var ssl = true
        package var refusesEveryToken = false
        package var self_ = "public"
        /// Answers instead of the portal, by the end of the path; taken once unless `isForEver`.
        package var canned: [(pathEnd: String, response: HTTPResponse, isForEver: Bool)] = []
        package var refusal: JSONValue = ["error": ["code": 498, "message": "Invalid token.", "details": []]]
        package var refusalStatus = 200
        package var info: JSONValue = [
            "authInfo": [
                "isTokenBasedSecurity": true, "tokenServicesUrl": "https://h.test/portal/sharing/rest/generateToken",
            ]
        ]
        package var seesOnlyForms = false
        package var now: Timestamp = Timestamp(milliseconds: 1_700_000_000_000)
        package var date: String?
    }
    package let state = Locked(State())

    package init() {}

    package static let alice: JSONValue = [
        "username": "alice", "fullName": "Alice A.", "email": "alice@h.test", "created": 1_440_466_346_000,
        "orgId": "ORG1", "thumbnail": "me.png", "role": "org_user", "privileges": ["portal:user:createItem"],
    ]

    package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    package func can(_ pathEnd: String, _ response: HTTPResponse, forEver: Bool = false) {
        change { $0.canned.append((pathEnd, response, forEver)) }
    }

    package func answer(_ sent: ScriptedTransport.Sent) -> HTTPResponse {
        state.withLock { state in
            if let index = state.canned.firstIndex(where: { sent.path.hasSuffix($0.pathEnd) }) {
                let canned = state.canned[index]
                if !canned.isForEver { state.canned.remove(at: index) }
                return canned.response
            }
            if sent.path.hasSuffix("/generateToken") || sent.path.hasSuffix("/tokens/") {
                return Self.generate(sent, &state)
            }
            if sent.path.hasSuffix("/rest/info") { return .json(state.info) }
            let token = state.seesOnlyForms ? sent.form["token"] : sent.token ?? sent.form["token"]
            let isLive = token.map { state.live.contains($0) && !state.refusesEveryToken } ?? false
            if token != nil, !isLive { return .json(state.refusal, status: state.refusalStatus) }
            if sent.path.hasSuffix("/portals/self") { return Self.portal(isLive: isLive, state) }
            let items = "/content/items/"
            if sent.path.contains(items + "private") || sent.path.contains(items + Traffic.privateItem) {
                return isLive ? .json(["id": .string(Traffic.privateItem), "title": "Private"]) : .denied
            }
            if sent.path.contains("/rest/services/") { return isLive ? .json(["mapName": "Traffic"]) : .tokenRequired }
            return .json(["ok": true])
        }
    }

    private static func generate(_ sent: ScriptedTransport.Sent, _ state: inout State) -> HTTPResponse {
        let form = sent.form
        guard sent.method == "POST", let name = form["username"], state.passwords[name] == form["password"] else {
            return .json([
                "error": [
                    "code": 400, "message": "Unable to generate token.", "details": ["Invalid username or password."],
                ]
            ])
        }
        state.issued += 1
        let token = "tok\(state.issued)"
        state.live.insert(token)
        var answer: JSONValue = ["token": .string(token), "ssl": .bool(state.ssl)]
        if let lifetime = state.lifetime { answer["expires"] = .integer(state.now.milliseconds + lifetime) }
        var response = HTTPResponse.json(answer)
        if let date = state.date { response.headers.append(HeaderField("Date", date)) }
        return response
    }

    private static func portal(isLive: Bool, _ state: State) -> HTTPResponse {
        if state.self_ == "refused", !isLive { return .tokenRequired }
        var json: JSONValue = [
            "id": "ORG1", "name": "City", "portalName": "City Portal", "access": "public", "isPortal": true,
        ]
        if isLive { json["user"] = alice }
        return .json(json)
    }
}

extension HTTPResponse {
    package static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: [HeaderField("Content-Type", "application/json")], body: value.bytes())
    }
    package static func text(_ text: String, type: String = "text/html", status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: [HeaderField("Content-Type", type)], body: Array(text.utf8))
    }
    package static func redirect(_ status: Int, _ location: String) -> HTTPResponse {
        HTTPResponse(status: status, headers: [HeaderField("Location", location)])
    }
    package static var tokenRequired: HTTPResponse {
        .json(["error": ["code": 499, "message": "Token Required", "details": []]])
    }
    package static var denied: HTTPResponse {
        .json([
            "error": ["code": 403, "messageCode": "GWM_0003", "message": "You do not have permissions.", "details": []]
        ])
    }
}
