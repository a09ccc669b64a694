internal import HTTPSemantics
internal import TLSIdentity

extension KeyAlgorithm {
    /// What XML Signature calls signing with it (RFC 6931 §2.3.2, §2.3.6).
    var signatureMethod: String { self == .rsa ? SAMLNames.rsaSHA256 : SAMLNames.ecdsaSHA256 }
}

/// Enveloped signatures in the one profile that SAML allows (saml-core §5.4): one reference to the signed element by its ID, the two
/// transforms, SHA-256.
enum SAMLSignature {
    /// Why an element's signature does not count.
    struct Refusal: Error, Equatable {
        let reason: String
    }

    /// Signs an element that is written in its canonical form already; the signature stands after its issuer.
    static func signing(_ xml: String, id: String, with key: SigningKey) throws(TLSIdentityError) -> String {
        let digest = Base64.encode(Digest.sha256(Array(xml.utf8)))
        let inside = """
            <ds:CanonicalizationMethod Algorithm="\(SAMLNames.exclusive)"></ds:CanonicalizationMethod>\
            <ds:SignatureMethod Algorithm="\(key.algorithm.signatureMethod)"></ds:SignatureMethod>\
            <ds:Reference URI="#\(id)"><ds:Transforms>\
            <ds:Transform Algorithm="\(SAMLNames.enveloped)"></ds:Transform>\
            <ds:Transform Algorithm="\(SAMLNames.exclusive)"></ds:Transform></ds:Transforms>\
            <ds:DigestMethod Algorithm="\(SAMLNames.sha256)"></ds:DigestMethod>\
            <ds:DigestValue>\(digest)</ds:DigestValue></ds:Reference></ds:SignedInfo>
            """
        // Alone it declares the prefix itself; within the signature an ancestor has (Exclusive XML Canonicalization §3).
        let canonical = "<ds:SignedInfo xmlns:ds=\"\(SAMLNames.signature)\">" + inside
        let value = Base64.encode(try key.signature(of: Array(canonical.utf8)))
        let signature = """
            <ds:Signature xmlns:ds="\(SAMLNames.signature)"><ds:SignedInfo>\(inside)\
            <ds:SignatureValue>\(value)</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\
            \(Base64.encode(key.certificateDER))</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>
            """
        guard let issuer = xml.firstRange(of: "</saml:Issuer>") else { return xml }
        return xml[..<issuer.upperBound] + signature + xml[issuer.upperBound...]
    }

    /// Checks that an element is signed by one of some keys; whatever certificate it brings along is not looked at.
    ///
    /// The signature must be the element's own child and name the element's own ID, which stands once in the document: so what is
    /// verified is what is used (saml-core §5.4.2; "On Breaking SAML: Be Whoever You Want to Be", USENIX Security 2012).
    static func check(
        _ element: XMLElement, in document: XMLElement, keys: [VerificationKey]
    ) throws(Refusal) {
        let own = element.children.indices.filter { index in
            guard case .element(let child) = element.children[index] else { return false }
            return child.isNamed("Signature", in: SAMLNames.signature)
        }
        guard let position = own.first, case .element(let signature) = element.children[position] else {
            throw Refusal(reason: "the \(element.local.lowercased()) is not signed")
        }
        guard own.count == 1 else { throw Refusal(reason: "it is signed more than once") }
        guard let info = signature.elements.first, info.isNamed("SignedInfo", in: SAMLNames.signature),
            let value = signature.elements.dropFirst().first,
            value.isNamed("SignatureValue", in: SAMLNames.signature),
            info.elements.map(\.local) == ["CanonicalizationMethod", "SignatureMethod", "Reference"],
            info.elements.allSatisfy({ $0.namespace == SAMLNames.signature })
        else { throw Refusal(reason: "its signature has another form than SAML's") }
        let reference = info.elements[2]
        guard info.elements[0]["Algorithm"] == SAMLNames.exclusive else {
            throw Refusal(reason: "its signature is made over another form than exclusive canonical XML")
        }
        guard let id = element["ID"], !id.isEmpty, reference["URI"] == "#" + id else {
            throw Refusal(reason: "its signature is about another element")
        }
        var holders = 0
        document.visit {
            if $0.attributes.contains(where: { $0.local.lowercased() == "id" && $0.value == id }) { holders += 1 }
        }
        guard holders == 1 else { throw Refusal(reason: "its ID stands more than once in the message") }
        try checkDigest(of: element, without: position, reference)
        let method = info.elements[1]["Algorithm"]
        guard let key = keys.first(where: { $0.algorithm.signatureMethod == method }) else {
            throw Refusal(reason: "its signature is of another kind than the provider's key")
        }
        let signed = ExclusiveCanonicalization.text(
            of: info, inclusive: try prefixes(of: info.elements[0]))
        guard let bytes = value.text.flatMap({ Base64.decode($0.filter { !$0.isWhitespace }) }),
            keys.contains(where: { $0.algorithm == key.algorithm && $0.verifies(bytes, of: Array(signed.utf8)) })
        else { throw Refusal(reason: "its signature is not of the provider's key") }
    }

    private static func checkDigest(
        of element: XMLElement, without position: Int, _ reference: XMLElement
    ) throws(Refusal) {
        let parts = reference.elements
        guard parts.map(\.local) == ["Transforms", "DigestMethod", "DigestValue"],
            parts.allSatisfy({ $0.namespace == SAMLNames.signature }),
            parts[0].elements.map({ $0["Algorithm"] }) == [SAMLNames.enveloped, SAMLNames.exclusive]
        else { throw Refusal(reason: "its signature has other transforms than SAML's") }
        guard parts[1]["Algorithm"] == SAMLNames.sha256 else {
            throw Refusal(reason: "its signature has another digest than SHA-256")
        }
        let text = ExclusiveCanonicalization.text(
            of: element, omitting: position, inclusive: try prefixes(of: parts[0].elements[1]))
        let digest = Digest.sha256(Array(text.utf8))
        guard let told = parts[2].text.flatMap({ Base64.decode($0.filter { !$0.isWhitespace }) }), told == digest
        else { throw Refusal(reason: "it was changed after it was signed") }
    }

    /// The prefixes that are written also where they are not used (Exclusive XML Canonicalization §4).
    private static func prefixes(of transform: XMLElement) throws(Refusal) -> [String] {
        let list = transform.child("InclusiveNamespaces", in: SAMLNames.exclusive)?["PrefixList"] ?? ""
        // Each is looked for at each element.
        guard list.utf8.count <= 512 else { throw Refusal(reason: "its signature names too many prefixes") }
        return list.split(separator: " ").map { $0 == "#default" ? "" : String($0) }
    }
}
