package import HTTPSemantics

/// The parameters of a query or of a form body, as `application/x-www-form-urlencoded` (WHATWG URL Standard §5.1).
package struct FormParameters: Sendable {
    package private(set) var entries: [FormField] = []

    package init() {}

    /// Takes parameters that were read elsewhere.
    init(_ entries: [FormField]) { self.entries = entries }

    /// Splits and decodes a body whose bytes are characters of ISO-8859-1.
    init(latin1 bytes: [UInt8]) { entries = FormURLEncoded.fields(of: bytes, isLatin1: true) }

    /// Splits and decodes; a `%` that no two hex digits follow stands for itself.
    package init(_ bytes: some Collection<UInt8>) {
        entries =
            bytes.withContiguousStorageIfAvailable { FormURLEncoded.fields(of: $0) }
            ?? FormURLEncoded.fields(of: Array(bytes))
    }

    /// The value of the first parameter with a name; nil where there is none.
    subscript(name: String) -> String? {
        for entry in entries where entry.name == name { return entry.value }
        return nil
    }

    /// The same, whatever the case of the name: clients write `serverUrl` and `serverURL`. A name that is written exactly so wins.
    func value(ofAnyCase name: String) -> String? {
        if let value = self[name] { return value }
        for entry in entries where Self.differInCaseAtMost(entry.name, name) { return entry.value }
        return nil
    }

    /// The values of all parameters with a name, whatever its case.
    func values(ofAnyCase name: String) -> [String] {
        entries.filter { Self.differInCaseAtMost($0.name, name) }.map(\.value)
    }

    /// Whether two names have the same letters; only those of ASCII have two cases here, and all names of parameters are of these.
    private static func differInCaseAtMost(_ one: String, _ other: String) -> Bool {
        let (one, other) = (one.utf8, other.utf8)
        return one.count == other.count && one.elementsEqual(other) { folded($0) == folded($1) }
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
