package import HTTPSemantics
internal import TLSIdentity

/// A client's messages of NTLM, of version 2 alone (MS-NLMP §3.1.5, §3.3.2).
package enum NTLMAnswer {
    /// The NEGOTIATE_MESSAGE (MS-NLMP §2.2.1.1): neither a domain nor this machine is named.
    package static let negotiate: [UInt8] =
        NTLMBytes.signature + NTLMBytes.four(1) + NTLMBytes.four(NTLMFlags.asked.rawValue)
        + [UInt8](repeating: 0, count: 16)

    /// What an answer is bound to, and what differs from one to the next.
    package struct Circumstances: Sendable {
        /// The service, such as `HTTP/gis.example.com`.
        package let target: String
        /// The application data of the TLS channel (RFC 5929); nil where there is none.
        package let channelBindings: [UInt8]?
        /// Eight random bytes.
        package let clientChallenge: [UInt8]
        /// Milliseconds since 1970, where the server names no time.
        package let now: Int64

        package init(target: String, channelBindings: [UInt8]?, clientChallenge: [UInt8], now: Int64) {
            self.target = target
            self.channelBindings = channelBindings
            self.clientChallenge = clientChallenge
            self.now = now
        }
    }

    /// The AUTHENTICATE_MESSAGE (MS-NLMP §2.2.1.3).
    package static func authenticate(
        _ user: NTLMUser, answering challenge: NTLMChallenge, _ circumstances: Circumstances
    ) -> Secret<[UInt8]> {
        let key = user.key()
        var info = challenge.targetInfo
        let timestamp = info[NTLMTargetInfo.timestampID]
        if timestamp != nil {
            // "A MIC is in the message" (MS-NLMP §2.2.2.1, MsvAvFlags).
            let flags = info[NTLMTargetInfo.flagsID].flatMap { NTLMBytes.number($0, at: 0, count: 4) } ?? 0
            info.set(NTLMTargetInfo.flagsID, NTLMBytes.four(UInt32(flags) | 2))
        }
        info.set(
            NTLMTargetInfo.channelBindingsID, channelBindings(of: circumstances.channelBindings))
        info.set(NTLMTargetInfo.targetNameID, NTLMBytes.text(circumstances.target))
        let response = response(
            key: key, serverChallenge: challenge.serverChallenge, clientChallenge: circumstances.clientChallenge,
            time: timestamp ?? fileTime(circumstances.now), targetInfo: info.bytes)
        // A server that names a time wants no answer of LM (MS-NLMP §3.1.5.1.2).
        let lm =
            timestamp == nil
            ? Digest.hmacMD5(key: key, challenge.serverChallenge + circumstances.clientChallenge)
                + circumstances.clientChallenge
            : [UInt8](repeating: 0, count: 24)
        var message = joined(
            [lm, response.bytes, NTLMBytes.text(user.domain), NTLMBytes.text(user.name), [], []],
            flags: NTLMFlags.asked.intersection(challenge.flags).union(.targetInfo))
        if timestamp != nil {
            let mic = Digest.hmacMD5(key: response.sessionKey, negotiate + challenge.message + message)
            message.replaceSubrange(micOffset..<micOffset + 16, with: mic)
        }
        return Secret(message)
    }

    /// The response of NTLMv2 and the session's key (MS-NLMP §3.3.2).
    package static func response(
        key: [UInt8], serverChallenge: [UInt8], clientChallenge: [UInt8], time: [UInt8], targetInfo: [UInt8]
    ) -> (bytes: [UInt8], sessionKey: [UInt8]) {
        let temporary =
            [1, 1, 0, 0, 0, 0, 0, 0] + time + clientChallenge + [0, 0, 0, 0] + targetInfo + [0, 0, 0, 0]
        let proof = Digest.hmacMD5(key: key, serverChallenge + temporary)
        return (proof + temporary, Digest.hmacMD5(key: key, proof))
    }

    /// MD5 over the `gss_channel_bindings_struct` without addresses (MS-NLMP §2.2.2.1); zeros where there is no channel.
    static func channelBindings(of applicationData: [UInt8]?) -> [UInt8] {
        guard let applicationData else { return [UInt8](repeating: 0, count: 16) }
        let addresses = [UInt8](repeating: 0, count: 16)
        return Digest.md5(addresses + NTLMBytes.four(UInt32(applicationData.count)) + applicationData)
    }

    /// Tenths of microseconds since 1601 (MS-DTYP §2.3.3).
    static func fileTime(_ milliseconds: Int64) -> [UInt8] {
        let bounded = min(max(milliseconds, 0), 1 << 45)
        return NTLMBytes.eight(UInt64(bounded + 11_644_473_600_000) * 10_000)
    }

    private static let micOffset = 72

    /// The message around its payload: a version of zeros, and zeros in place of the integrity code.
    private static func joined(_ payload: [[UInt8]], flags: NTLMFlags) -> [UInt8] {
        var offset = micOffset + 16
        // The texts stand before the responses, as Windows has them.
        let order = [2, 3, 4, 0, 1, 5]
        var offsets = [Int](repeating: 0, count: payload.count)
        for index in order {
            offsets[index] = offset
            offset += payload[index].count
        }
        let fields = payload.indices.flatMap { index in
            NTLMBytes.two(payload[index].count) + NTLMBytes.two(payload[index].count)
                + NTLMBytes.four(UInt32(offsets[index]))
        }
        return NTLMBytes.signature + NTLMBytes.four(3) + fields + NTLMBytes.four(flags.rawValue)
            + [UInt8](repeating: 0, count: 8 + 16) + order.flatMap { payload[$0] }
    }
}
