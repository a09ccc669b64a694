internal import HTTPSemantics
internal import JSONValues

/// The members of a credential as it was stored; what is missing or of another type is told by its name, never by its value.
struct StoredMembers {
    private let document: JSONValue

    init(_ document: JSONValue) { self.document = document }

    /// A text; throws `storeCorrupted` where there is none.
    func text(_ name: String) throws(PortalError) -> String { try require(optionalText(name), name) }

    /// A text that may be absent.
    func optionalText(_ name: String) throws(PortalError) -> String? {
        try optional(name) { $0.string }
    }

    /// A secret.
    func secret(_ name: String) throws(PortalError) -> Secret<String> { Secret(try text(name)) }

    /// A secret that may stand in a header field.
    func token(_ name: String) throws(PortalError) -> Secret<String> {
        let text = try text(name)
        return Secret(try require(!text.isEmpty && HeaderField("X", text).isWellFormed ? text : nil, name))
    }

    /// A URL.
    func url(_ name: String) throws(PortalError) -> HTTPURL { try require(optionalURL(name), name) }

    /// A URL that may be absent.
    func optionalURL(_ name: String) throws(PortalError) -> HTTPURL? {
        try optional(name) { $0.string.flatMap(HTTPURL.init(parsing:)) }
    }

    /// A whole number that may be absent.
    func optionalNumber(_ name: String) throws(PortalError) -> Int64? { try optional(name) { $0.integer } }

    /// A truth value that may be absent.
    func optionalFlag(_ name: String) throws(PortalError) -> Bool? { try optional(name) { $0.bool } }

    /// A moment that may be absent.
    func optionalMoment(_ name: String) throws(PortalError) -> Timestamp? {
        try optionalNumber(name).map { Timestamp(milliseconds: $0) }
    }

    /// A duration that may be absent.
    func optionalDuration(_ name: String) throws(PortalError) -> Duration? {
        try optionalNumber(name).map { .milliseconds($0) }
    }

    /// Texts; none where they are absent.
    func texts(_ name: String) throws(PortalError) -> [String] {
        try optional(name) { value in
            guard let texts = value.array?.map(\.string), !texts.contains(nil) else { return nil }
            return texts.compactMap { $0 }
        } ?? []
    }

    /// Members inside of this one that may be absent.
    func optionalMembers(_ name: String) throws(PortalError) -> StoredMembers? {
        try optional(name) { $0.object == nil ? nil : StoredMembers($0) }
    }

    /// Members inside of this one.
    func members(_ name: String) throws(PortalError) -> StoredMembers { try require(optionalMembers(name), name) }

    /// What is made of members, whose own complaint would not say that it came from a store.
    func made<Value>(_ name: String, _ body: () throws(PortalError) -> Value) throws(PortalError) -> Value {
        do throws(PortalError) {
            return try body()
        } catch {
            throw corrupted(name)
        }
    }

    private func optional<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(PortalError) -> Value? {
        guard let value = document[name], !value.isNull else { return nil }
        return try require(read(value), name)
    }

    private func require<Value>(_ value: Value?, _ name: String) throws(PortalError) -> Value {
        guard let value else { throw corrupted(name) }
        return value
    }

    private func corrupted(_ name: String) -> PortalError {
        PortalError(.storeCorrupted, detail: "a stored credential has no usable \(name)")
    }
}

extension JSONValue {
    /// An object of those members that are there.
    static func members(_ members: [String: JSONValue?]) -> JSONValue { .object(members.compactMapValues { $0 }) }

    static func optional(_ text: String?) -> JSONValue? { text.map { .string($0) } }
    static func optional(_ url: HTTPURL?) -> JSONValue? { url.map { .string($0.description) } }
    static func optional(_ moment: Timestamp?) -> JSONValue? { moment.map { .integer($0.milliseconds) } }
    static func optional(_ duration: Duration?) -> JSONValue? { duration.map { .integer($0.milliseconds) } }

    /// A secret as it is: for documents that are sealed.
    static func revealing(_ secret: Secret<String>) -> JSONValue { secret.reveal { .string($0) } }
}
