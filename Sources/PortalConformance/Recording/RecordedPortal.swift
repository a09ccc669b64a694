package import JSONValues
internal import PortalAuthentication
internal import TLSIdentity

/// A portal document that `serve` can play: a blueprint and the world beside it, without personal data.
package struct RecordedPortal: Sendable {
    /// The files by their path in the folder.
    package let files: [String: JSONValue]
    /// The invented names by which the recorded things are found again: `user`, `publicItem`, `privateItem`, `service`.
    package let names: [String: String]

    static let user = "member"
    private static let organization = "rEcORdEd00000001"
    private static let publicItem = Scrubber.identifier(0xA1)
    private static let privateItem = Scrubber.identifier(0xA2)

    /// Takes over what a round of questions has brought.
    init(_ round: LookRound, _ survey: PortalSurvey, _ plan: ConformancePlan) {
        var scrubber = Scrubber()
        let member = round.document("portals/self (member)") ?? round.document("portals/self (stranger)")?.signedIn
        let stranger = round.document("portals/self (stranger)")
        let account = plan.profile.member?.username
        for name in [account, plan.profile.webTier?.username, member?["user"]?["username"]?.string] {
            scrubber.name(name, Self.user)
        }
        for document in [stranger, member] { scrubber.name(document?["id"]?.string, Self.organization) }
        scrubber.name(plan.profile.publicItem, Self.publicItem)
        scrubber.name(plan.profile.privateItem, Self.privateItem)
        var files: [String: JSONValue] = [:]
        files["world/organizations.json"] = Self.organizations(
            stranger, member, round.document("sharing/rest"), &scrubber)
        files["world/users.json"] = Self.users(round.document("community/self (member)") ?? member?["user"], &scrubber)
        files["world/accounts.json"] = [.string(Self.user)]
        files["world/groups.json"] = ["groups": []]
        var items: [JSONValue] = []
        var names = ["user": Self.user]
        if let item = Self.item(round.document("content/items/{id} (public)"), Self.publicItem, "public", &scrubber) {
            items.append(item)
            names["publicItem"] = Self.publicItem
        }
        if let item = Self.item(
            round.document("content/items/{id} (private, member)"), Self.privateItem, "private", &scrubber)
        {
            items.append(item)
            names["privateItem"] = Self.privateItem
        }
        files["world/items.json"] = ["items": .array(items)]
        if let (name, service) = Self.service(round, plan, &scrubber) {
            files["world/services/\(name).json"] = service
            names["service"] = name
        }
        files["portal.json"] = Self.blueprint(round, survey, service: names["service"])
        self.files = files
        self.names = names
    }

    // MARK: the blueprint

    private static func blueprint(_ round: LookRound, _ survey: PortalSurvey, service: String?) -> JSONValue {
        let facts = survey.facts
        var blueprint: [String: JSONValue] = [
            "summary": "A recorded portal, without secrets and personal data.",
            "preset": .string(preset(facts)),
        ]
        let isRefused = round.answers["portals/self (stranger)"]?.errorCode != nil
        if facts.access == "private" || isRefused { blueprint["access"] = "private" }
        if isRefused { blueprint["anonymousSelf"] = "refused" }
        // The one identity of the fake that clients show is the recorded user's.
        if preset(facts) == "pki" { blueprint["clientCertificates"] = ["users": ["alice": .string(user)]] }
        if let defect = certificate(survey.defects) { blueprint["tls"] = ["certificate": .string(defect)] }
        // What the preset secures is not in this world.
        let isSecured = round.answers["rest/services/{service} (stranger)"]?.errorCode == 499
        blueprint["secured"] = .array(isSecured ? [service].compactMap { $0 }.map { .string($0) } : [])
        if let expires = round.document("generateToken")?["expires"]?.integer {
            let left = Duration.milliseconds(expires) - .milliseconds(SystemTimeSource().now().milliseconds)
            // No portal grants more than a year, and a fake one takes no more than it can play.
            let minutes = min(max(60, (left + .seconds(30)).components.seconds), 366 * 86_400) / 60
            blueprint["tokens"] = ["lifetime": .string("\(minutes)m")]
        }
        if facts.isTokenBased == false { blueprint["info"] = ["tokenBased": false] }
        if let challenges = windowsChallenges(facts) { blueprint["httpAuthentication"] = ["challenges": challenges] }
        return .object(blueprint)
    }

    private static func preset(_ facts: PortalFacts) -> String {
        if facts.clientCertificates == "required" { return "pki" }
        if let windows = windowsPreset(facts) { return windows }
        let gate = facts.gates.map { $0.lowercased() }
        if gate.contains(where: { $0.contains("sha-256") }) { return "digest-sha256" }
        if gate.contains(where: { $0.hasPrefix("digest") }) { return "digest" }
        if gate.contains(where: { $0.hasPrefix("basic") }) { return "basic" }
        return FakeCounterpart.preset(for: facts)
    }

    /// The preset of Integrated Windows Authentication that is nearest; nil where neither Negotiate nor NTLM is offered.
    private static func windowsPreset(_ facts: PortalFacts) -> String? {
        let schemes = Set(facts.gates.map { $0.lowercased() })
        guard schemes.contains("ntlm") || schemes.contains("negotiate") else { return nil }
        if schemes.contains("basic") { return "iwa-basic" }
        guard schemes.contains("ntlm") else { return "iwa-kerberos" }
        return schemes.contains("negotiate") ? "iwa" : "iwa-ntlm"
    }

    /// What is offered, where no preset offers just that: Basic beside one of the two others.
    private static func windowsChallenges(_ facts: PortalFacts) -> JSONValue? {
        guard preset(facts) == "iwa-basic" else { return nil }
        let offered = ["Negotiate", "NTLM", "Basic"].filter { name in
            facts.gates.contains { $0.lowercased() == name.lowercased() }
        }
        guard offered.count < 3 else { return nil }
        return .array(
            offered.map { $0 == "Basic" ? ["scheme": "Basic", "realm": "portal"] : ["scheme": .string($0)] })
    }

    private static func certificate(_ defects: Set<CertificateDefect>) -> String? {
        if defects.contains(.expired) { return "expired" }
        if defects.contains(.hostMismatch) { return "wrong-host" }
        return defects.contains(.selfSigned) ? "self-signed" : nil
    }

    // MARK: the world

    private static func organizations(
        _ stranger: JSONValue?, _ member: JSONValue?, _ root: JSONValue?, _ scrubber: inout Scrubber
    ) -> JSONValue {
        let everybody = organization(stranger?.object ?? member?.object ?? [:], &scrubber)
        let all = organization(member?.object ?? [:], &scrubber)
        var general = everybody
        general["id"] = nil
        let version = root?["currentVersion"]?.string ?? everybody["currentVersion"]?.string ?? "2024.1"
        return [
            "version": ["currentVersion": .string(version)], "general": .object(general),
            "organizations": [
                [
                    "everybody": .object(everybody),
                    "members": .object(all.filter { everybody[$0.key] == nil }),
                ]
            ],
        ]
    }

    /// What the fake adds of itself when it serves, addresses above all, is not recorded.
    private static func organization(_ members: [String: JSONValue], _ scrubber: inout Scrubber) -> [String: JSONValue]
    {
        let served: Set<String> = [
            "user", "appInfo", "portalHostname", "httpPort", "httpsPort", "allSSL", "thumbnail", "portalThumbnail",
        ]
        var document = scrubber.scrubbed(members.filter { !served.contains($0.key) })
        document["id"] = .string(organization)
        document["name"] = "Recorded Organization"
        document["portalName"] = .string(
            scrubber.text(members["portalName"]?.string ?? "ArcGIS Enterprise", under: "portalName"))
        if members["urlKey"] != nil { document["urlKey"] = "recorded" }
        if let base = members["customBaseUrl"]?.string, !base.isEmpty { document["customBaseUrl"] = "maps.{{host}}" }
        for key in ["thumbnail", "portalThumbnail"] where members[key] != nil { document[key] = .null }
        return document
    }

    private static func users(_ user: JSONValue?, _ scrubber: inout Scrubber) -> JSONValue {
        let open: Set<String> = [
            "username", "fullName", "firstName", "lastName", "description", "tags", "culture", "region", "units",
            "created",
            "modified", "provider",
        ]
        let members = scrubber.scrubbed(user?.object ?? [:])
        var profile = members.filter { open.contains($0.key) }
        var personal = members.filter { !open.contains($0.key) && $0.key != "thumbnail" }
        profile["username"] = .string(Self.user)
        profile["fullName"] = "Member Recorded"
        if profile["firstName"] != nil { profile["firstName"] = "Member" }
        if profile["lastName"] != nil { profile["lastName"] = "Recorded" }
        profile["thumbnail"] = .null
        personal["id"] = .string(Scrubber.identifier(0xB1))
        if personal["email"] != nil { personal["email"] = "member@recorded.example" }
        personal["orgId"] = .string(organization)
        if SharedWith(rawValue: personal["access"]?.string ?? "") == nil { personal["access"] = "org" }
        if personal["privileges"]?.array == nil { personal["privileges"] = [] }
        return ["users": [["profile": .object(profile), "personal": .object(personal)]]]
    }

    /// Who may see a user or an item.
    private enum SharedWith: String { case `private`, shared, org, `public` }

    private static func item(
        _ document: JSONValue?, _ id: String, _ access: String, _ scrubber: inout Scrubber
    ) -> JSONValue? {
        guard let members = document?.object, members["id"] != nil else { return nil }
        var item = scrubber.scrubbed(members.filter { $0.key != "thumbnail" && $0.key != "ownerFolder" })
        item["id"] = .string(id)
        item["owner"] = .string(user)
        item["access"] = .string(access)
        item["orgId"] = .string(organization)
        item["thumbnail"] = .null
        if item["url"]?.string?.isEmpty == false { item["url"] = "{{server}}/rest/services/Recorded/FeatureServer" }
        if item["title"]?.string?.isEmpty != false { item["title"] = "Recorded item" }
        return ["item": .object(item)]
    }

    private static func service(
        _ round: LookRound, _ plan: ConformancePlan, _ scrubber: inout Scrubber
    ) -> (String, JSONValue)? {
        let names = ["rest/services/{service} (member)", "rest/services/{service} (stranger)"]
        guard let document = names.lazy.compactMap({ round.document($0)?.object }).first,
            let address = plan.profile.service
        else { return nil }
        var layers: [JSONValue] = []
        for question in round.answers.keys.sorted() where question.hasPrefix("layer ") {
            guard let members = round.document(question)?.object, let id = members["id"]?.integer else { continue }
            var layer = scrubber.scrubbed(members)
            layer["id"] = .integer(id)
            layer["objectIdField"] = .string(
                scrubber.text(members["objectIdField"]?.string ?? "OBJECTID", under: "objectIdField"))
            if layer["fields"]?.array == nil { layer["fields"] = [] }
            layers.append(["layer": .object(layer), "features": []])
        }
        let kind = address.contains("/MapServer") ? "MapServer" : "FeatureServer"
        return (
            "Recorded",
            ["orgId": .string(organization), kind: .object(scrubber.scrubbed(document)), "layers": .array(layers)]
        )
    }
}

extension LookRound {
    /// The document that answered a question; nil where it was an error or nothing.
    fileprivate func document(_ question: String) -> JSONValue? {
        guard let answer = answers[question], answer.isSuccess else { return nil }
        return answer.document
    }
}

extension JSONValue {
    /// The document where it names a user: the web tier has signed in.
    fileprivate var signedIn: JSONValue? {
        guard self["user"] != nil else { return nil }
        return self
    }
}
