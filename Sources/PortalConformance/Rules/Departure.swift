internal import PortalJudge

/// Who departed from the documents, and from which of them.
enum Departure {
    /// The client, from a rule of the catalogue.
    case client(rule: String)
    /// The portal, from what its vendor publishes.
    case portal(source: String)

    /// A finding that says who, what and on what grounds; the code begins with who.
    func finding(
        _ code: String, _ problem: String, expected: String? = nil, at exchange: WireExchange? = nil,
        seen: String? = nil
    ) -> Finding {
        let grounds: String
        let who: String
        switch self {
        case .client(let rule): (who, grounds) = ("client", rule)
        case .portal(let source): (who, grounds) = ("portal", source)
        }
        return Finding(
            "\(who).\(code)", "the \(who) departed from \(grounds): \(problem)", expected: expected,
            nearest: exchange?.line, difference: seen)
    }
}
