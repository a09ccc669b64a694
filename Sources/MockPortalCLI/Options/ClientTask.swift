import ArgumentParser
import ClientEvidence
import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalJudge
import PortalTransport

/// `mockportal client-task`: the built-in client as a foreign one, so that it can be judged like anybody's.
///
/// It reads its task from the environment as `run --client` sets it, and ends with 0, 1 or 89 and a line of JSON.
struct ClientTask: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client-task",
        abstract: "Carry out one task of run --client with the built-in client.",
        discussion: """
            Example:
              mockportal run --client 'mockportal client-task'
            """,
        shouldDisplay: false)

    /// What the exit code of a client that cannot do a task is.
    private static let unsupported = ExitCode(89)

    func run() async throws {
        guard let url = Self.variable("PORTAL_URL"), let task = Self.variable("PORTAL_TASK") else {
            throw CommandFailure("client-task needs PORTAL_URL and PORTAL_TASK in its environment", .wrongUsage)
        }
        let transport: CurlTransport
        do { transport = try CurlTransport() } catch { throw CommandFailure("\(error)", .couldNotJudge) }
        defer { transport.shutdown() }
        do {
            try await Self.perform(task, at: try PortalURL(url), over: transport)
        } catch let error as PortalError {
            Console.complain("\(error)")
            let answer: JSONValue = ["outcome": "refused", "reason": .string(Reason(error).rawValue)]
            Console.say(answer)
            throw ExitCode(ExitStatus.refused.rawValue)
        }
        Console.say(["outcome": "accepted"])
    }

    private static func perform(_ task: String, at url: PortalURL, over transport: CurlTransport) async throws {
        var policy = ClientPolicy()
        if let referer = variable("PORTAL_REFERER") { policy.referer = referer }
        var trust = TrustDecisions()
        if let file = variable("PORTAL_CA_FILE") {
            trust.authorities = [PEMCertificates(String(decoding: try InputFile.bytes(file), as: UTF8.self))]
        }
        let environment = PortalEnvironment(policy: policy, transport: transport, trust: trust)
        // A credential is for what the task asks for: a service may stand on a server of its own.
        let service = try task == "query" ? variable("PORTAL_SERVICE_URL").map { try HTTPURL($0) } : nil
        let context = service ?? url.root
        if let user = variable("PORTAL_USERNAME"), let password = variable("PORTAL_PASSWORD") {
            environment.credentials.add(
                TokenCredential(for: context, username: user, password: Secret(password), in: environment))
        } else if let token = variable("PORTAL_TOKEN") {
            environment.credentials.add(
                try PregeneratedTokenCredential(url: context, tokenInfo: TokenInfo(accessToken: Secret(token))))
        }
        try await Self.addNetworkCredentials(to: environment, at: url.root.origin)
        let signsIn = !environment.credentials.credentials.isEmpty
        let portal = Portal(url: url, connection: signsIn ? .authenticated : .anonymous, in: environment)
        switch task {
        case "connect": try await portal.load()
        case "user":
            try await portal.load()
            try await portal.user?.thumbnail?.load()
        case "item":
            guard let id = variable("PORTAL_ITEM_ID") else { throw Self.unsupported }
            try await PortalItem(portal: portal, id: id).load()
        case "webmap":
            guard let id = variable("PORTAL_ITEM_ID") else { throw Self.unsupported }
            let map = Map(item: PortalItem(portal: portal, id: id))
            try await map.load()
            if let error = map.failedLayers.first?.loadError { throw error }
        case "query":
            guard let service else { throw Self.unsupported }
            _ = try await environment.request(ArcGISRequest(service))
        default: throw Self.unsupported
        }
    }

    /// An identity for the portal's own origin, and the user's password where a web tier asks for it.
    private static func addNetworkCredentials(to environment: PortalEnvironment, at origin: Origin) async throws {
        if let file = variable("PORTAL_CLIENT_P12") {
            let identity = try environment.identities.importPKCS12(
                try InputFile.bytes(file), password: variable("PORTAL_CLIENT_P12_PASSWORD").map { Secret($0) },
                overwrite: false)
            try await environment.networkCredentials.add(
                .certificate(identity), for: ProtectionSpace(origin: origin, method: .clientCertificate))
        }
        if let user = variable("PORTAL_USERNAME"), let password = variable("PORTAL_PASSWORD") {
            try await environment.networkCredentials.add(
                .password(username: user, Secret(password)), for: ProtectionSpace(origin: origin, method: .basic))
        }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
