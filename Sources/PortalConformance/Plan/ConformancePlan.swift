internal import FixtureFiles
internal import HTTPSemantics
package import JSONValues
internal import PortalAuthentication
internal import ScenarioFormat
internal import TLSIdentity

/// Everything that a run is given: the portal, what is known of it, and how to go about it.
package struct ConformancePlan: Sendable {
    let portal: PortalURL
    let profile: ConformanceProfile
    let options: ConformanceOptions
    let identity: ClientIdentity?
    /// What the answers of the run may take.
    let room = AnswerRoom()

    /// Checks that address and identity can be used; throws with the profile's key where they cannot.
    package init(
        portal: String, profile: ConformanceProfile, options: ConformanceOptions = ConformanceOptions()
    ) throws(DocumentError) {
        do {
            self.portal = try PortalURL(portal)
        } catch {
            throw DocumentError(
                .wrongType, source: "portal-url", problem: "\(PortalURL.shown(portal)): \(error.detail)")
        }
        if let own = profile.portal, (try? PortalURL(own)) != self.portal {
            throw DocumentError(
                .unknownValue, source: profile.source, keyPath: "portal",
                problem:
                    "is \(PortalURL.shown(own)), and \(self.portal) was to be asked: secrets for one portal go to no other"
            )
        }
        self.profile = profile
        self.options = options
        guard let file = profile.identity else {
            identity = nil
            return
        }
        do {
            identity = try ClientIdentityStore().importPKCS12(file.bytes, password: file.password, overwrite: false)
        } catch {
            throw DocumentError(
                .unknownValue, source: profile.source, keyPath: "identity.p12", problem: "cannot be opened: \(error)")
        }
    }

    /// The command that runs a row again; nil stands for all of them.
    func rerun(_ row: String?) -> String {
        let words =
            ["mockportal", "conformance", portal.root.description, "--profile", profile.source]
            + options.negotiate.commandWords + (row.map { ["--row", $0] } ?? []) + ["--explain"]
        return words.map(ShellArgument.quoted).joined(separator: " ")
    }

    /// The authorities of the profile and of the command line.
    var authorities: [String] { profile.authorities + options.authorities }

    /// What the challenge handler answers in most rows: the web tier's questions, and nothing of the portal's.
    var webTierAnswers: ConformanceChallengeHandler.Answers {
        var answers = ConformanceChallengeHandler.Answers()
        answers.webTier = profile.webTier
        answers.identity = identity
        answers.consents = portal.root.origin
        return answers
    }
}

extension NegotiatePolicy {
    /// The options of a command line that say the same.
    fileprivate var commandWords: [String] {
        var words = hosts.flatMap { ["--negotiate", $0] }
        if case .keytab(let path, let principal) = ticket.source {
            words += ["--keytab", path, "--principal", principal]
        }
        if ticket.isDelegated { words.append("--delegate") }
        if allowsPlainHTTP { words.append("--negotiate-over-http") }
        return words
    }
}
