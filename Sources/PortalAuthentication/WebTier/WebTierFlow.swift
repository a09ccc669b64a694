package import HTTPSemantics

/// What happens after a web tier's 401; a value that holds the history of one sign-in (rules R11, R12, R14, R15).
package struct WebTierFlow: Sendable {
    /// What to do next.
    package enum Action: Sendable, Equatable {
        /// Answer with a user name and a password.
        case send(SchemeChoice.Option, NetworkPassword)
        /// Answer with a ticket.
        case sendTicket(SchemeChoice.Option, KerberosTicket)
        /// Ask for them; so many answers have failed.
        case ask(SchemeChoice.Option, failures: Int)
        /// The 401 is the answer.
        case handUp
        /// Give up for another reason.
        case fail(PortalError)
    }
    /// What is known besides the history.
    package struct Knowledge: Sendable {
        /// What is kept for a way to authenticate.
        let stored: @Sendable (SchemeChoice.Option) -> NetworkPassword?
        /// Whether a realm has refused a password before.
        let isRefused: @Sendable (SchemeChoice.Option, NetworkPassword) -> Bool
        /// The ticket that may be used without asking.
        let ticket: KerberosTicket?

        package init(
            stored: @escaping @Sendable (SchemeChoice.Option) -> NetworkPassword?,
            isRefused: @escaping @Sendable (SchemeChoice.Option, NetworkPassword) -> Bool,
            ticket: KerberosTicket? = nil
        ) {
            self.stored = stored
            self.isRefused = isRefused
            self.ticket = ticket
        }
    }

    private let maxAttempts: Int
    private let canAsk: Bool
    private let knowledge: Knowledge
    private var choice: SchemeChoice
    private var rejected: Set<AuthenticationMethod>
    /// Answers that were empty: nothing was sent, and they do not count, but they end at some time.
    private var empty = 0
    /// How many answers have failed.
    package private(set) var failures: Int
    /// Whether the last answer had been refused before and was not sent.
    package private(set) var wasKnownAsRefused = false

    package init(
        choice: SchemeChoice, failures: Int, canAsk: Bool, maxAttempts: Int, knowledge: Knowledge,
        without rejected: Set<AuthenticationMethod> = []
    ) {
        self.rejected = rejected
        self.choice = choice
        self.failures = failures
        self.canAsk = canAsk
        self.maxAttempts = maxAttempts
        self.knowledge = knowledge
    }

    /// Decides with what is known: what is kept, else what a handler may say, is used for the best scheme that is open.
    package func next() -> Action {
        let open = choice.options.filter { !rejected.contains($0.method) }
        guard failures < maxAttempts, empty < maxAttempts else { return .handUp }
        for option in open {
            if option.method == .negotiate, let ticket = knowledge.ticket { return .sendTicket(option, ticket) }
            guard option.takesPassword, let password = knowledge.stored(option), !knowledge.isRefused(option, password)
            else { continue }
            return .send(option, password)
        }
        guard let best = open.first else { return choice.refusal.map { .fail($0) } ?? .handUp }
        return canAsk ? .ask(best, failures: failures) : .handUp
    }

    /// Decides after a password was refused, or could not be sent in the scheme's form.
    package mutating func next(afterRefusalWith choice: SchemeChoice? = nil) -> Action {
        if let choice { self.choice = choice }
        failures += 1
        return next()
    }

    /// Decides after a scheme could not be used, or its ticket was refused: that is tried again with nothing.
    package mutating func next(
        without method: AuthenticationMethod, after choice: SchemeChoice? = nil
    ) -> Action {
        if let choice { self.choice = choice }
        rejected.insert(method)
        return next()
    }

    /// Decides after a handler was asked.
    package mutating func next(after disposition: NetworkDisposition, to option: SchemeChoice.Option) -> Action {
        wasKnownAsRefused = false
        switch disposition {
        case .cancel:
            return .fail(
                PortalError(
                    .cancelled, detail: "no user name and password were given when the web server asked for them"))
        case .withoutCredential: return .handUp
        case .rejectProtectionSpace:
            rejected.insert(option.method)
            return next()
        case .credential(.password(let username, let secret)):
            let password = NetworkPassword(username: username, password: secret)
            guard option.takesPassword else {
                // Negotiate takes a ticket; a scheme that takes a password is a question of its own.
                rejected.insert(option.method)
                return next()
            }
            guard !password.isEmpty else {
                empty += 1
                return next()
            }
            guard !knowledge.isRefused(option, password) else {
                wasKnownAsRefused = true
                failures += 1
                return next()
            }
            return .send(option, password)
        case .credential(.kerberos(let ticket)) where option.method == .negotiate:
            return .sendTicket(option, ticket)
        case .credential:
            return .fail(
                PortalError(.invalidArgument, detail: "\(option.method) wants a user name and a password"))
        }
    }
}
