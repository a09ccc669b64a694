/// What is found while a popup is filled in, and how much more its texts may grow.
struct PopupNotes {
    /// What only Arcade or related records could tell.
    private(set) var unevaluated: [PopupValue] = []
    /// Bytes of values that still go into texts: a small document cannot ask for a large popup.
    private var room = 1 << 22
    /// How many things that are not evaluated are listed.
    private static let limit = 100

    mutating func note(_ value: PopupValue) {
        guard value.isUnevaluated, unevaluated.count < Self.limit, !unevaluated.contains(value) else { return }
        unevaluated.append(value)
    }

    /// Whether values still go into texts.
    var hasRoom: Bool { room > 0 }

    /// The text as `change` makes it, which never makes it shorter; nothing from the first one on for which there is no room.
    mutating func take(_ text: String, _ change: (String) -> String = { $0 }) -> String {
        let changed = text.utf8.count <= room ? change(text) : text
        guard changed.utf8.count <= room else {
            room = 0
            return ""
        }
        room -= changed.utf8.count
        return changed
    }
}

/// A text with names of fields in braces, such as `{NAME}`, filled in.
struct PopupTemplate: Sendable {
    private let text: String

    init?(_ text: String?) {
        guard let text else { return nil }
        self.text = text
    }

    /// Fills the braces one after the other; `fill` is told whether the text so far is empty.
    private func filled(_ text: Substring, _ fill: (_ name: String, _ isFirst: Bool) -> String) -> String {
        var result = ""
        var rest = text
        while let close = rest.firstIndex(of: "}") {
            // The innermost brace counts: one that stands alone before it is text.
            guard let open = rest[..<close].lastIndex(of: "{"), rest.index(after: open) < close else {
                result += rest[...close]
                rest = rest[rest.index(after: close)...]
                continue
            }
            result += rest[..<open]
            result += fill(String(rest[rest.index(after: open)..<close]), result.isEmpty)
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Plain text; what is not evaluated is noted and leaves nothing behind.
    func text(_ values: PopupValues, _ notes: inout PopupNotes) -> String {
        filled(text[...]) { name, _ in
            guard notes.hasRoom else { return "" }
            let value = values.value(name)
            notes.note(value)
            return notes.take(value.text)
        }
    }

    /// HTML as its author wrote it, with values that are text and no markup.
    func html(_ values: PopupValues, _ notes: inout PopupNotes) -> String {
        filled(text[...]) { name, _ in
            guard notes.hasRoom else { return "" }
            let value = values.value(name)
            notes.note(value)
            return notes.take(value.text, Self.escaped)
        }
    }

    /// An address: values as they are, percent-encoded (RFC 3986 §2.1) but for one that the address begins with.
    ///
    /// Nil where nothing is left, and for the schemes `javascript`, `vbscript` and `data`.
    func address(_ values: PopupValues, _ notes: inout PopupNotes) -> String? {
        let address = filled(text.drop { $0.isWhitespace }) { name, isFirst in
            guard notes.hasRoom else { return "" }
            notes.note(values.value(name))
            let value = values.raw(name)?.plainText ?? ""
            return notes.take(isFirst ? String(value.drop { $0.isWhitespace }) : value) {
                Self.encoded($0, all: !isFirst)
            }
        }
        // By scalars: with a mark behind it a colon is another character, and the scheme ends there all the same.
        let scheme = String(address.unicodeScalars.prefix { $0 != ":" }).lowercased().filter { $0.isLetter }
        return address.isEmpty || ["javascript", "vbscript", "data"].contains(scheme) ? nil : address
    }

    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Percent-encodes; without `all` only what may stand nowhere in an address.
    private static func encoded(_ text: String, all: Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || (!all && "%:/?#[]@!$&'()*+,;=".utf8.contains(byte)) {
                bytes.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                bytes += Array((byte < 16 ? "%0" : "%").utf8) + Array(digits.utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// RFC 3986 §2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }
}
