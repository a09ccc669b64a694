internal import HTTPSemantics

extension Blueprint.Fault.Dress {
    /// The same answer in these clothes; one without a body stays as it is, and one that is no text is only packed.
    func dressed(_ response: PreparedAnswer) -> PreparedAnswer {
        guard response.sendsBody else { return response }
        let text = String(decoding: response.body, as: UTF8.self)
        let type = response.headers.first { $0.name.lowercased() == "content-type" }?.value ?? "application/json"
        let media = String(type.prefix { $0 != ";" })
        guard self == .gzip || Self.isText(media) else { return response }
        switch self {
        case .gzip:
            return response.with(
                type: type, body: Gzip.stored(response.body), extra: [HeaderField("Content-Encoding", "gzip")])
        case .bom: return response.with(type: type, body: [0xEF, 0xBB, 0xBF] + response.body)
        case .textPlain: return response.with(type: "text/plain;charset=utf-8", body: response.body)
        case .latin1:
            // What ISO 8859-1 does not have, JSON can write in ASCII (RFC 8259 §7).
            let bytes = text.utf16.flatMap { unit in
                unit < 0x100 ? [UInt8(unit)] : Array("\\u\(Self.hex(unit))".utf8)
            }
            return response.with(type: "\(media);charset=ISO-8859-1", body: bytes)
        case .utf16:
            let bytes = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            return response.with(type: "\(media);charset=utf-16", body: [0xFE, 0xFF] + bytes)
        }
    }

    private static func isText(_ media: String) -> Bool {
        let media = media.lowercased()
        return media.hasPrefix("text/") || ["/json", "+json", "/xml", "+xml"].contains { media.hasSuffix($0) }
            || media.hasSuffix("/javascript")
    }

    private static func hex(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension PreparedAnswer {
    fileprivate func with(type: String, body: [UInt8], extra: [HeaderField] = []) -> PreparedAnswer {
        let others = headers.filter { $0.name.lowercased() != "content-type" }
        return PreparedAnswer(
            status: status, headers: [HeaderField("Content-Type", type)] + others + extra, body: body)
    }
}
