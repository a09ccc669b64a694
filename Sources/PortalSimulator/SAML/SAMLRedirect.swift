internal import FeatureEngine
internal import HTTPSemantics
internal import TLSIdentity

/// The binding that carries a message in the query of a redirect, compressed and signed beside it (SAML bindings §3.4).
enum SAMLRedirect {
    /// Why a query holds no message that counts.
    struct Refusal: Error, Equatable {
        let reason: String
    }

    /// The most bytes that a message has once it is decompressed.
    private static let mostBytes = 64 << 10

    /// The address with a message; `parameter` is `SAMLRequest` or `SAMLResponse`.
    static func address(
        _ base: String, _ parameter: String, _ message: String, relayState: String?, key: SigningKey
    ) throws(TLSIdentityError) -> String {
        var query = "\(parameter)=\(PercentEncoding.encode(Base64.encode(Deflate.raw(Array(message.utf8)))))"
        if let relayState { query += "&RelayState=\(PercentEncoding.encode(relayState))" }
        query += "&SigAlg=\(PercentEncoding.encode(key.algorithm.signatureMethod))"
        let signature = Base64.encode(try key.signature(of: Array(query.utf8)))
        return "\(base)?\(query)&Signature=\(PercentEncoding.encode(signature))"
    }

    /// Reads the message of a query whose signature one of some keys made, with the relay state that the signature covers.
    ///
    /// The signature covers the octets as they were sent (§3.4.4.1): nothing is decoded and encoded again for it.
    static func message(
        in rawQuery: String, _ parameter: String, keys: [VerificationKey]
    ) throws(Refusal) -> (message: XMLElement, relayState: String?) {
        let members = rawQuery.split(separator: "&")
        func raw(_ name: String) throws(Refusal) -> Substring? {
            let found = members.filter { $0.hasPrefix(name + "=") }
            guard found.count < 2 else { throw Refusal(reason: "\(name) stands twice in the query") }
            return found.first
        }
        func value(_ member: Substring?) -> String? {
            member.flatMap { FormURLEncoded.fields(of: Array($0.utf8)).first?.value }
        }
        guard let member = try raw(parameter), let packed = value(member).flatMap({ Base64.decode($0) }) else {
            throw Refusal(reason: "\(parameter) is missing or cannot be unpacked")
        }
        let method = try raw("SigAlg")
        guard let method, let signature = value(try raw("Signature")).flatMap({ Base64.decode($0) }) else {
            throw Refusal(reason: "the message is not signed")
        }
        let relayState = try raw("RelayState")
        let signed = [member, relayState, method].compactMap { $0 }.joined(separator: "&")
        let algorithm = value(method)
        guard
            keys.contains(where: {
                $0.algorithm.signatureMethod == algorithm && $0.verifies(signature, of: Array(signed.utf8))
            })
        else { throw Refusal(reason: "the signature of the message is not of the key that it should be of") }
        guard let bytes = Inflate.bytes(packed, limit: mostBytes) else {
            throw Refusal(reason: "\(parameter) is missing or cannot be unpacked")
        }
        do { return (try XMLReader.read(bytes), value(relayState)) } catch {
            throw Refusal(reason: "the message cannot be read: \(error.reason)")
        }
    }
}
