import HTTPSemantics

/// What holds for the readers of authentication fields, whatever bytes they are given; the fuzzer and the tests ask the same.
enum FieldProperties {
    /// The first property that a field value breaks, in words; nil where all hold.
    static func violation(by text: String) -> String? {
        challenges(text) ?? authorization(text) ?? info(text) ?? printing(text)
    }

    private static func challenges(_ text: String) -> String? {
        let challenges = Challenge.challenges(inValue: text)
        let parameters = challenges.flatMap(\.parameters)
        guard challenges.count + parameters.count <= 256 else { return "more elements were read than the bound allows" }
        let size = challenges.reduce(0) { $0 + $1.scheme.utf8.count + ($1.token68?.utf8.count ?? 0) }
        guard parameters.reduce(size, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= text.utf8.count else {
            return "more was read than was there"
        }
        for challenge in challenges {
            guard same(Challenge.challenges(inValue: challenge.description), [challenge]) else {
                return "a challenge prints as something else"
            }
            guard challenge.parameters.allSatisfy({ isFree(ofControls: $0.value) }) else {
                return "a control character was read"
            }
            if let digest = try? DigestChallenge(challenge), digest.nonce.isEmpty {
                return "an empty nonce was accepted"
            }
        }
        guard same(Challenge.challenges(inValue: challenges.map(\.description).joined(separator: ", ")), challenges)
        else { return "challenges in one line print as something else" }
        return nil
    }

    private static func authorization(_ text: String) -> String? {
        guard let read = Authorization(fieldValue: text) else { return nil }
        guard read.fieldValue.utf8.elementsEqual(text.utf8) else { return "an authorization changed its field value" }
        let words = read.token68.map { Challenge(scheme: read.scheme, token68: $0) }
        let challenge = words ?? Challenge(scheme: read.scheme, parameters: read.parameters)
        guard same(Challenge.challenges(inValue: text), [challenge]) else {
            return "an authorization and a challenge of the same text have different words"
        }
        let built =
            read.token68.map { Authorization(scheme: read.scheme, token68: $0) }
            ?? Authorization(scheme: read.scheme, parameters: read.parameters)
        guard Authorization(fieldValue: built.fieldValue) == built else {
            return "an authorization prints as something else"
        }
        guard let digest = try? DigestAuthorization(read) else { return nil }
        return survives(digest) ? nil : "a Digest authorization prints as something else"
    }

    private static func info(_ text: String) -> String? {
        guard let read = AuthenticationInfo(fieldValue: text) else { return nil }
        _ = (read.nextNonce, read.responseAuthentication, read.qop, read.cnonce)
        if let count = read.nonceCount, read["nc"] != count.text { return "a nonce count prints as something else" }
        return AuthenticationInfo(fieldValue: read.description) == read
            ? nil : "an Authentication-Info prints as something else"
    }

    /// Any text may be a user name or an opaque of ours; none may break out of its quotes.
    private static func printing(_ text: String) -> String? {
        var digest = DigestAuthorization(user: .extendedName(text), realm: "R", nonce: "n", uri: "/", response: "r")
        guard survives(digest) else { return "an extended name prints as something else" }
        guard isFree(ofControls: text) else { return nil }
        (digest.user, digest.realm, digest.opaque) = (.name(text), text, text)
        guard survives(digest) else { return "quoted words print as something else" }
        let challenge = Challenge(
            scheme: "Digest", parameters: [.init("realm", text), .init("opaque", text, isQuoted: false)])
        return same(Challenge.challenges(inValue: challenge.description), [challenge])
            ? nil : "a quoted realm prints as something else"
    }

    private static func survives(_ digest: DigestAuthorization) -> Bool {
        let printed = digest.authorization
        guard let read = Authorization(fieldValue: printed.fieldValue), let again = try? DigestAuthorization(read)
        else {
            return false
        }
        return again == digest && read.parameters.elementsEqual(printed.parameters, by: same)
    }

    private static func same(_ some: [Challenge], _ others: [Challenge]) -> Bool {
        some.elementsEqual(others) { one, other in
            one.scheme.utf8.elementsEqual(other.scheme.utf8) && one.token68 == other.token68
                && one.parameters.elementsEqual(other.parameters, by: same)
        }
    }

    /// Byte by byte: two strings are equal as soon as they look alike.
    private static func same(_ one: Challenge.Parameter, _ other: Challenge.Parameter) -> Bool {
        one.name.utf8.elementsEqual(other.name.utf8) && one.value.utf8.elementsEqual(other.value.utf8)
            && one.isQuoted == other.isQuoted
    }

    private static func isFree(ofControls text: String) -> Bool {
        text.utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F }
    }
}
