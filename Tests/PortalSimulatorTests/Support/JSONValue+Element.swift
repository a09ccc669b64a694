import JSONValues

extension JSONValue {
    /// An element of a list.
    subscript(index: Int) -> JSONValue {
        get { array.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? .null }
        set {
            guard case .array(var elements) = self else { return }
            elements[index] = newValue
            self = .array(elements)
        }
    }
}
