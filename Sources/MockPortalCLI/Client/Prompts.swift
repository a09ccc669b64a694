import HTTPAuthentication
import PortalAuthentication
import TLSIdentity

/// Answers challenges by asking the person at the terminal.
struct Prompts: ArcGISChallengeHandler, NetworkChallengeHandler {
    /// The user that the command line named; nil asks for the name too.
    let userName: String?

    /// Prompts where somebody can be asked; nil elsewhere.
    static func onTerminal(userName: String?) -> Prompts? {
        Terminal.controlling() == nil ? nil : Prompts(userName: userName)
    }

    func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
        switch challenge.kind {
        case .tokenServiceConsent(let origin):
            let question = "Send the password to \(origin), another host than \(challenge.requestURL.origin)? [yes/no] "
            return await agrees(question) ? .consent : .cancel
        default:
            guard let (name, password) = await nameAndPassword(for: challenge) else { return .cancel }
            return .credential(try await TokenCredential.make(for: challenge, username: name, password: password))
        }
    }

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        guard await agrees(CertificateCard(challenge).text + "Trust it for this command? [yes/no] ") else {
            return .cancel
        }
        // The person was shown every defect, so all of them may pass, for this certificate only.
        return .credential(.serverTrust(NetworkTrust(scope: .certificate, tolerating: challenge.defects)))
    }

    private func nameAndPassword(for challenge: ArcGISChallenge) async -> (String, Secret<String>)? {
        await DetachedThread.value { [userName] in
            guard let terminal = Terminal.controlling() else { return nil }
            let again = challenge.previousFailureCount > 0 ? "That did not work: \(challenge.cause.detail).\n" : ""
            let host = challenge.authenticatingHost ?? challenge.requestURL.origin.authority
            terminal.show("\(again)\(host) asks who you are.\n")
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
