extension BidirectionalCollection {
    /// What is left without the elements at both ends that a predicate holds for.
    @inlinable package func trimming(while isLeftOut: (Element) throws -> Bool) rethrows -> SubSequence {
        var rest = try drop(while: isLeftOut)
        while let last = rest.last, try isLeftOut(last) { rest.removeLast() }
        return rest
    }
}

extension BidirectionalCollection<UInt8> {
    /// What is left without the whitespace that may stand around values in HTTP (RFC 9110 §5.6.3).
    @inlinable package func trimmingOptionalWhitespace() -> SubSequence { trimming(while: \.isOptionalWhitespace) }
}

extension UInt8 {
    /// Whether it is one of `OWS = *( SP / HTAB )` (RFC 9110 §5.6.3).
    @inlinable package var isOptionalWhitespace: Bool { self == 0x20 || self == 0x09 }
}
