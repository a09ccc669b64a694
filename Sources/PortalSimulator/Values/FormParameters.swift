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

    /// The same, whatever the case of the name: clients write `serverUrl` and `serverURL`.
    func value(ofAnyCase name: String) -> String? {
        self[name] ?? entries.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
