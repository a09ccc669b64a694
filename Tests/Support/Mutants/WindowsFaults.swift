internal import HTTPSemantics
internal import PortalTransport

/// Changes the messages of NTLM on their way out (MS-NLMP §2.2.1).
struct ChangingMessages: WireFault {
    let change: @Sendable (inout NTLMMessage) -> Void

    init(_ change: @escaping @Sendable (inout NTLMMessage) -> Void) { self.change = change }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard var message = request.ntlmMessage else { return try await wire.send(request) }
        change(&message)
        return try await wire.send(request.replacing("Authorization", by: message.fieldValue))
    }
}

/// Sends the last leg of NTLM over another connection than the first.
struct OtherConnection: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        if request.ntlmMessage?.type == 3 { await wire.retireConnections(to: Origin(ofURL: request.url)) }
        return try await wire.send(request)
    }
}

/// Begins NTLM anew, again and again, where its first leg does not lead on.
struct BeginningAgain: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard request.ntlmMessage?.type == 1 else { return try await wire.send(request) }
        for _ in 0..<8 { _ = try await wire.send(request) }
        return try await wire.send(request)
    }
}

/// Begins NTLM wherever it is offered, unasked.
struct BeginningEverywhere: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard request.httpCredentials == nil, answer.status == 401,
            Challenge.challenges(in: answer.headers).contains(where: { $0.scheme.lowercased() == "ntlm" })
        else { return answer }
        let begun = HeaderField("Authorization", NTLMMessage.negotiate.fieldValue)
        _ = try await wire.send(request.with { $0.headers.append(begun) })
        return answer
    }
}

/// Answers every challenge of NTLM, one without target information and one that is none too, with NTLMv1.
struct AnsweringWithVersion1: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard request.ntlmMessage?.type == 1, answer.status == 401 else { return answer }
        return try await wire.send(request.replacing("Authorization", by: NTLMMessage.version1.fieldValue))
    }
}

/// A message of NTLM as it travels.
struct NTLMMessage: Sendable {
    let scheme: String
    var bytes: [UInt8]

    var fieldValue: String { "\(scheme) \(Base64.encode(bytes))" }
    var type: UInt8 { bytes[8] }

    private static let signature = Array("NTLMSSP\0".utf8)

    init?(_ fieldValue: String) {
        let words = fieldValue.split(separator: " ").map(String.init)
        guard words.count == 2, ["ntlm", "negotiate"].contains(words[0].lowercased()),
            let bytes = Base64.decode(words[1]), bytes.starts(with: Self.signature), bytes.count >= 16
        else { return nil }
        scheme = words[0]
        self.bytes = bytes
    }

    private init(_ bytes: [UInt8]) {
        scheme = "NTLM"
        self.bytes = bytes
    }

    /// The first message, without names.
    static let negotiate = NTLMMessage(
        signature + [1, 0, 0, 0, 0x07, 0x82, 0x08, 0xA2] + [UInt8](repeating: 0, count: 16))

    /// The last message with 24 bytes for each response, of the user "alice".
    static let version1: NTLMMessage = {
        let user = Array("alice".utf8)
        func field(_ length: Int, _ offset: Int) -> [UInt8] {
            [UInt8(length), 0, UInt8(length), 0, UInt8(offset), 0, 0, 0]
        }
        var bytes = signature + [3, 0, 0, 0] + field(24, 64) + field(24, 88) + field(0, 112) + field(user.count, 112)
        bytes += field(0, 117) + field(0, 117) + [0x02, 0x82, 0, 0]
        return NTLMMessage(bytes + [UInt8](repeating: 0x11, count: 48) + user)
    }()

    /// Cuts the NT response to the length of NTLMv1's.
    mutating func cutResponse() {
        guard type == 3, bytes.count >= 64 else { return }
        bytes.replaceSubrange(20..<24, with: [24, 0, 24, 0])
    }

    /// Puts another letter at the end of the domain (MS-NLMP §2.2.1.3, DomainNameFields), where there is one.
    mutating func changeDomain() {
        guard type == 3, bytes.count >= 64 else { return }
        let length = Int(bytes[28]) | Int(bytes[29]) << 8
        let offset = Int(bytes[32]) | Int(bytes[33]) << 8
        guard length >= 2, offset + length <= bytes.count else { return }
        bytes[offset + length - 2] ^= 1
    }

    /// Puts zeros in the place of the channel bindings (MsvAvChannelBindings, §2.2.2.1).
    mutating func unbind() {
        guard type == 3 else { return }
        for index in bytes.indices.dropLast(20) where bytes[index..<index + 4].elementsEqual([10, 0, 16, 0]) {
            bytes.replaceSubrange(index + 4..<index + 20, with: [UInt8](repeating: 0, count: 16))
        }
    }
}

extension HTTPRequest {
    /// The message of NTLM that it carries; nil where there is none.
    var ntlmMessage: NTLMMessage? { headers.first(named: "Authorization").flatMap { NTLMMessage($0) } }
}
