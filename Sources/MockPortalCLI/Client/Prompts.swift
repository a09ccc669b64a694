import HTTPAuthentication
import PortalAuthentication
import TLSIdentity

/// Answers challenges by asking the person at the terminal.
struct Prompts: ArcGISChallengeHandler, NetworkChallengeHandler {
    /// The user that the command line named; nil asks for the name too.
    let userName: String?
    /// The same for Basic and Digest.
    let httpUserName: String?

    /// Prompts where somebody can be asked; nil elsewhere.
    static func onTerminal(userName: String?, httpUserName: String?) -> Prompts? {
        Terminal.controlling() == nil ? nil : Prompts(userName: userName, httpUserName: httpUserName)
    }

    func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
        switch challenge.kind {
        case .tokenServiceConsent(let origin):
            let question = "Send the password to \(origin), another host than \(challenge.requestURL.origin)? [yes/no] "
            return await agrees(question) ? .consent : .cancel
        default:
            guard
                let (name, password) = await nameAndPassword(
                    at: challenge.authenticatingHost ?? challenge.requestURL.origin.authority,
                    failures: challenge.previousFailureCount, why: challenge.cause.detail, named: userName)
            else { return .cancel }
            return .credential(try await TokenCredential.make(for: challenge, username: name, password: password))
        }
    }

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        switch challenge.space.method {
        case .serverTrust:
            guard await agrees(CertificateCard(challenge).text + "Trust it for this command? [yes/no] ") else {
                return .cancel
            }
            // The person was shown every defect, so all of them may pass, for this certificate only.
            return .credential(.serverTrust(NetworkTrust(scope: .certificate, tolerating: challenge.defects)))
        case .clientCertificate: return await identity(for: challenge)
        case .basic, .digest:
            let realm = challenge.space.realm.map { " for \"\(Console.visible($0))\"" } ?? ""
            guard
                let (name, password) = await nameAndPassword(
                    at: challenge.space.origin.authority + realm, failures: challenge.previousFailureCount,
                    why: "name or password is wrong", named: httpUserName)
            else { return .cancel }
            return .credential(.password(username: name, password))
        default: return .rejectProtectionSpace
        }
    }

    /// Lets the person choose among the identities that the server would accept.
    private func identity(for challenge: NetworkChallenge) async -> NetworkDisposition {
        let card = IdentityCard(challenge)
        guard !challenge.candidates.isEmpty else {
            await DetachedThread.value { Terminal.controlling()?.show(card.text) }
            return .withoutCredential
        }
        return await DetachedThread.value {
            guard let terminal = Terminal.controlling() else { return .withoutCredential }
            terminal.show(card.text)
            while let answer = terminal.ask(card.question) {
                if answer.isEmpty { return .withoutCredential }
                if let number = Int(answer), challenge.candidates.indices.contains(number - 1) {
                    return .credential(.certificate(challenge.candidates[number - 1]))
                }
            }
            return .cancel
        }
    }

    private func nameAndPassword(
        at place: String, failures: Int, why: String, named userName: String?
    ) async -> (String, Secret<String>)? {
        await DetachedThread.value {
            guard let terminal = Terminal.controlling() else { return nil }
            let again = failures > 0 ? "That did not work: \(why).\n" : ""
            terminal.show("\(again)\(place) asks who you are.\n")
            if let userName { terminal.show("User name: \(userName)\n") }
            guard let name = userName ?? terminal.ask("User name: "), let password = terminal.askSecretly("Password: ")
            else { return nil }
            return (name, Secret(password))
        }
    }

    private func agrees(_ question: String) async -> Bool {
        await DetachedThread.value {
            guard let terminal = Terminal.controlling() else { return false }
            while let answer = terminal.ask(question)?.lowercased() {
                if ["yes", "y"].contains(answer) { return true }
                if ["no", "n", ""].contains(answer) { return false }
            }
            return false
        }
    }
}
