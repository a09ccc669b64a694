internal import TLSIdentity

extension NTLM {
    /// Checks an NTLMv2 response (MS-NLMP §3.3.2) against a password.
    struct Version2 {
        /// HMAC-MD5 over everything that follows it.
        let proof: [UInt8]
        /// What the client has joined: time, its own challenge and the target information (NTLMv2_CLIENT_CHALLENGE, §2.2.2.7).
        let joined: [UInt8]
        let information: TargetInformation

        /// Takes a response to pieces.
        init(_ response: [UInt8]) throws(Complaint) {
            guard response.count >= 16 + 28 else {
                throw Complaint("the NT response has \(response.count) bytes, which is neither NTLMv1 nor NTLMv2")
            }
            proof = Array(response[..<16])
            joined = Array(response[16...])
            guard joined[0] == 1, joined[1] == 1 else {
                throw Complaint("the NTLMv2 response is of version \(joined[0]).\(joined[1]), not 1.1")
            }
            information = try TargetInformation(joined[28...])
        }

        /// The key that a password makes for a user of a domain (NTOWFv2); the domain counts as it was sent.
        static func key(password: String, user: String, domain: String) -> [UInt8] {
            Digest.hmacMD5(key: Digest.md4(NTLM.utf16(password)), NTLM.utf16(NTLM.upperCase(user) + domain))
        }

        /// The session's base key where the response is right; nil where it is not.
        func sessionBaseKey(under key: [UInt8], challenge: [UInt8]) -> [UInt8]? {
            let expected = Digest.hmacMD5(key: key, challenge + joined)
            guard expected.count == 16, isEqualInConstantTime(expected, proof) else { return nil }
            return Digest.hmacMD5(key: key, proof)
        }
    }

    /// Whether the integrity code of a message is that of the whole exchange (MS-NLMP §3.2.5.1.2).
    static func isIntegrityCodeRight(
        _ message: AuthenticateMessage, negotiate: [UInt8], challenge: [UInt8], sessionBaseKey: [UInt8]
    ) -> Bool {
        guard let code = message.integrityCode else { return false }
        // With NTLMv2 the key exchange key is the session base key (§3.4.5.1).
        var key = sessionBaseKey
        if message.flags.contains(.keyExchange) {
            guard message.encryptedSessionKey.count == 16 else { return false }
            key = rc4(message.encryptedSessionKey, key: sessionBaseKey)
        }
        let expected = Digest.hmacMD5(key: key, negotiate + challenge + message.withoutIntegrityCode)
        return isEqualInConstantTime(expected, code)
    }

    /// RC4 (MS-NLMP §3.4.4 calls it RC4K), which OpenSSL 3 keeps in a provider that few systems load.
    static func rc4(_ data: [UInt8], key: [UInt8]) -> [UInt8] {
        guard !key.isEmpty else { return [] }
        var state = (0...255).map { UInt8($0) }
        var j = 0
        for i in 0..<256 {
            j = (j + Int(state[i]) + Int(key[i % key.count])) & 255
            state.swapAt(i, j)
        }
        var i = 0
        j = 0
        return data.map { byte in
            i = (i + 1) & 255
            j = (j + Int(state[i])) & 255
            state.swapAt(i, j)
            return byte ^ state[(Int(state[i]) + Int(state[j])) & 255]
        }
    }

    /// The hash of channel bindings as MsvAvChannelBindings carries it: MD5 over `gss_channel_bindings_struct` (MS-NLMP §3.1.5.1.2,
    /// RFC 2744 §3.11) with `tls-server-end-point` (RFC 5929 §4).
    static func channelBindingsHash(certificateHash: [UInt8]) -> [UInt8] {
        let data = Array("tls-server-end-point:".utf8) + certificateHash
        return Digest.md5([UInt8](repeating: 0, count: 16) + long(UInt32(data.count)) + data)
    }
}
