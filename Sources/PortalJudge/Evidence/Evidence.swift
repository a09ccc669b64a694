package import JSONValues
internal import Platform

/// All that is known of one run: what the portal saw, what the client said and what it was entitled to.
///
/// A stored evidence is judged like a fresh one; ``redacted()`` takes the secrets out without changing the verdict.
package struct Evidence: Sendable, Codable, Equatable {
    /// Who was driven.
    package enum Client: String, Sendable, Codable {
        /// The client of this package, inside the runner's process.
        case builtIn
        /// A command of anybody's.
        case foreign
    }

    package var client: Client
    package var journal: Journal
    /// What happened to the app, in the words of `expect.events`; nil for a client that cannot tell.
    package var events: [String]?
    /// How things stood at the end, with the keys of `expect.final`.
    package var final: JSONValue
    /// What a foreign client reported.
    package var outcome: ClientOutcome?
    /// What the client wrote, by where it wrote it.
    package var output: [ClientOutput]
    /// What the client left and could not be searched for secrets, as a sentence; nil where all of it was, and in reports that lack it.
    package var unsearched: String?
    package var canaries: [Canary]
    /// Defects of each certificate recipe that was shown, as reasons, after what the client was told to trust; empty is sound.
    package var certificates: [String: [Reason]]
    /// The exceptions that the app granted.
    package var grants: [Grant]
    /// The client certificates that the app chose, by origin; nil where they were not recorded.
    package var identityGrants: [IdentityGrant]?
    /// The highest request number whenever the app asked for something or answered; nil where not recorded.
    package var asks: [Int]?
    /// Origins to which the app agreed to send a password.
    package var consents: [String]
    /// Whether steps ran side by side, so that the order of requests says little about who knew what.
    package var isConcurrent: Bool
    /// Whether the client has ended and all of its connections are closed: only then is absence a fact.
    package var isComplete: Bool
    /// What the driver could not make sense of, as a challenge without an answer.
    package var complaints: [String]
    /// How a command broke the contract by which it is run, as an exit code that means nothing; nil where it did not.
    package var breach: ClientBreach?
    /// What a command was asked, so that it can be told whether it could do the same in another run; nil for our client.
    package var abilities: ClientAbilities?
    /// Why nothing can be judged, as a command that could not be started; nil otherwise.
    package var obstacle: String?
    /// Why this cannot be asked of the client, as steps that a plain command cannot express; nil otherwise.
    package var inapplicable: String?
    /// What departed from the documents at the wire of a portal that is not ours, where it was judged as it was taken; nil for
    /// evidence of a portal that keeps a journal.
    package var departures: [Finding]?
    /// What other processes of the client had sent that is to be made up anew each time; nil where there is nothing.
    package var reused: [Reuse]?

    package init(client: Client, journal: Journal = Journal()) {
        self.client = client
        self.journal = journal
        final = .object([:])
        output = []
        canaries = []
        certificates = [:]
        grants = []
        consents = []
        isConcurrent = false
        isComplete = true
        complaints = []
    }
}

extension Evidence {
    /// What is lacking, so that nothing can be judged as passed: it may hold a secret, or a request that should not have come.
    var gap: String? { journal.gap ?? unsearched }
}

extension Evidence {
    /// How the complaint begins of a client that had ended when a step was to be answered; the step's number follows.
    package static let endedUnanswered = "the client's output ended before it answered step"
}

/// Something that a client wrote.
package struct ClientOutput: Sendable, Codable, Equatable {
    /// `standard output`, `standard error`, `log`, `error text`; a file is `file <name>`, and what it is called `file name <name>`. What was seen while the client ran is
    /// `arguments of <program>`, `environment of <program>` or `temporary file <path>`.
    package var place: String
    /// What was written; bytes of a file that are no text are replaced, and so are marks beyond ``Platform/MarkRuns``.
    package var text: String

    /// Whether it is what a file of the client held.
    var isFile: Bool { place.hasPrefix("file ") }

    package init(place: String, text: String) {
        // A file's name is its client's, too.
        self.place = place.withoutLongMarkRuns
        self.text = text.withoutLongMarkRuns
    }
}

/// What a client that is a command reported of itself.
package struct ClientOutcome: Sendable, Codable, Equatable {
    /// How it went, in its own view.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        case accepted
        case refused
        /// It cannot do this scenario (exit 89).
        case unsupported
    }
    package var kind: Kind
    /// Its reason in the closed vocabulary; nil where it gave none.
    package var reason: Reason?
    /// Its reason as it gave it, where that is no word of the vocabulary.
    package var ownReason: String?
    /// How it went by its last line; nil where that says nothing.
    package var written: Kind?

    package init(kind: Kind, reason: Reason? = nil, ownReason: String? = nil, written: Kind? = nil) {
        self.kind = kind
        self.written = written
        self.reason = reason
        self.ownReason = ownReason
    }
}

/// An exception that the app granted: from then on a certificate's defects may pass.
package struct Grant: Sendable, Codable, Equatable {
    /// Origin for which it holds, as `https://localhost:8443`.
    package var origin: String
    /// Leaf for which it holds; nil means any that the host shows.
    package var fingerprint: String?
    /// Defects that may pass.
    package var tolerating: [Reason]
    /// The highest connection number when it was granted.
    package var after: Int
    /// The highest connection number when it was taken back; nil while it holds.
    package var until: Int?

    package init(origin: String, fingerprint: String?, tolerating: [Reason], after: Int, until: Int? = nil) {
        self.origin = origin
        self.fingerprint = fingerprint
        self.tolerating = tolerating
        self.after = after
        self.until = until
    }

    /// Whether the grant lets a connection's certificate pass.
    package func covers(_ connection: Journal.Connection, defects: [Reason]) -> Bool {
        connection.number > after && connection.number <= until ?? .max && isFor(connection, defects: defects)
    }

    /// Whether the grant is for a connection's certificate, whenever it held.
    func isFor(_ connection: Journal.Connection, defects: [Reason]) -> Bool {
        guard connection.origin == origin, fingerprint == nil || fingerprint == connection.tls?.fingerprint else {
            return false
        }
        return defects.allSatisfy(tolerating.contains)
    }
}
