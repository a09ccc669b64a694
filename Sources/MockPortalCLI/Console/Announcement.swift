import HTTPSemantics
import MockPortalServer
import ScenarioFormat
import TLSIdentity

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
    /// How the web tier wants to be answered; nil where it asks for no name and password.
    let login: Login?
    /// The client id that an identity-aware proxy takes; nil without one.
    let proxyClient: String?
    /// The identities of this run; empty where the portal asks for none.
    let identities: [IdentityFiles.File]

    /// The file that it goes to where others may read that; nil where they may not.
    var sharedOutput: SharedOutput?

    /// HTTP authentication as curl is told of it.
    struct Login {
        /// `--basic`, `--digest` or `--ntlm`.
        let option: String
        let username: String
        let password: String
    }

    var lines: [String] {
        var lines = ["mockportal pretends to be \(ready.scenario)\(summary.map { ": \($0)" } ?? "")", ""]
        lines += Console.columns(places).map { "  " + $0 } + [""]
        if let sharedOutput { return lines + sharedOutput.lines() + ["", "Control-C ends it."] }
        let users = ready.users.map { [$0.username, $0.password, Self.roles[$0.username] ?? ""] }
        lines += Console.columns([["user name", "password"]] + users).map { "  " + $0 } + [""]
        if let identity = ready.identities.first, let slash = identity.p12File.lastIndex(of: "/") {
            let rows = identities.map { [$0.name + ".p12", $0.about] }
            lines += Console.columns([["identity", "in \(identity.p12File[..<slash])"]] + rows).map { "  " + $0 }
            lines += ["  Password of the .p12 files: \(identity.password)", ""]
        }
        lines += applications
        lines.append(
            showsGoodCertificate ? "Try:" : "Try (a client that checks certificates refuses this one, as it should):")
        lines += ["  " + curlLine] + applicationLine + ["", "Control-C ends it."]
        return lines
    }

    private var places: [[String]] {
        var places = [["portal", ready.url]]
        if let httpURL = ready.httpURL { places.append(["plain HTTP", httpURL]) }
        for (name, url) in ready.hosts.sorted(by: { $0.key < $1.key }) { places.append(["host \(name)", url]) }
        places.append(["reachable by", isLoopback ? "only this machine (\(address))" : "hosts that reach \(address)"])
        if let caFile = ready.caFile { places.append(["CA file", caFile]) }
        places.append(["CA SHA-256", CertificateSummary.fingerprint(ofHex: ready.caSHA256)])
        if let standIn = ready.standIn {
            places.append(["plays", standIn.hosts.joined(separator: ", ")])
            places.append(["through the proxy", standIn.proxyURL])
            places.append(["its PAC file", standIn.pacURL])
            if let caFile = standIn.caFile { places.append(["their CA file", caFile]) }
            places.append(["their CA SHA-256", CertificateSummary.fingerprint(ofHex: standIn.caSHA256)])
        }
        if let proxyClient { places.append(["client of the proxy", proxyClient]) }
        if let setupURL = ready.setupURL { places.append(["set-up page", setupURL]) }
        if sharedOutput == nil { places.append(["control, live page", ready.controlURL]) }
        return places
    }

    private var curlLine: String {
        var words = ["curl"]
        // All that the proxy answers without an ID token is where to get one.
        if proxyClient != nil { words.append("--include") }
        words += way
        if let identity = ready.identities.first(where: { $0.name == "alice" }) ?? ready.identities.first {
            words += ["--cert", identity.pemFile, "--key", identity.keyFile]
        }
        if let login { words += [login.option, "--user", "\(login.username):\(login.password)"] }
        if let key = ready.apiKeys.min(by: { $0.key < $1.key }) {
            words += ["--header", "X-Esri-Authorization: Bearer \(key.value)"]
        }
        words.append(ready.url + "/sharing/rest/portals/self?f=json")
        return words.map(ShellArgument.quoted).joined(separator: " ")
    }

    /// What curl is told to reach the portal and to trust it.
    private var way: [String] {
        var words: [String] = []
        if let standIn = ready.standIn { words += ["--proxy", standIn.proxyURL] }
        if let caFile = ready.standIn?.caFile ?? ready.caFile { words += ["--cacert", caFile] }
        return words
    }

    /// Who may send people to sign in, and which keys open what; nothing where there is neither.
    private var applications: [String] {
        var lines: [String] = []
        if !ready.oauthClients.isEmpty {
            var rows = [["OAuth application", "sends people back to"]]
            for client in ready.oauthClients {
                rows += client.redirectURIs.enumerated().map { [$0 == 0 ? client.clientID : "", $1] }
                if let secret = client.clientSecret { rows.append(["", "client secret \(secret)"]) }
            }
            lines += Console.columns(rows).map { "  " + $0 } + [""]
        }
        for provider in ready.identityProviders ?? [] {
            let rows = provider.users.map { [$0.username, $0.password] }
            lines += Console.columns([["At \(provider.name), \(provider.url)", "password"]] + rows).map { "  " + $0 }
            lines.append("")
        }
        let factors = (ready.identityProviders ?? []).flatMap(\.secondFactors) + (ready.secondFactors ?? [:])
        if !factors.isEmpty {
            let rows = factors.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
            lines += Console.columns([["Authenticator app", "secret"]] + rows).map { "  " + $0 } + [""]
        }
        if !ready.apiKeys.isEmpty {
            let rows = ready.apiKeys.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
            lines += Console.columns([["API key", ""]] + rows).map { "  " + $0 } + [""]
        }
        if let page = signInPage {
            lines += ["Sign in with a browser, which shows the code in the end:", "  " + page, ""]
        }
        return lines
    }

    /// The sign-in page for the first application that lets a person copy the code; nil where there is none.
    private var signInPage: String? {
        let outOfBand = "urn:ietf:wg:oauth:2.0:oob"
        guard let client = ready.oauthClients.first(where: { $0.redirectURIs.contains(outOfBand) }) else { return nil }
        return ready.url + "/sharing/rest/oauth2/authorize?client_id=\(client.clientID)&response_type=code"
            + "&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob"
    }

    /// How an application signs in by itself; nothing where none has a secret.
    private var applicationLine: [String] {
        guard let client = ready.oauthClients.first(where: { $0.clientSecret != nil }), let secret = client.clientSecret
        else { return [] }
        var words = ["curl"] + way
        for field in ["grant_type=client_credentials", "client_id=\(client.clientID)", "client_secret=\(secret)"] {
            words += ["--data-urlencode", field]
        }
        words.append(ready.url + "/sharing/rest/oauth2/token")
        return ["  " + words.map(ShellArgument.quoted).joined(separator: " ")]
    }

    /// The accounts of every preset.
    private static let roles = [
        "alice": "member of the organization", "bob": "in no organization", "carol": "in another organization",
        "dana": "administrator of the organization",
    ]
}

extension Announcement.Login {
    /// The first account that the web tier lets in, and the strongest scheme that curl and it both speak; nil where there is none.
    init?(_ blueprint: Blueprint, accounts: [Account]) {
        guard let tier = blueprint.webAuthentication(at: "portal"),
            let account = accounts.first(where: { tier.users?.contains($0.username) ?? true })
        else { return nil }
        let schemes = tier.challenges.map(\.scheme)
        let takesNTLM = schemes.contains(.ntlm) && tier.windows != nil
        if schemes.contains(.digest) {
            option = "--digest"
        } else if takesNTLM {
            option = "--ntlm"
        } else if schemes.contains(.basic) {
            option = "--basic"
        } else {
            return nil
        }
        username = takesNTLM ? "\(tier.windows?.domain ?? "")\\\(account.username)" : account.username
        password = account.password.reveal { $0 }
    }
}
