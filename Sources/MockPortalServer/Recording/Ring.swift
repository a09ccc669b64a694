/// The last so many elements, in order; an older one makes room and is handed back.
struct Ring<Element> {
    private var slots: [Element?]
    private var next = 0
    /// How many elements it holds.
    private(set) var count = 0

    /// Makes room for a fixed number of elements.
    init(capacity: Int) { slots = Array(repeating: nil, count: max(1, capacity)) }

    /// Adds an element and returns the one that had to go.
    mutating func append(_ element: Element) -> Element? {
        let old = slots[next]
        slots[next] = element
        next = next + 1 == slots.count ? 0 : next + 1
        if old == nil { count += 1 }
        return old
    }

    /// All elements, oldest first.
    var elements: [Element] { (slots[next...] + slots[..<next]).compactMap { $0 } }

    /// Drops everything.
    mutating func removeAll() { self = Ring(capacity: slots.count) }
}
