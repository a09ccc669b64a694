internal import Platform

extension NTLM {
    /// Reads little-endian numbers and fields out of a message, and never beyond its end.
    struct Reader {
        let bytes: [UInt8]

        /// Begins with a message of one type (MS-NLMP §2.2.1).
        init(_ bytes: [UInt8], type: UInt32) throws(Complaint) {
            guard bytes.count <= NTLM.longestMessage else {
                throw Complaint("the message has \(bytes.count) bytes; at most \(NTLM.longestMessage) are read")
            }
            guard NTLM.isMessage(bytes) else { throw Complaint("the message does not begin with NTLMSSP") }
            self.bytes = bytes
            let found = try number(at: 8)
            guard found == type else { throw Complaint("the message is of type \(found), not \(type)") }
        }

        /// The type that a message says it has; nil where it ends before.
        static func type(of bytes: [UInt8]) -> UInt32? {
            guard NTLM.isMessage(bytes), bytes.count >= 12 else { return nil }
            return littleEndian(bytes[8..<12])
        }

        /// Four bytes as a number.
        func number(at offset: Int) throws(Complaint) -> UInt32 {
            guard offset >= 0, offset <= bytes.count - 4 else {
                throw Complaint("the message ends after \(bytes.count) bytes, inside its fixed part")
            }
            return Self.littleEndian(bytes[offset..<offset + 4])
        }

        /// The bytes that a field's length and offset point to (MS-NLMP §2.2.1.1, DomainNameFields).
        ///
        /// A field without bytes may point anywhere.
        func field(_ name: String, at offset: Int, after fixedPart: Int) throws(Complaint) -> [UInt8] {
            let lengths = try number(at: offset)
            let start = Int(try number(at: offset + 4))
            let length = Int(lengths & 0xFFFF)
            guard length > 0 else { return [] }
            guard start >= fixedPart else {
                throw Complaint("\(name) begins at byte \(start), inside the message's fixed part")
            }
            guard start <= bytes.count, length <= bytes.count - start else {
                throw Complaint("\(name) ends at byte \(start + length) of a message of \(bytes.count)")
            }
            return Array(bytes[start..<start + length])
        }

        private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt32 {
            bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// Reads a name, in UTF-16 or as ASCII; other characters of an OEM code page are not guessed (MS-NLMP §2.2).
    static func text(_ name: String, _ bytes: [UInt8], isUnicode: Bool) throws(Complaint) -> String {
        guard isUnicode else {
            guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
                throw Complaint("\(name) holds bytes of an OEM code page that are not ASCII")
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        guard bytes.count % 2 == 0 else { throw Complaint("\(name) has an odd number of bytes in UTF-16") }
        let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        guard let text = String(validating: units, as: UTF16.self),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 })
        else { throw Complaint("\(name) is no UTF-16") }
        guard !text.hasLongMarkRun else {
            throw Complaint("\(name) has more than \(MarkRuns.longest) combining marks in a row")
        }
        return text
    }

    /// A text in UTF-16, the low byte first.
    static func utf16(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    /// A text in upper case, character by character, as MS-NLMP §3.3.2 makes it: no character becomes two.
    static func upperCase(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let mapped = scalar.properties.uppercaseMapping.unicodeScalars
            result.append(mapped.count == 1 ? mapped.first ?? scalar : scalar)
        }
        return String(result)
    }
}
