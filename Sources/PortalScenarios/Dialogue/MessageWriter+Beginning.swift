internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import PortalTransport

extension MessageWriter {
    /// Where each plain address of the portal answers over TLS; nil where it has no plain one. On its usual ports a client knows
    /// that 80 means 443 (RFC 9110 §4.2); here no port tells the other.
    var secureURLs: JSONValue? {
        guard let plain = scenarioPortal.portal.httpURL.flatMap({ Origin(ofURL: $0) }),
            let secure = Origin(ofURL: scenarioPortal.portal.url), secure.scheme == "https"
        else { return nil }
        return .object([plain.description: .string(secure.description)])
    }

    /// The origins to which the user has agreed to send a password beside the portal's: token services of its host at another
    /// port. Whether those are the same to a client is its own choice; that they are here the user said.
    var consents: JSONValue? {
        // A host with an address of its own is another one, wherever it can only be shown by its port.
        let others = (run.overlay["hosts"]?.object ?? [:]).filter { name, host in
            host["serves"] == "tokens" && host["address"] == nil
        }
        let origins = others.keys.sorted().compactMap { scenarioPortal.portal.url(ofHost: $0) }.compactMap {
            Origin(ofURL: $0)?.description
        }
        return origins.isEmpty ? nil : .array(origins.map { .string($0) })
    }

    /// The limits that a scenario names; nil where it names none.
    func limits(_ plan: EnvironmentPlan) -> JSONValue? {
        guard plan.namesLimits else { return nil }
        return [
            "connectSeconds": .integer(plan.limits.connect.components.seconds),
            "stallSeconds": .integer(plan.limits.stall.components.seconds),
            "wholeSeconds": .integer(plan.limits.whole.components.seconds),
            "bodyBytes": .integer(Int64(plan.limits.bodySize)),
        ]
    }

    /// Where the client's Kerberos ticket may go, which `KRB5CCNAME` names.
    func negotiate(_ plan: KerberosPlan) -> JSONValue {
        let hosts = plan.namedHosts(scenarioPortal.portal.url)
        return [
            "hosts": .array(hosts.map { .string($0) }), "delegates": .bool(plan.isDelegated),
            "plainHTTP": .bool(plan.allowsPlainHTTP),
        ]
    }

    /// Where the client keeps what it keeps, and what seals that; without a plan it is kept by the client's own means.
    func store(_ opening: StorePlan.Opening?) throws -> JSONValue {
        var members: [String: JSONValue] = ["folder": .string(stores.path)]
        switch opening?.key {
        case .passphrase: members["passphrase"] = .string(stores.passphrase(opening).reveal { $0 })
        case .keyFile: members["keyFile"] = .string(stores.keyFile(opening))
        case nil: break
        }
        return .object(members)
    }
}
