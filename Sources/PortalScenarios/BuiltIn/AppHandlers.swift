internal import HTTPAuthentication
internal import JSONValues
internal import Locking
internal import MockPortalServer
internal import PortalAuthentication
internal import PortalJudge
internal import TLSIdentity

/// The app's side of challenges: answers from the scenario's queue, in order.
final class AppHandlers: ArcGISChallengeHandler, NetworkChallengeHandler {
    private let queue = Locked<[AnswerPlan]>([])
    private let challenges = Locked<[String]>([])
    private let log: RunLog
    private let vault: CredentialVault
    private let grants: GrantBook
    private let portal: MockPortal
    private let faults: AppFaults

    init(log: RunLog, vault: CredentialVault, grants: GrantBook, portal: MockPortal, faults: AppFaults) {
        self.log = log
        self.vault = vault
        self.grants = grants
        self.portal = portal
        self.faults = faults
    }

    /// Has more answers ready.
    func add(_ plans: [AnswerPlan]) { queue.withLock { $0 += plans } }

    /// Every challenge that came, described, for the check that descriptions hold no secret.
    var descriptions: [String] { challenges.withLock { $0 } }

    /// What a thrown answer throws.
    struct Thrown: Error, CustomStringConvertible {
        let description: String
    }

    func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
        let kind: String
        var consent: Origin?
        switch challenge.kind {
        case .oAuthOrToken: kind = "oAuthOrToken"
        case .token: kind = "token"
        case .tokenServiceConsent(let origin):
            kind = "consent"
            consent = origin
        }
        for _ in 0..<(faults.contains(.promptTwice) ? 2 : 1) {
            log.challenge(
                kind, failures: challenge.previousFailureCount,
                place: consent.map(name) ?? challenge.requestURL.withoutQuery)
        }
        challenges.withLock { $0.append("\(challenge) \(String(reflecting: challenge))") }
        if let consent, faults.contains(.consentAlways) {
            grants.consented(to: consent)
            return .consent
        }
        guard let plan = await next("\(kind) challenge") else { return .withoutCredential }
        switch plan.kind {
        case .credential(let input): return try await credential(input, for: challenge)
        case .cancel:
            if faults.contains(.ignoreCancel), consent == nil {
                return try await credential(.account("alice"), for: challenge)
            }
            return .cancel
        case .without: return .withoutCredential
        case .consent:
            if let consent { grants.consented(to: consent) }
            return .consent
        case .failure(let text): throw Thrown(description: text)
        case .trust:
            log.complain("a \(kind) challenge met the answer trust")
            return .withoutCredential
        }
    }

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        for _ in 0..<(faults.contains(.promptTwice) ? 2 : 1) {
            log.challenge("serverTrust", failures: challenge.previousFailureCount, place: name(challenge.space.origin))
        }
        challenges.withLock { $0.append("\(challenge) \(String(reflecting: challenge))") }
        log.remember("certificate", CertificateView.value(challenge.chain, defects: challenge.defects))
        if challenge.previousFingerprint != nil { log.remember("previousFingerprint", true) }
        guard let plan = await next("serverTrust challenge") else { return .withoutCredential }
        switch plan.kind {
        case .trust(let isForCertificate):
            let fingerprint = isForCertificate ? challenge.chain.first?.sha256 : nil
            grants.granted(
                challenge.space.origin, fingerprint: fingerprint,
                tolerating: [.certificateSelfSigned, .certificateUnknownRoot])
            return .credential(.serverTrust(NetworkTrust(scope: isForCertificate ? .certificate : .host)))
        case .cancel:
            return faults.contains(.ignoreCancel) ? .credential(.serverTrust(NetworkTrust(scope: .host))) : .cancel
        case .without: return .withoutCredential
        case .credential, .consent, .failure:
            log.complain("a serverTrust challenge met an answer for another kind")
            return .withoutCredential
        }
    }

    /// What the scenario calls an origin.
    private func name(_ origin: Origin) -> String {
        let places = [("portal", portal.url)] + portal.hostURLs.sorted { $0.key < $1.key }
        return places.first { Origin(ofURL: $0.1) == origin }?.0 ?? origin.description
    }

    private func next(_ kind: String) async -> AnswerPlan? {
        let plan = queue.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let plan else {
            log.complain("a \(kind) came that the scenario has no answer for")
            return nil
        }
        if let until = plan.until {
            _ = await portal.waitForRequests(until.requests, operation: until.operation, timeout: .seconds(10))
        }
        return plan
    }

    private func credential(_ input: CredentialInput, for challenge: ArcGISChallenge) async throws -> ArcGISDisposition
    {
        .credential(
            try await vault.credential(input, for: challenge.requestURL, in: challenge.environment, isMade: true))
    }
}

extension CredentialInput {
    /// An account with its right password.
    static func account(_ name: String) -> CredentialInput {
        CredentialInput(user: name, password: .right, tokenURL: "discover", authType: .unknown)
    }
}
