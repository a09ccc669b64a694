package import JSONValues
internal import PortalTransport

/// Something in which the answers of a portal and of the fake differ in shape, never in content.
package struct ShapeDifference: Sendable, Codable, Equatable {
    package enum Kind: String, Sendable, Codable {
        /// The portal has a member that the fake lacks.
        case missingInFake
        /// The fake has a member that the portal lacks.
        case missingInPortal
        /// Both have it, of types that no answer of the other shows.
        case type
        /// They refuse with different codes, or one of them does not refuse.
        case code
    }
    /// The question, as `portals/self (member)`.
    package var question: String
    /// The member, as `user.groups[].id`; empty for the answer itself.
    package var path: String
    package var kind: Kind
    /// `required`, `optional` or `undocumented`.
    package var documented: String
    package var portal: String
    package var fake: String
}

/// Lays the answers of two portals side by side.
enum ShapeComparison {
    /// The differences between two answers to one question; one alone where either has more than is compared.
    static func differences(_ question: String, portal: WireExchange, fake: WireExchange) -> [ShapeDifference] {
        let (real, ours) = (outcome(portal), outcome(fake))
        guard real == ours else {
            return [
                ShapeDifference(
                    question: question, path: "", kind: .code, documented: "documented", portal: real, fake: ours)
            ]
        }
        guard let one = portal.document, let other = fake.document else { return [] }
        let (portalShape, fakeShape) = (AnswerShape(one), AnswerShape(other))
        // Of a part of the paths one cannot say what is missing.
        guard portalShape.isWhole, fakeShape.isWhole else {
            return [
                ShapeDifference(
                    question: question, path: "", kind: .type, documented: "undocumented", portal: extent(portalShape),
                    fake: extent(fakeShape))
            ]
        }
        let paths = Set(portalShape.types.keys).union(fakeShape.types.keys).sorted()
        return paths.compactMap { path in
            let (here, there) = (portalShape.types[path], fakeShape.types[path])
            let kind: ShapeDifference.Kind
            switch (here, there) {
            case (_?, nil): kind = .missingInFake
            case (nil, _?): kind = .missingInPortal
            case (let here?, let there?) where areCompatible(here, there): return nil
            default: kind = .type
            }
            // Below something that is missing, or an array without such elements, there is nothing to compare.
            if here == nil, !portalShape.holdsParent(of: path) || path.hasSuffix("]") { return nil }
            if there == nil, !fakeShape.holdsParent(of: path) || path.hasSuffix("]") { return nil }
            return ShapeDifference(
                question: question, path: path, kind: kind, documented: documented(path, portal.endpoint),
                portal: text(here), fake: text(there))
        }
    }

    /// Null stands for the absence of any type.
    private static func areCompatible(_ one: Set<String>, _ other: Set<String>) -> Bool {
        let (one, other) = (one.subtracting(["null"]), other.subtracting(["null"]))
        return one.isEmpty || other.isEmpty || !one.isDisjoint(with: other)
    }

    private static func outcome(_ exchange: WireExchange) -> String {
        if let envelope = exchange.envelope {
            let word = envelope["messageCode"]?.string.map { " \($0)" } ?? ""
            return "error \(exchange.errorCode.map(String.init) ?? "without a code")\(word)"
        }
        guard let response = exchange.response else {
            return "no answer (\(exchange.error.map { "\($0.code)" } ?? "?"))"
        }
        return response.status == 200 && exchange.document != nil ? "a document" : "HTTP \(response.status)"
    }

    /// What the documents say of a member, as far as the run knows them.
    private static func documented(_ path: String, _ endpoint: Endpoint) -> String {
        let fields = path.hasPrefix("user.") ? Endpoint.userFields : endpoint.fields
        let name = path.hasPrefix("user.") ? String(path.dropFirst(5)) : path
        guard let rule = fields.first(where: { $0.name == name }) else { return "undocumented" }
        return rule.isRequired ? "required" : "optional"
    }

    private static func extent(_ shape: AnswerShape) -> String {
        shape.isWhole
            ? "\(shape.types.count) paths"
            : "more than \(AnswerShape.mostPaths) paths, or one of more than \(AnswerShape.longestPath) bytes, not compared"
    }

    private static func text(_ types: Set<String>?) -> String {
        types.map { $0.sorted().joined(separator: " or ") } ?? "absent"
    }
}

extension ShapeDifference {
    /// The differences between two documents that answered the same question with HTTP 200.
    package static func between(portal: JSONValue, fake: JSONValue, question: String) -> [ShapeDifference] {
        func exchange(_ document: JSONValue) -> WireExchange {
            var exchange = WireExchange(
                number: 1, began: 0, moment: 0,
                request: HTTPRequest(url: "https://portal.invalid/sharing/rest/\(question)?f=json"), isProbe: true)
            exchange.response = HTTPResponse(status: 200, body: document.bytes())
            return exchange
        }
        return ShapeComparison.differences(question, portal: exchange(portal), fake: exchange(fake))
    }
}
