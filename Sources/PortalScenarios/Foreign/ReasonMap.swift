internal import HTTPSemantics
package import JSONValues
internal import PortalJudge

/// What a client's own words and exit codes mean in the closed vocabulary: the file of `--reasons`.
///
/// `{"exitCodes": {"60": "certificate-unknown-root"}, "texts": {"certificate has expired": "certificate-expired"}}`; texts are
/// looked for in what the client wrote and in its own reason, without case, the longest first. A text is more than an exit code,
/// and the client's own reason more than both.
package struct ReasonMap: Sendable {
    private var exitCodes: [Int: Reason] = [:]
    private var texts: [(text: String, reason: Reason)] = []
    /// Reasons that say no more than what the portal of a run said itself, and so are none.
    private var vague: Set<Reason> = []

    /// Knows only the vocabulary itself.
    package init() {}

    /// Reads a map; throws with key path, value and what is allowed.
    package init(decoding value: JSONValue, source: String) throws(DocumentError) {
        let reader = try DocumentReader(value, source: source, keys: ["exitCodes", "texts"])
        if let codes = try reader.object("exitCodes", keys: nil) {
            for key in codes.keys {
                guard let code = Int(digits: key) else { throw codes.wrongType(key, "a reason under an exit code") }
                exitCodes[code] = try codes.word(key, as: Reason.self)
            }
        }
        if let words = try reader.object("texts", keys: nil) {
            for key in words.keys {
                if let reason = try words.word(key, as: Reason.self) { texts.append((key.lowercased(), reason)) }
            }
            texts.sort { $0.text.count > $1.text.count }
        }
    }

    /// The reason of a client that ended with an exit code and wrote something; nil where nothing is known.
    func reason(ownReason: String?, exitCode: Int, output: String) -> Reason? {
        let reason = known(ownReason: ownReason, exitCode: exitCode, output: output)
        return reason.flatMap { vague.contains($0) ? nil : $0 }
    }

    /// The same for a run in which a refusal does not say why.
    ///
    /// Apache's page for a missing client certificate is the one for any 403 (httpd.apache.org › mod_ssl, SSLVerifyClient
    /// optional with Require): a client that calls it forbidden has read all that there is.
    func knowing(_ run: RunSetup) -> ReasonMap {
        guard run.preset == "pki-apache" || Self.refusesLikeApache(run.overlay) else { return self }
        var map = self
        map.vague = [.accessDenied, .httpError]
        return map
    }

    /// Whether anything of a portal refuses a missing certificate as Apache does.
    private static func refusesLikeApache(_ value: JSONValue) -> Bool {
        if value["refuse"] == "apache" { return true }
        return value.object?.values.contains(where: refusesLikeApache) ?? false
    }

    private func known(ownReason: String?, exitCode: Int, output: String) -> Reason? {
        if let ownReason {
            if let word = Reason(rawValue: ownReason) { return word }
            if let found = reason(in: ownReason) { return found }
        }
        // A tool has one exit code for several causes, and its words tell them apart.
        return reason(in: output) ?? exitCodes[exitCode]
    }

    /// Whether the file says what an exit code means.
    func knows(exitCode: Int) -> Bool { exitCodes[exitCode] != nil }

    /// The breach of an exit code that neither the contract nor the file knows; nil for another one.
    func breach(exitCode: Int) -> ClientBreach? {
        [0, 1, 89].contains(exitCode) || knows(exitCode: exitCode) ? nil : .exitCode(exitCode)
    }

    private func reason(in text: String) -> Reason? {
        let text = text.lowercased()
        return texts.first { text.contains($0.text) }?.reason
    }
}
