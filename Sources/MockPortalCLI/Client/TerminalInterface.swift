import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import TLSIdentity

/// The front end of an authenticator for the person at the terminal; where there is none, every question is given up.
struct TerminalInterface: AuthenticatorInterface {
    /// The user that the command line named; nil asks for the name too.
    let userName: String?
    /// The same for Basic and Digest.
    let httpUserName: String?
    /// Whether a sign-in page is opened in the system's browser, or only told.
    let opensBrowser: Bool
    /// Whether a server that is trusted stays so in the next run.
    let keepsTrust: Bool

    func signIn(_ question: SignInQuestion) async -> SignInAnswer? {
        let isWebTier = question.method != .token
        let named = isWebTier ? httpUserName : userName
        let realm = question.realm.map { " for \"\($0)\"" } ?? ""
        return await Terminal.asking { terminal in
            if let complaint = question.complaint { terminal.show("That did not work: \(complaint).") }
            terminal.show("\(question.host)\(realm) asks who you are.")
            if let named { terminal.show("User name: \(named)") }
            guard let name = named ?? terminal.ask("User name: "), let password = terminal.askSecretly("Password: ")
            else { return nil }
            return SignInAnswer(username: name, password: Secret(password))
        }
    }

    func trust(_ question: NetworkChallenge) async -> NetworkTrust? {
        let words = keepsTrust ? "Trust it, and keep that in the store?" : "Trust it for this command?"
        let agrees = await agrees("\(words) [yes/no] ", after: CertificateCard(question).lines)
        // The person was shown every defect, so all of them may pass, for this certificate only.
        return agrees ? NetworkTrust(scope: .certificate, tolerating: question.defects) : nil
    }

    func identity(_ question: IdentityQuestion) async -> IdentityAnswer {
        let card = IdentityCard(question)
        let candidates = question.challenge.candidates
        let answer: IdentityAnswer? = await Terminal.asking { terminal in
            terminal.show(lines: card.lines)
            while let answer = terminal.ask(card.question) {
                if answer.isEmpty { return IdentityAnswer.none }
                if let number = Int(answer) {
                    if candidates.indices.contains(number - 1) { return .identity(candidates[number - 1]) }
                    continue
                }
                do { return .file(try InputFile.bytes(answer), name: answer) } catch {
                    terminal.show("\(error)")
                }
            }
            return .cancel
        }
        // Without a terminal the connection goes on without an identity.
        return answer ?? (Task.isCancelled ? .cancel : IdentityAnswer.none)
    }

    func password(_ question: PKCS12Question) async -> Secret<String>? {
        await Terminal.asking { terminal in
            if question.complaint != nil { terminal.show("That password does not open it.") }
            return terminal.askSecretly("Password of \(question.name): ").map { Secret($0) }
        }
    }

    func consent(sendingPasswordTo origin: Origin, for resource: HTTPURL) async -> Bool {
        await agrees("Send the password to \(origin), another host than \(resource.origin)? [yes/no] ")
    }

    /// A listener where the browser can lead back to this machine, else a person who pastes.
    func agent(for request: AuthorizationRequest) -> any AuthorizationAgent {
        guard request.redirectURI.kind == .loopback, opensBrowser else { return PastedAgent(ask: paste) }
        return LoopbackAgent(returningTo: "the terminal") { url in
            Self.explain("Sign in with your browser. If none opens, open this address on this machine:", "  \(url)")
            await open(url)
        }
    }

    func notice(_ error: PortalError) async { Self.explain("Not signed in: \(error.detail).") }

    private func paste(_ question: PastedAgent.Question) async throws -> String? {
        let lines = question.complaint.map { [$0] } ?? [question.instruction, "  \(question.address)"]
        if question.complaint == nil, opensBrowser { await open(question.address) }
        if Terminal.isThere {
            return await Terminal.asking { terminal in
                terminal.show(lines: lines)
                return terminal.ask("Paste it here: ")
            }
        }
        Console.complain(lines: lines)
        let alarm = WakePipe()
        let read: @Sendable () -> Result<String?, DocumentError> = {
            do throws(DocumentError) {
                return .success(try InputFile.firstLineOfStandardInput(until: alarm))
            } catch {
                return .failure(error)
            }
        }
        let line = await withTaskCancellationHandler {
            // Without a thread the question blocks this one.
            await NativeThread.value(read) ?? read()
        } onCancel: {
            alarm?.ring()
        }
        let text: String?
        do { text = try line.get() } catch {
            throw PortalError(
                .unexpectedContent, detail: "\(error); paste the code or the address alone, on one line",
                underlying: error)
        }
        // Input that ends behind a wrong answer is no user who gives up.
        if text == nil, !Task.isCancelled, let complaint = question.complaint { throw Self.wrongAnswer(complaint) }
        return text
    }

    /// Says what is wrong with the last answer of an input that has ended.
    ///
    /// It is the first part of the complaint: the second one says what to do at a page that is out of date by then.
    private static func wrongAnswer(_ complaint: String) -> PortalError {
        let words = complaint.prefix { $0 != ";" && $0 != "." }
        return PortalError(
            .unexpectedContent,
            detail: "what was pasted does not end this sign-in: \(words.prefix(1).lowercased() + words.dropFirst()); "
                + "sign in again, and paste what the address that is told then leads to")
    }

    /// A browser that cannot be opened is no failure: the address was told.
    private func open(_ url: HTTPURL) async {
        do throws(PortalError) { try await SystemBrowser().open(url) } catch { Self.explain(error.detail + ".") }
    }

    /// Asks until the answer is one; what is shown first is shown once.
    private func agrees(_ question: String, after lines: [String] = []) async -> Bool {
        await Terminal.asking { terminal in
            terminal.show(lines: lines)
            while let answer = terminal.ask(question)?.lowercased() {
                if ["yes", "y"].contains(answer) { return true }
                if ["no", "n", ""].contains(answer) { return false }
            }
            return false
        } ?? false
    }

    /// Tells something that is no question, apart from the results.
    private static func explain(_ lines: String...) { Console.complain(lines: lines) }
}
