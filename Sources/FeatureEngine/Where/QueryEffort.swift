/// The work that the tests of one where clause may still cost; they share it, and give up where it is used up.
final class QueryEffort {
    /// Bytes compared and places tried that a query may cost: more would hold up other requests.
    static let maximum = 20_000_000

    private let maximum: Int
    /// What is left of it; below 0 once more was spent.
    private(set) var left: Int
    private var bindings = 0
    /// Why a value cannot be worked out at all, as a division by zero; the query ends with it.
    private(set) var failure: String?

    init(_ maximum: Int = QueryEffort.maximum) {
        self.maximum = maximum
        left = maximum
    }

    var isUsedUp: Bool { left <= 0 }

    /// Whether something may cost so much besides.
    func allows(_ cost: Int) -> Bool { left > cost }

    /// Takes off what something has cost.
    func spend(_ cost: Int) { left -= cost }

    /// Takes off what binding one value costs; false where so many were bound that nothing would be left.
    ///
    /// They are counted apart as well, so that it is the same after a failure.
    func allowsBinding() -> Bool {
        spend(1)
        bindings += 1
        return bindings < maximum
    }

    /// Ends the query with what is wrong; the first problem is told.
    func fail(_ problem: String) -> FieldValue {
        failure = failure ?? problem
        left = 0
        return .null
    }
}
