import Foundation
import HTTPSemantics
import PortalAuthentication
import PortalClient
import PortalTransport

/// Measures signing in: `SignInBench <portal> <CA file> <user> <password> <client id> <control URL> <resource> <rounds>` prints lines
/// `signIn <ms>` and `renewal <ms>`, one per round.
///
/// A sign-in is everything from the sign-in page to the first answer that knows the user; the page is filled in by the same transport.
/// A renewal is 64 requests at once whose token the portal has just ended.
@main
struct SignInBench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 9, let rounds = Int(arguments[8]) else {
            FileHandle.standardError.write(
                Data("usage: SignInBench PORTAL CA-FILE USER PASSWORD CLIENT CONTROL-URL RESOURCE ROUNDS\n".utf8))
            exit(64)
        }
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(try String(contentsOfFile: arguments[2], encoding: .utf8))]
        let transport = try CurlTransport(trust: trust)
        let portal = try PortalURL(arguments[1])
        let username = arguments[3]
        let agent = FormAgent(transport: transport, username: username, password: arguments[4])
        let configuration = try OAuthUserConfiguration(
            portal: portal, clientID: arguments[5], redirectURI: try RedirectURI("my-ags-app://auth"))
        var last: PortalEnvironment?
        for round in -3..<rounds {
            let environment = PortalEnvironment(transport: transport, trust: trust)
            last = environment
            let taken = try await milliseconds {
                try await environment.authentication.signIn(configuration, agent: agent)
                let loaded = Portal(url: portal, connection: .authenticated, in: environment)
                try await loaded.load()
                guard loaded.user?.username == username else { throw Wrong(what: "no user is signed in") }
            }
            if round >= 0 { print("signIn", taken) }
        }
        guard let signedIn = last else { throw Wrong(what: "there was no round") }
        let request = ArcGISRequest(try HTTPURL(arguments[7]))
        for round in -3..<rounds {
            try await expireTokens(arguments[6], transport)
            let taken = try await milliseconds {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<64 { group.addTask { _ = try await signedIn.request(request) } }
                    try await group.waitForAll()
                }
            }
            if round >= 0 { print("renewal", taken) }
        }
        transport.shutdown()
    }

    private static func expireTokens(_ control: String, _ transport: CurlTransport) async throws {
        let answer = try await transport.send(
            HTTPRequest(
                method: "POST", url: control + "/actions", headers: [HeaderField("Content-Type", "application/json")],
                body: Array("{\"expire\":\"all\"}".utf8)))
        guard answer.status < 300 else { throw Wrong(what: "the portal would not end its tokens: \(answer.status)") }
    }

    private static func milliseconds(_ body: @Sendable () async throws -> Void) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await body()
        let taken = clock.now - start
        return Double(taken.components.seconds) * 1e3 + Double(taken.components.attoseconds) / 1e15
    }
}

/// What was otherwise than a bench can go on with.
struct Wrong: Error {
    let what: String
}

/// Fills the portal's own sign-in page in, as its only reader.
struct FormAgent: AuthorizationAgent {
    let transport: CurlTransport
    let username: String
    let password: String

    func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        let address = request.url(redirectingTo: request.redirectURI)
        let page = try await transport.send(HTTPRequest(url: address.description))
        let text = String(decoding: page.body, as: UTF8.self)
        guard let state = text.between("name=\"oauth_state\" value=\"", and: "\""),
            let action = text.between("action=\"", and: "\"")
        else { throw Wrong(what: "the page has no form") }
        let form = "oauth_state=\(state)&username=\(username)&password=\(password)&authorize=true"
        let answer = try await transport.send(
            HTTPRequest(
                // A path is one of the same origin.
                method: "POST", url: action.hasPrefix("/") ? "\(address.origin)\(action)" : action,
                headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")], body: Array(form.utf8)))
        guard let callback = answer.headers.first(named: "Location") else { throw Wrong(what: "no redirect came") }
        return AuthorizationResponse(redirectURI: request.redirectURI, callback: callback)
    }
}

extension String {
    fileprivate func between(_ start: String, and end: String) -> String? {
        guard let open = range(of: start), let close = range(of: end, range: open.upperBound..<endIndex) else {
            return nil
        }
        return String(self[open.upperBound..<close.lowerBound])
    }
}
