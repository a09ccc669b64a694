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

    /// The text, or nothing where there is no room for it.
    mutating func take(_ text: String) -> String {
        guard text.utf8.count <= room else { return "" }
        room -= text.utf8.count
        return text
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
            let value = values.value(name)
            notes.note(value)
            return notes.take(value.text)
        }
    }

    /// HTML as its author wrote it, with values that are text and no markup.
    func html(_ values: PopupValues, _ notes: inout PopupNotes) -> String {
        filled(text[...]) { name, _ in
            let value = values.value(name)
            notes.note(value)
            return notes.take(Self.escaped(value.text))
        }
    }

    /// An address: values as they are, percent-encoded (RFC 3986 §2.1) but for one that the address begins with.
    ///
    /// Nil where nothing is left, and for the schemes `javascript`, `vbscript` and `data`.
    func address(_ values: PopupValues, _ notes: inout PopupNotes) -> String? {
        let address = filled(text.drop { $0.isWhitespace }) { name, isFirst in
            notes.note(values.value(name))
            let value = values.raw(name)?.plainText ?? ""
            let encoded = Self.encoded(isFirst ? String(value.drop { $0.isWhitespace }) : value, all: !isFirst)
            return notes.take(encoded)
        }
        let scheme = address.prefix { $0 != ":" }.lowercased().filter { $0.isLetter }
        return address.isEmpty || ["javascript", "vbscript", "data"].contains(scheme) ? nil : address
    }

    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
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
