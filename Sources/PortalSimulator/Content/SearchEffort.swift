/// The work that one search may still cost; all its terms and entries share it, and nothing is compared where it is used up.
final class SearchEffort {
    /// Characters compared and places tried; a character outside ASCII counts as its bytes, four at least.
    /// More would hold up other requests for seconds. 200 terms may still be looked for in some thousand short texts.
    static let maximum = 50_000_000

    /// What it may still cost; 0 or less where it is used up.
    private(set) var left: Int

    init(_ maximum: Int = SearchEffort.maximum) { left = maximum }

    var isUsedUp: Bool { left <= 0 }

    /// Takes off what something has cost.
    func spend(_ cost: Int) { left -= cost }

    /// What is said of a search that was given up.
    static let problem = SearchProblem(
        "a search that compares more than \(maximum) characters; ask with fewer terms, or with fewer wildcards")
    /// What is said where putting in order what was found was given up.
    static let orderProblem = SearchProblem(
        "an order that compares more than \(maximum) characters; find less, or ask for the order of another field")
}
