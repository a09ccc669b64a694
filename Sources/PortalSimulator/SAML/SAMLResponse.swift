internal import TLSIdentity

/// A response to the portal's request, read in the one form that the profile of web browsers allows (saml-profiles §4.1.4.2), and checked.
struct SAMLResponse {
    /// Why a response signs in no user: in the journal's words, and in those of the page.
    struct Refusal: Error, Equatable {
        let reason: String
        let message: String
    }

    /// What the portal compares a response with.
    struct Expectation {
        let issuer: String
        let audience: String
        let recipient: String
        /// The ID of the request that it answers.
        let request: String
        let keys: [VerificationKey]
        /// Portal time in milliseconds.
        let time: Int64
        /// How far the provider's clock may be off, in milliseconds.
        var skew: Int64 = 0
    }

    /// The ID of the assertion, which may be used once.
    let assertionID: String
    /// Who the provider says has signed in.
    let subject: String
    let sessionIndex: String
    /// Portal time from which the assertion is no good.
    let expires: Int64

    /// Reads a response and checks everything that makes it one to this portal's request.
    init(_ bytes: [UInt8], _ expected: Expectation) throws(Refusal) {
        let root: XMLElement
        do { root = try XMLReader.read(bytes) } catch {
            throw Refusal(
                reason: "the response cannot be read: \(error.reason)", message: "The response cannot be read.")
        }
        let protocols = SAMLNames.protocols
        guard root.isNamed("Response", in: protocols), root["Version"] == "2.0" else {
            throw Refusal(reason: "it is no response of SAML 2.0", message: "The response cannot be read.")
        }
        let known: [(String, String)] = [
            ("Issuer", SAMLNames.assertion), ("Signature", SAMLNames.signature), ("Status", protocols),
            ("Assertion", SAMLNames.assertion), ("EncryptedAssertion", SAMLNames.assertion),
        ]
        guard root.elements.allSatisfy({ part in known.contains { part.isNamed($0.0, in: $0.1) } }) else {
            throw Refusal(
                reason: "the response holds an element that the profile does not have",
                message: "The response is not one that this portal takes.")
        }
        let status = root.child("Status", in: protocols)?.child("StatusCode", in: protocols)
        guard status?["Value"] == SAMLNames.success else {
            let inner = status?.child("StatusCode", in: protocols)?["Value"] ?? status?["Value"] ?? "none"
            throw Refusal(
                reason: "the provider answers \(inner.prefix(100))",
                message: "The identity provider did not sign you in.")
        }
        guard root["Destination"] == expected.recipient else {
            throw Refusal(
                reason: "the response is for another address than \(expected.recipient)",
                message: "The response was made for another portal.")
        }
        guard root["InResponseTo"] == expected.request else { throw Self.otherRequest }
        let assertions = root.elements.filter { ["Assertion", "EncryptedAssertion"].contains($0.local) }
        guard let assertion = assertions.first, assertions.count == 1, assertion.local == "Assertion" else {
            throw Refusal(
                reason: assertions.isEmpty
                    ? "the response holds no assertion"
                    : assertions.count > 1
                        ? "the response holds \(assertions.count) assertions, of which one alone is signed at most"
                        : "the assertion is encrypted",
                message: "The response is not one that this portal takes.")
        }
        do { try SAMLSignature.check(assertion, in: root, keys: expected.keys) } catch {
            throw Refusal(reason: error.reason, message: "The signature of the response is not valid.")
        }
        // From here on everything is read from the element whose signature was verified.
        let checked = try Self.check(assertion, expected)
        subject = checked.subject
        expires = checked.expires
        guard let id = assertion["ID"] else { throw Self.incomplete }
        assertionID = id
        let statement = assertion.child("AuthnStatement", in: SAMLNames.assertion)
        guard let statement else { throw Self.incomplete }
        sessionIndex = statement["SessionIndex"] ?? ""
    }

    private static let otherRequest = Refusal(
        reason: "the response answers another request than the one that waits",
        message: "The response does not answer this sign-in.")
    private static let incomplete = Refusal(
        reason: "the assertion lacks what the profile demands",
        message: "The response is not one that this portal takes.")

    /// Conditions, issuer and subject of an assertion (saml-core §2.5, saml-profiles §4.1.4.3).
    private static func check(
        _ assertion: XMLElement, _ expected: Expectation
    ) throws(Refusal) -> (subject: String, expires: Int64) {
        let names = SAMLNames.assertion
        guard assertion.child("Issuer", in: names)?.text == expected.issuer else {
            throw Refusal(
                reason: "the assertion is another issuer's", message: "The response comes from another provider.")
        }
        guard let subject = assertion.child("Subject", in: names), let name = subject.child("NameID", in: names)?.text,
            !name.isEmpty, name.utf8.count <= 256, let conditions = assertion.child("Conditions", in: names),
            let confirmation = subject.elements.first(where: {
                $0.isNamed("SubjectConfirmation", in: names) && $0["Method"] == SAMLNames.bearer
            }), let data = confirmation.child("SubjectConfirmationData", in: names),
            let confirmedUntil = SAMLMessages.milliseconds(data["NotOnOrAfter"])
        else { throw incomplete }
        let audiences = conditions.elements.filter { $0.isNamed("AudienceRestriction", in: names) }
        guard !audiences.isEmpty,
            audiences.allSatisfy({ $0.elements.contains { $0.local == "Audience" && $0.text == expected.audience } })
        else {
            throw Refusal(
                reason: "the assertion is for another audience than \(expected.audience)",
                message: "The response was made for another portal.")
        }
        guard data["Recipient"] == expected.recipient else {
            throw Refusal(
                reason: "the assertion is for another recipient than \(expected.recipient)",
                message: "The response was made for another portal.")
        }
        guard data["InResponseTo"] == expected.request else { throw otherRequest }
        var end = confirmedUntil
        if let text = conditions["NotOnOrAfter"] {
            guard let until = SAMLMessages.milliseconds(text) else { throw incomplete }
            end = min(end, until)
        }
        guard expected.time < end + expected.skew else {
            throw Refusal(
                reason:
                    "the assertion ended at \(SAMLMessages.time(end)), and it is \(SAMLMessages.time(expected.time))",
                message: "The response has expired.")
        }
        if let text = conditions["NotBefore"] {
            guard let start = SAMLMessages.milliseconds(text) else { throw incomplete }
            guard expected.time >= start - expected.skew else {
                throw Refusal(
                    reason: "the assertion begins at \(text), and it is \(SAMLMessages.time(expected.time))",
                    message: "The response is not valid yet.")
            }
        }
        return (name, end)
    }
}
