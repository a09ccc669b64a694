extension NTLM {
    /// A list of attribute and value (AV_PAIR, MS-NLMP §2.2.2.1).
    struct TargetInformation: Sendable, Equatable {
        private(set) var pairs: [Pair] = []

        /// One attribute with its bytes.
        struct Pair: Sendable, Equatable {
            let id: UInt16
            let value: [UInt8]
        }

        /// MsvAv… of MS-NLMP §2.2.2.1.
        enum ID {
            static let end: UInt16 = 0
            static let computerName: UInt16 = 1
            static let domainName: UInt16 = 2
            static let dnsComputerName: UInt16 = 3
            static let dnsDomainName: UInt16 = 4
            static let flags: UInt16 = 6
            static let timestamp: UInt16 = 7
            static let targetName: UInt16 = 9
            static let channelBindings: UInt16 = 10
        }

        init() {}

        /// Reads a list up to its end mark; an attribute stands in it once.
        init(_ bytes: ArraySlice<UInt8>) throws(Complaint) {
            var rest = bytes
            func take(_ count: Int) -> ArraySlice<UInt8>? {
                guard rest.count >= count else { return nil }
                defer { rest = rest.dropFirst(count) }
                return rest.prefix(count)
            }
            while true {
                guard let head = take(4) else { throw Complaint("the target information has no end mark") }
                let words = Array(head)
                let id = UInt16(words[0]) | UInt16(words[1]) << 8
                let length = Int(words[2]) | Int(words[3]) << 8
                if id == ID.end {
                    guard length == 0 else { throw Complaint("the end mark of the target information has a length") }
                    return
                }
                guard let value = take(length) else {
                    throw Complaint("attribute \(id) of the target information ends outside of it")
                }
                guard self[id] == nil else { throw Complaint("attribute \(id) stands twice in the target information") }
                pairs.append(Pair(id: id, value: Array(value)))
            }
        }

        /// The bytes of an attribute; nil where it is not there.
        subscript(_ id: UInt16) -> [UInt8]? { pairs.first { $0.id == id }?.value }

        mutating func append(_ id: UInt16, _ value: [UInt8]) { pairs.append(Pair(id: id, value: value)) }

        /// The list with its end mark.
        var bytes: [UInt8] {
            pairs.flatMap { NTLM.short($0.id) + NTLM.short(UInt16($0.value.count)) + $0.value } + [0, 0, 0, 0]
        }

        /// Whether the client says that its message carries an integrity code (MsvAvFlags, 0x00000002).
        var announcesIntegrityCode: Bool { self[ID.flags].map { $0.count == 4 && $0[0] & 2 != 0 } ?? false }

        /// The hash of the channel bindings; nil where there is none, which sixteen zeros also say.
        var channelBindings: [UInt8]? {
            guard let value = self[ID.channelBindings], value.contains(where: { $0 != 0 }) else { return nil }
            return value
        }
    }

    static func short(_ number: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }

    static func long(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    static func long(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
}
