internal import HTTPSemantics
internal import PortalJudge

/// Takes over the user that a trusted front has authenticated; from other peers it takes over none.
struct FrontGate {
    let rules: Blueprint.WebAuthentication.Front

    /// Whether a request comes from the front itself.
    func trusts(_ listener: String, _ address: String) -> Bool {
        listener == rules.listener && rules.addresses.contains(address)
    }

    /// The user, and what is to be said of it.
    func decide(
        _ values: [String], listener: String, address: String
    ) -> (user: String?, decision: Journal.Decision?) {
        guard let value = values.first else { return (nil, nil) }
        guard trusts(listener, address) else {
            return (nil, decision("\(rules.userHeader) is ignored: \(address) at \(listener) is not the trusted front"))
        }
        guard values.count == 1 else {
            return (nil, decision("\(rules.userHeader) is ignored: it came \(values.count) times"))
        }
        // mod_headers writes "(null)" for a variable that is not set.
        guard !value.isEmpty, value != "(null)", value != "-" else {
            return (nil, decision("the front names no user"))
        }
        return (value, decision("the front names the user \(value)"))
    }

    private func decision(_ reason: String) -> Journal.Decision {
        Journal.Decision(gate: "front", passed: true, reason: reason)
    }
}
