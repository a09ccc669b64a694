internal import FeatureEngine
internal import HTTPSemantics
internal import TLSIdentity

/// The messages of SAML 2.0 that the portal and its provider write: fixed forms, in canonical XML from the start.
enum SAMLMessages {
    /// A moment in milliseconds as SAML writes it (saml-core §1.3.3).
    static func time(_ milliseconds: Int64) -> String { UTCTime.text(milliseconds) }

    /// Reads such a moment; nil where it is none in UTC.
    static func milliseconds(_ text: String?) -> Int64? {
        guard let text, text.utf8.last == UInt8(ascii: "Z"), text.utf8.dropFirst(10).first == UInt8(ascii: "T") else {
            return nil
        }
        return Moment.milliseconds(of: text)
    }

    private static func a(_ text: String) -> String { ExclusiveCanonicalization.attribute(text) }
    private static func t(_ text: String) -> String { ExclusiveCanonicalization.content(text) }

    private static func issuer(_ name: String) -> String {
        "<saml:Issuer xmlns:saml=\"\(SAMLNames.assertion)\">\(t(name))</saml:Issuer>"
    }

    /// A request for an assertion (saml-core §3.4.1), not signed.
    static func authnRequest(
        id: String, issuer name: String, destination: String, consumer: String, asksAgain: Bool, at time: Int64
    ) -> String {
        """
        <samlp:AuthnRequest xmlns:samlp="\(SAMLNames.protocols)" AssertionConsumerServiceURL="\(a(consumer))" \
        Destination="\(a(destination))"\(asksAgain ? " ForceAuthn=\"true\"" : "") ID="\(id)" \
        IssueInstant="\(self.time(time))" ProtocolBinding="\(SAMLNames.postBinding)" Version="2.0">\(issuer(name))\
        <samlp:NameIDPolicy AllowCreate="true" Format="\(SAMLNames.unspecified)"></samlp:NameIDPolicy>\
        </samlp:AuthnRequest>
        """
    }

    /// What an assertion says.
    struct Statement {
        var id: String
        var issuer: String
        var subject: String
        var audience: String
        var recipient: String
        var inResponseTo: String?
        var notBefore: Int64
        var notOnOrAfter: Int64
        var issued: Int64
        var sessionIndex: String
        var attributes: [(name: String, value: String)]
    }

    /// An assertion (saml-core §2.3.3), not signed.
    static func assertion(_ statement: Statement) -> String {
        let request = statement.inResponseTo.map { "InResponseTo=\"\(a($0))\" " } ?? ""
        let attributes = statement.attributes.map {
            "<saml:Attribute Name=\"\(a($0.name))\"><saml:AttributeValue>\(t($0.value))</saml:AttributeValue></saml:Attribute>"
        }.joined()
        return """
            <saml:Assertion xmlns:saml="\(SAMLNames.assertion)" ID="\(statement.id)" \
            IssueInstant="\(time(statement.issued))" Version="2.0"><saml:Issuer>\(t(statement.issuer))</saml:Issuer>\
            <saml:Subject><saml:NameID Format="\(SAMLNames.unspecified)">\(t(statement.subject))</saml:NameID>\
            <saml:SubjectConfirmation Method="\(SAMLNames.bearer)"><saml:SubjectConfirmationData \(request)\
            NotOnOrAfter="\(time(statement.notOnOrAfter))" Recipient="\(a(statement.recipient))">\
            </saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>\
            <saml:Conditions NotBefore="\(time(statement.notBefore))" NotOnOrAfter="\(time(statement.notOnOrAfter))">\
            <saml:AudienceRestriction><saml:Audience>\(t(statement.audience))</saml:Audience></saml:AudienceRestriction>\
            </saml:Conditions><saml:AuthnStatement AuthnInstant="\(time(statement.issued))" \
            SessionIndex="\(a(statement.sessionIndex))"><saml:AuthnContext><saml:AuthnContextClassRef>\
            \(SAMLNames.passwordProtected)</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>\
            <saml:AttributeStatement>\(attributes)</saml:AttributeStatement></saml:Assertion>
            """
    }

    /// A response around an assertion, or with a status that says why there is none (saml-core §3.2.2).
    static func response(
        id: String, issuer name: String, destination: String, inResponseTo: String?, content: String, isSuccess: Bool,
        at time: Int64
    ) -> String {
        let request = inResponseTo.map { "InResponseTo=\"\(a($0))\" " } ?? ""
        let code =
            isSuccess
            ? "<samlp:StatusCode Value=\"\(SAMLNames.success)\"></samlp:StatusCode>"
            : "<samlp:StatusCode Value=\"\(SAMLNames.responder)\"><samlp:StatusCode Value=\"\(SAMLNames.denied)\"></samlp:StatusCode></samlp:StatusCode>"
        return """
            <samlp:Response xmlns:samlp="\(SAMLNames.protocols)" Destination="\(a(destination))" ID="\(id)" \
            \(request)IssueInstant="\(self.time(time))" Version="2.0">\(issuer(name))\
            <samlp:Status>\(code)</samlp:Status>\(content)</samlp:Response>
            """
    }

    /// A request to end a session (saml-core §3.7.1), not signed.
    static func logoutRequest(
        id: String, issuer name: String, destination: String, subject: String, sessionIndex: String, at time: Int64
    ) -> String {
        """
        <samlp:LogoutRequest xmlns:samlp="\(SAMLNames.protocols)" Destination="\(a(destination))" ID="\(id)" \
        IssueInstant="\(self.time(time))" Version="2.0">\(issuer(name))\
        <saml:NameID xmlns:saml="\(SAMLNames.assertion)" Format="\(SAMLNames.unspecified)">\(t(subject))</saml:NameID>\
        <samlp:SessionIndex>\(t(sessionIndex))</samlp:SessionIndex></samlp:LogoutRequest>
        """
    }

    /// The answer to such a request (saml-core §3.7.2), not signed.
    static func logoutResponse(
        id: String, issuer name: String, destination: String, inResponseTo: String, at time: Int64
    ) -> String {
        """
        <samlp:LogoutResponse xmlns:samlp="\(SAMLNames.protocols)" Destination="\(a(destination))" ID="\(id)" \
        InResponseTo="\(a(inResponseTo))" IssueInstant="\(self.time(time))" Version="2.0">\(issuer(name))\
        <samlp:Status><samlp:StatusCode Value="\(SAMLNames.success)"></samlp:StatusCode></samlp:Status>\
        </samlp:LogoutResponse>
        """
    }

    /// The metadata of the provider (saml-metadata §2.4.3).
    static func providerMetadata(entity: String, signOn: String, logout: String, certificate: [UInt8]) -> String {
        """
        <md:EntityDescriptor xmlns:md="\(SAMLNames.metadata)" entityID="\(a(entity))">\
        <md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="\(SAMLNames.protocols)">\
        \(keyDescriptor(certificate))\
        <md:SingleLogoutService Binding="\(SAMLNames.redirectBinding)" Location="\(a(logout))"></md:SingleLogoutService>\
        <md:NameIDFormat>\(SAMLNames.unspecified)</md:NameIDFormat>\
        <md:SingleSignOnService Binding="\(SAMLNames.redirectBinding)" Location="\(a(signOn))"></md:SingleSignOnService>\
        <md:SingleSignOnService Binding="\(SAMLNames.postBinding)" Location="\(a(signOn))"></md:SingleSignOnService>\
        </md:IDPSSODescriptor></md:EntityDescriptor>
        """
    }

    /// The metadata of the portal (saml-metadata §2.4.4).
    static func portalMetadata(entity: String, consumer: String, logout: String, certificate: [UInt8]) -> String {
        """
        <md:EntityDescriptor xmlns:md="\(SAMLNames.metadata)" entityID="\(a(entity))">\
        <md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" \
        protocolSupportEnumeration="\(SAMLNames.protocols)">\(keyDescriptor(certificate))\
        <md:SingleLogoutService Binding="\(SAMLNames.redirectBinding)" Location="\(a(logout))"></md:SingleLogoutService>\
        <md:NameIDFormat>\(SAMLNames.unspecified)</md:NameIDFormat>\
        <md:AssertionConsumerService Binding="\(SAMLNames.postBinding)" Location="\(a(consumer))" index="0" \
        isDefault="true"></md:AssertionConsumerService></md:SPSSODescriptor></md:EntityDescriptor>
        """
    }

    private static func keyDescriptor(_ certificate: [UInt8]) -> String {
        """
        <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="\(SAMLNames.signature)"><ds:X509Data>\
        <ds:X509Certificate>\(Base64.encode(certificate))</ds:X509Certificate></ds:X509Data></ds:KeyInfo>\
        </md:KeyDescriptor>
        """
    }
}
