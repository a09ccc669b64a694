internal import ClientEvidence
internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import TLSIdentity

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The user of an app that has an ``Authenticator``: gives the scenario's answers to its questions, in order.
///
/// Each question is an event, as `asked(signIn portal)`, and with `again` where it says why it is asked once more; what the user is
/// told is one too, as `told(authorization-denied)`. A second question while one is open is a complaint.
final class ScriptedUser: AuthenticatorInterface {
    /// What is left of the files that an answer names: those to choose next, and the password for the one that was chosen.
    private struct Files {
        var left: [IdentityFile] = []
        var chosen: IdentityFile?
        var password: Secret<String>?
    }
    private let files = Locked(Files())
    private let answers: AnswerQueue
    private let turns: OpenTurns
    private let tools: AppTools
    private let send: AppHandlers.Sender

    init(_ tools: AppTools, answers: AnswerQueue, send: @escaping AppHandlers.Sender) {
        self.tools = tools
        self.answers = answers
        self.send = send
        turns = OpenTurns(of: "question", log: tools.log)
    }

    func signIn(_ question: SignInQuestion) async -> SignInAnswer? {
        let kind = question.method == .token ? "signIn" : "\(question.method)"
        let name = "\(kind) \(tools.name(ofAuthority: question.host))" + (question.realm.map { " \($0)" } ?? "")
        return await ask(name, again: question.complaint != nil, otherwise: nil) { answer in
            switch (answer, question.method == .token) {
            case (.credential(let input), true), (.oauth(_, .credential(let input)?), true),
                (.password(let input), false):
                return self.typed(input)
            case (.cancel, _): return nil
            default:
                self.mismatch(kind)
                return nil
            }
        }
    }

    func trust(_ question: NetworkChallenge) async -> NetworkTrust? {
        await ask("trust \(tools.name(of: question.space.origin))", otherwise: nil) { answer in
            switch answer {
            case .trust(let isForCertificate):
                return self.tools.trust(question, isForCertificate: isForCertificate)
            case .cancel, .without: return nil
            default:
                self.mismatch("trust")
                return nil
            }
        }
    }

    func identity(_ question: IdentityQuestion) async -> IdentityAnswer {
        let origin = question.challenge.space.origin
        // The user picks the next file where the last one could not be opened.
        let next = files.withLock { $0.left.isEmpty ? nil : $0.left.removeFirst() }
        return await ask(
            "identity \(tools.name(of: origin))", again: question.complaint != nil, otherwise: .cancel,
            known: next.map { .imports([$0]) }
        ) { answer in
            switch answer {
            case .certificate(let name):
                return self.tools.identity(name, for: question.challenge).map { .identity($0) } ?? .cancel
            case .imports(let files): return self.choose(files, at: origin, keepsRest: next != nil)
            case .without:
                self.tools.grants.unchose(origin)
                return .none
            case .cancel: return .cancel
            default:
                self.mismatch("identity")
                return .cancel
            }
        }
    }

    /// The password of the file that was chosen; then that of the next one, if it is the same file; nil goes back to the choice.
    func password(_ question: PKCS12Question) async -> Secret<String>? {
        let password = files.withLock { files -> Secret<String>? in
            if let password = files.password {
                files.password = nil
                return password
            }
            guard let next = files.left.first, next.recipe == files.chosen?.recipe, next.flaw == files.chosen?.flaw
            else { return nil }
            files.left.removeFirst()
            return (try? tools.runIdentities.file(next))?.password
        }
        return await turns.during {
            tools.log.note("asked(password\(question.complaint == nil ? "" : " again"))")
            return password
        }
    }

    func consent(sendingPasswordTo origin: Origin, for resource: HTTPURL) async -> Bool {
        await ask("consent \(tools.name(of: origin))", otherwise: false) { answer in
            switch answer {
            case .consent:
                self.tools.grants.consented(to: origin)
                return true
            case .cancel, .without: return false
            default:
                self.mismatch("consent")
                return false
            }
        }
    }

    func agent(for request: AuthorizationRequest) -> any AuthorizationAgent { Page(user: self) }

    func notice(_ error: PortalError) async { tools.log.note("told(\(Reason(error).rawValue))") }

    /// A sign-in page, which is a question as long as it is open.
    private struct Page: AuthorizationAgent {
        let user: ScriptedUser

        func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
            let origin = request.url(redirectingTo: request.redirectURI).origin
            let response: Result<AuthorizationResponse, any Error> = await user.ask(
                "page \(user.tools.name(of: origin))",
                otherwise: .failure(PortalError(.cancelled, detail: "the user has no answer to the page"))
            ) { answer in
                guard case .oauth(let plan, _) = answer else {
                    if case .cancel = answer {} else { self.user.mismatch("page") }
                    return .failure(PortalError(.cancelled, detail: "the user left the page"))
                }
                do {
                    return .success(try await self.user.tools.agent(for: plan).authorize(request))
                } catch {
                    return .failure(error)
                }
            }
            return try response.get()
        }
    }

    // MARK: answering

    /// Takes the next answer of the scenario to a question, unless it is known already.
    private func ask<Answer: Sendable>(
        _ question: String, again: Bool = false, otherwise: Answer, known: AnswerPlan.Kind? = nil,
        _ body: (AnswerPlan.Kind) async -> Answer
    ) async -> Answer {
        await turns.during {
            tools.log.note("asked(\(question)\(again ? " again" : ""))")
            if let known { return await body(known) }
            guard let plan = await answers.next("\(question) question") else { return otherwise }
            return await body(await settled(plan.kind))
        }
    }

    /// What an answer comes to once the user has done what comes before it.
    private func settled(_ answer: AnswerPlan.Kind) async -> AnswerPlan.Kind {
        switch answer {
        case .never:
            await tools.untilCancelled()
            return .cancel
        case .requesting(let request, let then):
            await turns.nesting { await send(request) }
            return await settled(then)
        default: return answer
        }
    }

    private func typed(_ input: CredentialInput) -> SignInAnswer {
        var input = input
        if case .text(let text) = input.password { input.password = .text(tools.behavior.text(text)) }
        return SignInAnswer(
            username: tools.behavior.text(input.username ?? input.user ?? ""), password: tools.vault.password(of: input)
        )
    }

    private func choose(_ all: [IdentityFile], at origin: Origin, keepsRest: Bool) -> IdentityAnswer {
        guard let file = all.first else { return .cancel }
        do {
            let (path, password) = try tools.runIdentities.file(file)
            let bytes = try Data(contentsOf: URL(filePath: path))
            files.withLock { files in
                files.chosen = file
                files.password = password
                if !keepsRest { files.left = Array(all.dropFirst()) }
            }
            tools.grants.chose(file.recipe, for: origin)
            return .file([UInt8](bytes), name: "\(file.recipe).p12", allowsLegacyEncryption: file.allowsLegacy)
        } catch {
            tools.log.complain("the file \(file.recipe) cannot be read: \(error)")
            return .cancel
        }
    }

    private func mismatch(_ question: String) {
        tools.log.complain("a \(question) question met an answer for another kind")
    }
}
