internal import HTTPSemantics
internal import JSONValues
internal import PortalTransport

extension MessageWriter {
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
