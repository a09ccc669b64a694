internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport
internal import TLSIdentity

/// A first look: whether a portal is there, what stands before it, and what it tells strangers.
struct PortalSurvey: Sendable {
    var facts: PortalFacts
    /// What is wrong with the certificate under the run's own trust.
    var defects: Set<CertificateDefect> = []
    /// Why the portal's documents cannot be had, though it is there; nil where they can.
    var obstacle: String?
    var exchanges: [WireExchange] = []

    /// Looks at the root, the security and the properties; throws where nothing answers, or nothing that is a portal.
    static func perform(_ plan: ConformancePlan) async throws(ConformanceError) -> PortalSurvey {
        let client = try client(plan, plan.webTierAnswers)
        defer { client.end() }
        var survey = PortalSurvey(facts: PortalFacts(url: plan.portal.root.description))
        var looks: [WireExchange] = []
        var refusal: PortalError?
        for url in [client.resource("portals", "self"), client.resource("info"), client.portal.rest] {
            let (exchange, error) = await client.lookAndTell(url)
            guard let look = exchange else { continue }
            looks.append(look)
            refusal = refusal ?? error
            // Where the first is not answered at all, the others would only take their time.
            if look.response == nil { break }
        }
        survey.exchanges = client.recorder.exchanges
        survey.readWire()
        try survey.readLooks(looks, plan)
        survey.readRefusal(refusal, plan)
        if plan.identity != nil, survey.facts.clientCertificates == "asked" {
            try await survey.lookWithoutIdentity(plan)
        }
        return survey
    }

    /// Looks once more without the profile's identity: whether a certificate is demanded shows only there.
    private mutating func lookWithoutIdentity(_ plan: ConformancePlan) async throws(ConformanceError) {
        var answers = plan.webTierAnswers
        answers.identity = nil
        let client = try Self.client(plan, answers)
        defer { client.end() }
        guard let look = await client.look(client.resource("portals", "self")) else { return }
        let before = exchanges.count
        exchanges += client.recorder.exchanges.map { exchange in
            var exchange = exchange
            exchange.number += before
            return exchange
        }
        readWire()
        if facts.clientCertificates == "required" {
            facts.strangers = look.error.map { "\($0.code)" } ?? look.response.map { "HTTP \($0.status)" } ?? "nothing"
        }
    }

    private static func client(
        _ plan: ConformancePlan, _ answers: ConformanceChallengeHandler.Answers
    ) throws(ConformanceError) -> RowClient {
        do {
            return try RowClient(
                plan.portal, plan, trusting: plan.authorities, answers: answers, time: SystemTimeSource())
        } catch {
            throw ConformanceError("the wire cannot be used: \(error.detail)")
        }
    }

    /// What every answer and refusal tells of TLS and of the web tier.
    private mutating func readWire() {
        for exchange in exchanges {
            if let response = exchange.response {
                facts.httpVersion = facts.httpVersion ?? response.httpVersion
                facts.software = facts.software ?? response.headers.first(named: "Server")
                note(response.peerCertificates)
                if let request = response.certificateRequest {
                    note(.asked, issuers: request.acceptableIssuers.count)
                }
            }
            if let failure = exchange.error?.serverTrust {
                note(failure.chain)
                defects.formUnion(failure.defects)
            }
            if let failure = exchange.error?.clientCertificate {
                note(
                    exchange.error?.code == .clientCertificateRequested ? .asked : .required,
                    issuers: failure.acceptableIssuers.count)
            }
            // A web server that answers by itself, as nginx's 400 and IIS's 403, asked in the handshake before.
            if let status = exchange.response?.status, status == 400 || status == 403, exchange.document == nil,
                facts.clientCertificates == "asked"
            {
                note(.required, issuers: 0)
            }
            for challenge in exchange.challenges { note(challenge) }
        }
        facts.certificateDefects = defects.map { Reason([$0]).rawValue }.sorted()
    }

    private enum Asking: String { case asked, required }

    private mutating func note(_ asking: Asking, issuers: Int) {
        if facts.clientCertificates != "required" { facts.clientCertificates = asking.rawValue }
        facts.acceptableIssuers = max(facts.acceptableIssuers, issuers)
    }

    private mutating func note(_ chain: [CertificateSummary]) {
        if facts.chain.isEmpty { facts.chain = chain.map { PortalFacts.Certificate($0) } }
    }

    private mutating func note(_ challenge: Challenge) {
        var words = challenge.scheme
        if challenge.method == .digest { words += " \(challenge["algorithm"] ?? "MD5")" }
        if !facts.gates.contains(words) { facts.gates.append(words) }
    }

    private mutating func readLooks(_ looks: [WireExchange], _ plan: ConformancePlan) throws(ConformanceError) {
        guard let first = looks.first else { throw ConformanceError("\(plan.portal) cannot be asked") }
        if let error = first.error {
            facts.strangers = "\(error.code)"
            guard isGate(error) else {
                throw ConformanceError(
                    "nothing that answers as a portal at \(plan.portal): \(error.detail) (\(error.code))")
            }
            obstacle =
                error.serverTrust == nil ? "the portal asks for a client certificate: \(error.detail)" : trustObstacle
            return
        }
        read(first)
        for look in looks where look.isSuccess {
            guard let document = look.document else { continue }
            switch look.endpoint {
            case .info: readInfo(document)
            case .root: facts.currentVersion = facts.currentVersion ?? document["currentVersion"]?.string
            default: break
            }
        }
        guard looks.contains(where: Self.speaksAsPortal) || facts.hasWebTier else {
            throw ConformanceError("what answers at \(plan.portal) is no portal: \(Self.picture(of: first))")
        }
        if facts.hasWebTier, let status = first.response?.status, status >= 400, first.document == nil {
            obstacle = "the web tier in front of the portal refuses what the profile has: HTTP \(status)"
        }
    }

    /// What the client says of a web tier that it could not sign in to.
    private mutating func readRefusal(_ refusal: PortalError?, _ plan: ConformancePlan) {
        guard let refusal else { return }
        if refusal.isOfWindowsSignIn {
            obstacle = "the sign-in at the web tier in front of the portal fails: \(refusal.detail) (\(refusal.code))"
        } else if let known = obstacle, refusal.code == .httpAuthentication {
            var advice: [String] = []
            if plan.profile.webTier == nil,
                refusal.challenges.contains(where: { SchemeChoice.answeredByPassword.contains($0.method) })
            {
                advice.append("name accounts.webTier in the profile (NTLM: DOMAIN\\name)")
            }
            if plan.options.negotiate.hosts.isEmpty, refusal.challenges.contains(where: { $0.method == .negotiate }) {
                advice.append("sign in with a Kerberos ticket (--negotiate \(plan.portal.root.origin.host))")
            }
            if !advice.isEmpty { obstacle = "\(known); \(advice.joined(separator: ", or "))" }
        }
    }

    private var trustObstacle: String {
        "the portal's certificate is not trusted (\(facts.certificateDefects.joined(separator: ", "))); where it is the right one, name its authority in trust.caFile"
    }

    /// Whether a failure says that the server is there and TLS keeps the client out.
    private func isGate(_ error: TransportError) -> Bool { error.serverTrust != nil || error.clientCertificate != nil }

    private mutating func read(_ look: WireExchange) {
        if let code = look.errorCode {
            facts.strangers = "error \(code)"
        } else if let response = look.response, response.status != 200 {
            facts.strangers = "HTTP \(response.status)"
        }
        // A client that passed the web tier is no stranger.
        guard look.isSuccess, let document = look.document else { return }
        facts.strangers = facts.gates.isEmpty ? "a document" : "HTTP 401"
        facts.portalName = document["portalName"]?.string
        facts.currentVersion = document["currentVersion"]?.string
        facts.isEnterprise = document["isPortal"]?.bool
        facts.mode = document["portalMode"]?.string
        facts.access = document["access"]?.string
        facts.allSSL = document["allSSL"]?.bool
        facts.supportsOAuth = document["supportsOAuth"]?.bool
        facts.view = document["id"]?.string == nil ? "general" : "organization"
    }

    private mutating func readInfo(_ document: JSONValue) {
        facts.isTokenBased = document["authInfo"]?["isTokenBasedSecurity"]?.bool
        facts.tokenServicesURL = document["authInfo"]?["tokenServicesUrl"]?.string
        facts.owningSystemURL = document["owningSystemUrl"]?.string
    }

    /// Whether an answer is one that only a portal gives: a document with its members, or ArcGIS' own error object.
    private static func speaksAsPortal(_ look: WireExchange) -> Bool {
        if let envelope = look.envelope {
            return envelope["code"]?.integer != nil && (envelope["message"] != nil || envelope["details"] != nil)
        }
        guard let document = look.document else { return false }
        switch look.endpoint {
        case .info: return document["authInfo"] != nil || document["owningSystemUrl"] != nil
        case .root: return document["currentVersion"] != nil
        default:
            return ["portalName", "isPortal", "portalHostname", "urlKey", "helperServices"].contains {
                document[$0] != nil
            }
        }
    }

    private static func picture(of look: WireExchange) -> String {
        guard let response = look.response else { return "no answer" }
        let type = response.headers.first(named: "Content-Type") ?? "no content type"
        if let title = WirePage.title(of: response.body) {
            return "HTTP \(response.status), \(type), a page titled \"\(title)\""
        }
        return
            "HTTP \(response.status), \(type), \(response.body.count) bytes\(look.document == nil ? "" : ", JSON without a portal's members")"
    }
}
