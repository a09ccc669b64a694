/// A queue of values: they are added at the end, and the oldest leaves first.
///
/// It is public for the compiler alone, which specialises no calls of what is visible in the package only.
public struct Deque<Element> {
    @usableFromInline var slots: [Element?] = []
    /// Where the oldest element is.
    @usableFromInline var head = 0

    @inlinable public init() {}

    /// How many elements it holds.
    @inlinable public var count: Int { slots.count - head }
    /// Whether it holds none.
    @inlinable public var isEmpty: Bool { count == 0 }
    /// The oldest element.
    @inlinable public var first: Element? { isEmpty ? nil : slots[head] }

    /// Adds an element.
    @inlinable public mutating func append(_ element: Element) { slots.append(element) }

    /// Takes the oldest element out; nil where there is none.
    @inlinable public mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let first = slots[head]
        slots[head] = nil
        head += 1
        // The free part is given back once it is the larger one, so that an element is moved once on average.
        if head > 32, head > slots.count / 2 {
            slots.removeFirst(head)
            head = 0
        }
        return first
    }

    /// The element at a place from the oldest on; nil beyond the end.
    @inlinable public subscript(index: Int) -> Element? { index >= 0 && index < count ? slots[head + index] : nil }

    /// All elements, the oldest first.
    @inlinable public var elements: [Element] { slots[head...].compactMap { $0 } }
}

extension Deque: Sendable where Element: Sendable {}
