import HTTPSemantics

@testable import PortalSimulator

/// What holds for the gate of a web tier, whatever credentials it is given; the fuzzer and the tests ask the same.
enum WebTierProperties {
    /// The first property that an Authorization field breaks, in words; nil where all hold. A line end parts two fields.
    static func violation(by bytes: [UInt8]) -> String? {
        guard let probe = try? portal.get() else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 3)
        for method in ["GET", "POST"] {
            let outcome = probe.send(
                method, "/portal/sharing/rest/portals/self?f=json",
                headers: fields.map { ("Authorization", String($0)) })
            guard outcome.status == 401 || outcome.status == 400 else { return "let in with \(outcome.status)" }
            if outcome.status == 401 {
                let challenges = Challenge.challenges(in: outcome.answer.prepared.headers)
                guard Set(challenges.map { $0.scheme.lowercased() }) == ["basic", "digest"] else {
                    return "asked for \(challenges)"
                }
            }
            let shown = outcome.text + "\(outcome.answer)"
            for password in passwords where shown.contains(password) { return "a password is shown" }
        }
        return nil
    }

    private static let portal = Result { try SiteProbe("basic-digest") }
    private static var passwords: [String] {
        ((try? portal.get())?.site.accounts ?? []).map { $0.password.reveal { $0 } }
    }
}
