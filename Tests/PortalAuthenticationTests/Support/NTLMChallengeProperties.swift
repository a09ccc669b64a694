import HTTPSemantics
import TLSIdentity

@testable import PortalAuthentication

/// What holds for the client's answer to a server's NTLM challenge, whatever the message is; the fuzzer and the tests ask the same.
enum NTLMChallengeProperties {
    private static let password = "Pä ssword-7Q"
    private static let user = NTLMUser("EXAMPLE\\alice", Secret(password))
    /// The pairs that a client sets.
    private static let own: Set = [
        NTLMTargetInfo.flagsID, NTLMTargetInfo.targetNameID, NTLMTargetInfo.channelBindingsID,
    ]
    private static let clientChallenge = [UInt8](repeating: 0xaa, count: 8)

    /// The first property that a message breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        if let list = NTLMTargetInfo(bytes), NTLMTargetInfo(list.bytes) != list { return "pairs read as other ones" }
        let challenge: NTLMChallenge
        do throws(NTLMChallenge.Problem) {
            challenge = try NTLMChallenge(bytes)
        } catch {
            let words = error.description
            let isPrintable = words.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            return isPrintable && !words.isEmpty && words.utf8.count < 300 ? nil : "a refusal is not in words"
        }
        let needed: NTLMFlags = [.unicode, .ntlm, .extendedSessionSecurity, .targetInfo]
        guard challenge.flags.isSuperset(of: needed), challenge.serverChallenge.count == 8,
            !challenge.targetInfo.pairs.isEmpty
        else { return "it is answered though it would not lead to version 2" }
        let message = NTLMAnswer.authenticate(
            user, answering: challenge,
            NTLMAnswer.Circumstances(
                target: "HTTP/gis.example.com", channelBindings: Array("tls-server-end-point:x".utf8),
                clientChallenge: clientChallenge, now: 1)
        ).reveal { $0 }
        return shape(of: message, answering: challenge) ?? secrets(in: message)
    }

    /// The message is whole: its fields lie one after another in it, and what they hold is what was asked.
    private static func shape(of message: [UInt8], answering challenge: NTLMChallenge) -> String? {
        let fixed = 88
        guard message.count >= fixed, message.starts(with: NTLMBytes.signature), message[8] == 3 else {
            return "the answer is no AUTHENTICATE_MESSAGE"
        }
        let payloads = [12, 20, 28, 36, 44, 52].compactMap { NTLMBytes.payload(message, fieldsAt: $0) }
        guard payloads.count == 6, payloads.reduce(fixed, { $0 + $1.count }) == message.count else {
            return "the answer's fields do not fill it"
        }
        let flags = NTLMBytes.number(message, at: 60, count: 4).map { NTLMFlags(rawValue: UInt32($0)) } ?? []
        guard challenge.flags.isSuperset(of: flags) else { return "it agrees to what was not offered" }
        let (lm, response) = (payloads[0], payloads[1])
        let mostPairs = NTLMTargetInfo.mostPairs + own.count
        guard lm.count == 24, response.count > 48,
            let sent = NTLMTargetInfo(Array(response[44...].dropLast(4)), mostPairs: mostPairs)
        else {
            return "the response of version 2 does not read"
        }
        return pairs(sent, of: challenge, isSealed: message[72..<88].contains { $0 != 0 }, lm: lm)
    }

    /// The server's pairs are all there, unchanged but for those that a client sets, of which there is one each.
    private static func pairs(
        _ sent: NTLMTargetInfo, of challenge: NTLMChallenge, isSealed: Bool, lm: [UInt8]
    ) -> String? {
        guard sent.pairs.filter({ !own.contains($0.id) }) == challenge.targetInfo.pairs.filter({ !own.contains($0.id) })
        else { return "a pair of the server is lost or changed" }
        for id in [NTLMTargetInfo.targetNameID, NTLMTargetInfo.channelBindingsID] {
            guard sent.pairs.count(where: { $0.id == id }) == 1 else { return "pair \(id) does not stand there once" }
        }
        let namesTime = challenge.targetInfo[NTLMTargetInfo.timestampID] != nil
        guard namesTime == isSealed else {
            return "an integrity code is missing, or stands there though no time is named"
        }
        guard !namesTime || lm.allSatisfy({ $0 == 0 }) else { return "LM is answered though a time is named" }
        let promises = sent[NTLMTargetInfo.flagsID].flatMap { NTLMBytes.number($0, at: 0, count: 4) } ?? 0
        return !namesTime || promises & 2 == 2 ? nil : "it does not say that the message has an integrity code"
    }

    /// Neither the password nor what stands for it is in the message.
    private static func secrets(in message: [UInt8]) -> String? {
        let hidden = [
            Array(password.utf8), NTLMBytes.text(password), Digest.md4(NTLMBytes.text(password)), user.key(),
        ]
        return hidden.contains { !message.ranges(of: $0).isEmpty } ? "the answer holds the password" : nil
    }
}
