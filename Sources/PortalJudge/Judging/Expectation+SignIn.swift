extension Expectation {
    /// Whether it asks for a sign-in by a code and its proof (RFC 7636).
    var wantsAuthorizationCode: Bool {
        let lines = (wire ?? task?.patterns ?? []).flatMap(\.counted).map(\.0) + among
        return lines.contains { $0.attributes.contains(.fresh(.challenge)) }
    }
}
