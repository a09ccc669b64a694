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
    private let identities = Locked(ClientIdentityStore())
    private let log: RunLog
    private let vault: CredentialVault
    private let grants: GrantBook
    private let cabinet: IdentityCabinet
    private let portal: MockPortal
    private let faults: AppFaults

    init(
        log: RunLog, vault: CredentialVault, grants: GrantBook, cabinet: IdentityCabinet, portal: MockPortal,
        faults: AppFaults
    ) {
        self.log = log
        self.vault = vault
        self.cabinet = cabinet
        self.grants = grants
        self.portal = portal
        self.faults = faults
    }

    /// Has more answers ready.
    func add(_ plans: [AnswerPlan]) { queue.withLock { $0 += plans } }

    /// Imports into this store from now on.
    func use(_ store: ClientIdentityStore) { identities.withLock { $0 = store } }

    private var store: ClientIdentityStore { identities.withLock { $0 } }

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
        case .trust, .reject, .password, .certificate, .imports:
            log.complain("a \(kind) challenge met an answer for another kind")
            return .withoutCredential
        }
    }

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        let (kind, origin) = (Self.kind(of: challenge.space.method), challenge.space.origin)
        let realm = challenge.space.realm.map { " \($0)" } ?? ""
        for _ in 0..<(faults.contains(.promptTwice) ? 2 : 1) {
            log.challenge(kind, failures: challenge.previousFailureCount, place: name(origin) + realm)
        }
        challenges.withLock { $0.append("\(challenge) \(String(reflecting: challenge))") }
        switch challenge.space.method {
        case .serverTrust:
            log.remember("certificate", CertificateView.value(challenge.chain, defects: challenge.defects))
            if challenge.previousFingerprint != nil { log.remember("previousFingerprint", true) }
        case .clientCertificate:
            log.asked(for: challenge.space)
            let names = challenge.candidates.map(cabinet.name).sorted()
            log.remember("candidates", .array(names.map { .string($0) }))
        default: break
        }
        guard let plan = await next("\(kind) challenge") else { return .withoutCredential }
        if case .cancel = plan.kind { return cancelled(challenge) }
        if case .reject = plan.kind {
            return faults.contains(.rejectGivesUp) ? .withoutCredential : .rejectProtectionSpace
        }
        switch (challenge.space.method, plan.kind) {
        case (_, .without):
            if challenge.space.method == .clientCertificate { grants.unchose(origin) }
            return faults.contains(.withoutIsCancel) ? .cancel : .withoutCredential
        case (.serverTrust, .trust(let isForCertificate)):
            let fingerprint = isForCertificate ? challenge.chain.first?.sha256 : nil
            grants.granted(
                origin, fingerprint: fingerprint, tolerating: [.certificateSelfSigned, .certificateUnknownRoot])
            return .credential(.serverTrust(NetworkTrust(scope: isForCertificate ? .certificate : .host)))
        case (.clientCertificate, .certificate(let name)): return chosen(name, for: challenge)
        case (.clientCertificate, .imports(let files)): return imported(files, for: challenge)
        case (.basic, .password(let input)), (.digest, .password(let input)), (.ntlm, .password(let input)),
            (.negotiate, .password(let input)):
            return .credential(
                .password(username: input.username ?? input.user ?? "", vault.password(of: input)))
        default:
            log.complain("a \(kind) challenge met an answer for another kind")
            return .withoutCredential
        }
    }

    /// The method as `expect.events` spells it.
    private static func kind(of method: AuthenticationMethod) -> String {
        switch method {
        case .serverTrust: "serverTrust"
        case .clientCertificate: "clientCertificate"
        default: "\(method)"
        }
    }

    private func cancelled(_ challenge: NetworkChallenge) -> NetworkDisposition {
        guard faults.contains(.ignoreCancel) else { return .cancel }
        switch challenge.space.method {
        case .serverTrust: return .credential(.serverTrust(NetworkTrust(scope: .host)))
        case .clientCertificate: return chosen("alice", for: challenge)
        default:
            return .credential(.password(username: "alice", vault.password(of: .account("alice"))))
        }
    }

    /// Hands an identity in: the candidate of that name, or one that the app has elsewhere.
    private func chosen(_ name: String, for challenge: NetworkChallenge) -> NetworkDisposition {
        do {
            let known = challenge.candidates.first { cabinet.name(of: $0) == name }
            let identity = try known ?? cabinet.identity(name)
            grants.chose(name, for: challenge.space.origin)
            return .credential(.certificate(identity))
        } catch {
            log.complain("there is no identity \(name): \(error)")
            return .withoutCredential
        }
    }

    /// Imports files, one after the other, as an app does whose user mistypes the password, and hands the first in that opens.
    private func imported(_ files: [IdentityFile], for challenge: NetworkChallenge) -> NetworkDisposition {
        for file in files {
            do {
                let (path, password) = try cabinet.file(file)
                let identity = try store.importPKCS12(
                    file: path, password: password, overwrite: file.overwrites,
                    allowsLegacyEncryption: file.allowsLegacy)
                log.note("imported")
                grants.chose(cabinet.name(of: identity), for: challenge.space.origin)
                return .credential(.certificate(identity))
            } catch let error as IdentityImportError {
                log.fail(error, isStep: false)
            } catch {
                log.complain("the file \(file.recipe) cannot be made: \(error)")
            }
        }
        return .withoutCredential
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
