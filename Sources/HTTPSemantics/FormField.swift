/// A name and a value of a form or of a query, decoded.
package struct FormField: Sendable, Hashable {
    package let name: String
    package let value: String
    /// Whether bytes that are not UTF-8 were replaced in the name or the value.
    package let isDamaged: Bool

    /// Takes decoded texts.
    package init(name: String, value: String, isDamaged: Bool = false) {
        self.name = name
        self.value = value
        self.isDamaged = isDamaged
    }
}
