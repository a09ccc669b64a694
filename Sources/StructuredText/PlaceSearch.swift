internal import JSONValues

/// Finds parts of a document by their key paths while the document is read, all of them in one walk.
///
/// What is read calls ``note(_:key:value:isScalar:)`` for each part that lies on the way to one of them.
struct PlaceSearch {
    /// The way to a part of the document, as far as it is the beginning of key paths.
    struct Trail {
        /// The key paths that begin so; the last name of some may go on.
        fileprivate let range: Range<Int>
        /// Bytes of theirs that lead to the part.
        fileprivate let length: Int
    }

    /// The part that is nearest to the one that is looked for.
    private struct Part {
        let length: Int
        let key: SourcePlace?
        let value: SourcePlace
        let isScalar: Bool
    }

    /// What is looked for, sorted: those that begin alike stand together.
    private let keyPaths: [[UInt8]]
    private var nearest: [Part?]

    /// Looks for key paths as errors have them, `client[2].connect`.
    init(for keyPaths: some Sequence<String>) {
        self.keyPaths = Set(keyPaths.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) }
        nearest = Array(repeating: nil, count: self.keyPaths.count)
    }

    /// The way to the whole document.
    var whole: Trail { Trail(range: keyPaths.indices, length: 0) }

    /// The trail of a member, if it is on the way; its key may hold a dot itself.
    func trail(_ trail: Trail?, member: String) -> Trail? {
        trail.flatMap { self.trail($0, step: $0.length == 0 ? member : ".\(member)") }
    }

    /// The trail of an element, if it is on the way.
    func trail(_ trail: Trail?, element: Int) -> Trail? { trail.flatMap { self.trail($0, step: "[\(element)]") } }

    private func trail(_ trail: Trail, step: String) -> Trail? {
        let step = Array(step.utf8)
        guard !step.isEmpty else { return nil }
        let first = trail.range.partition { !keyPaths[$0][trail.length...].lexicographicallyPrecedes(step) }
        let rest = first..<trail.range.upperBound
        let end = rest.partition { !keyPaths[$0][trail.length...].starts(with: step) }
        let next = Trail(range: first..<end, length: trail.length + step.count)
        return next.range.contains { isOnTheWay(next, to: $0) } ? next : nil
    }

    /// Whether a trail leads to what is looked for, with no name that goes on.
    private func isOnTheWay(_ trail: Trail, to index: Int) -> Bool {
        guard trail.length > 0, keyPaths[index].count > trail.length else { return true }
        let next = keyPaths[index][trail.length]
        return next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
    }

    /// Takes note of a part; of two of one trail the first counts.
    mutating func note(_ trail: Trail?, key: SourcePlace?, value: SourcePlace, isScalar: Bool) {
        guard let trail else { return }
        for index in trail.range where isOnTheWay(trail, to: index) {
            guard nearest[index].map({ $0.length < trail.length }) ?? true else { continue }
            nearest[index] = Part(length: trail.length, key: key, value: value, isScalar: isScalar)
        }
    }

    /// Where the part of a key path is that was looked for, or what it would be in; nil for one that was not.
    ///
    /// The whole document counts only where it was asked for or is said to.
    func place(of keyPath: String, isKey: Bool, orWhole: Bool) -> SourcePlace? {
        let bytes = Array(keyPath.utf8)
        let index = keyPaths.indices.partition { !keyPaths[$0].lexicographicallyPrecedes(bytes) }
        guard index < keyPaths.count, keyPaths[index] == bytes, let part = nearest[index],
            part.length > 0 || bytes.isEmpty || orWhole
        else { return nil }
        return isKey || !part.isScalar ? part.key ?? part.value : part.value
    }
}

extension Range<Int> {
    /// The first number for which a condition holds that holds for all behind it, too; the upper bound where there is none.
    fileprivate func partition(_ holds: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
