/// The last so many elements, in order; an older one makes room and is handed back.
struct Ring<Element> {
    /// Grows up to the capacity: most portals see a few requests, and room for all of them costs more than they do.
    private var slots: [Element] = []
    private let capacity: Int
    /// Where the oldest element is, once there are as many as there may be.
    private var oldest = 0

    /// Holds at most so many elements.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// How many elements it holds.
    var count: Int { slots.count }

    /// Adds an element and returns the one that had to go.
    mutating func append(_ element: Element) -> Element? {
        guard slots.count == capacity else {
            slots.append(element)
            return nil
        }
        let old = slots[oldest]
        slots[oldest] = element
        oldest = oldest + 1 == capacity ? 0 : oldest + 1
        return old
    }

    /// All elements, oldest first.
    var elements: [Element] { oldest == 0 ? slots : Array(slots[oldest...] + slots[..<oldest]) }

    /// Drops everything.
    mutating func removeAll() { self = Ring(capacity: capacity) }
}
