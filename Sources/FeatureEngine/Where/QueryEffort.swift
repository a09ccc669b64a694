/// The work that the tests of one where clause may still cost; they share it, and give up where it is used up.
final class QueryEffort {
    /// Bytes compared and places tried that a query may cost: more would hold up other requests.
    static let maximum = 20_000_000

    private var left: Int

    init(_ maximum: Int = QueryEffort.maximum) { left = maximum }

    var isUsedUp: Bool { left <= 0 }

    /// Takes off what something has cost.
    func spend(_ cost: Int) { left -= cost }
}
