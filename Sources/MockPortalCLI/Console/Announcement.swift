import MockPortalServer

/// What a person is told once a portal listens: where it is, who may sign in with what, and a line to try.
struct Announcement {
    let ready: ReadyDocument
    /// What the preset is for, in a sentence; nil where its file does not say.
    let summary: String?
    /// The address that is bound.
    let address: String
    /// Whether only this machine can reach it.
    let isLoopback: Bool
    /// False where the certificate is the fault, so that a client that checks it gets nowhere.
    let showsGoodCertificate: Bool

    var text: String {
        var lines = ["mockportal pretends to be \(ready.scenario)\(summary.map { ": \($0)" } ?? "")", ""]
        lines += Console.columns(places).map { "  " + $0 } + [""]
        let users = ready.users.map { [$0.username, $0.password, Self.roles[$0.username] ?? ""] }
        lines += Console.columns([["user name", "password"]] + users).map { "  " + $0 } + [""]
        lines.append(
            showsGoodCertificate ? "Try:" : "Try (a client that checks certificates refuses this one, as it should):")
        lines += ["  " + curlLine, "", "Control-C ends it."]
        return lines.joined(separator: "\n") + "\n"
    }

    private var places: [[String]] {
        var places = [["portal", ready.url]]
        if let httpURL = ready.httpURL { places.append(["plain HTTP", httpURL]) }
        for (name, url) in ready.hosts.sorted(by: { $0.key < $1.key }) { places.append(["host \(name)", url]) }
        places.append(["reachable by", isLoopback ? "only this machine (\(address))" : "whoever reaches \(address)"])
        if let caFile = ready.caFile { places.append(["CA file", caFile]) }
        if let setupURL = ready.setupURL { places.append(["set-up page", setupURL]) }
        places.append(["control", ready.controlURL])
        return places
    }

    private var curlLine: String {
        let trust = ready.caFile.map { "--cacert \(ShellWord.quoted($0)) " } ?? ""
        return "curl \(trust)\(ShellWord.quoted(ready.url + "/sharing/rest/portals/self?f=json"))"
    }

    /// The accounts of every preset.
    private static let roles = [
        "alice": "member of the organization", "bob": "in no organization", "carol": "in another organization",
    ]
}
