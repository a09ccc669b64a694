/// One answer that the app's challenge handler has ready.
struct AnswerPlan: Sendable {
    /// What is answered.
    indirect enum Kind: Sendable {
        case credential(CredentialInput)
        case trust(isForCertificate: Bool)
        case cancel
        case without
        case consent
        case reject
        case password(CredentialInput)
        /// An identity by name; of the candidates where it is among them.
        case certificate(String)
        /// Files to import one after the other until one can be; its identity is the answer.
        case imports([IdentityFile])
        case failure(String)
        /// The user signs in through a browser; another answer where the app has no application for the portal.
        case oauth(BrowserPlan, otherwise: Kind?)
        /// No answer comes until the challenge is withdrawn.
        case never
        /// A completion that is called twice.
        case twice(Kind, Kind)
        /// A request of the handler's own comes first.
        case requesting(ServiceRequest, then: Kind)
    }
    let kind: Kind
    /// What the handler waits for before it answers; nil where it answers at once.
    let until: Until?

    /// What a handler waits for before it answers.
    enum Until: Sendable {
        /// The portal has seen so many requests.
        case requests(Int, operation: String?)
        /// So many requests wait for the answers of other ones' challenges.
        case joined(Int)
        /// So many challenges have reached the app in all.
        case challenges(Int)
    }
}

extension AnswerPlan.Kind {
    /// Why no foreign client can be told to answer so; nil where one can.
    var dialogueObstacle: String? {
        switch self {
        case .twice: "an answer is given twice, by a completion that only the built-in client has"
        case .requesting: "an answer makes a request of its own, which is an event of the built-in client's"
        case .oauth(let plan, let otherwise): plan.dialogueObstacle ?? otherwise?.dialogueObstacle
        case .imports(let files):
            files.contains { $0.flaw == .unreadable } ? "an answer imports a file that no user may read" : nil
        default: nil
        }
    }
}
