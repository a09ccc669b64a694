internal import JSONValues

/// Finds one part of a document by its key path while the document is read.
///
/// What is read calls ``note(_:key:value:isScalar:)`` for each part that lies on the way.
struct PlaceSearch {
    /// A part that lies on the way.
    private struct Part {
        let trail: String
        let key: SourcePlace?
        let value: SourcePlace
        let isScalar: Bool
    }

    private let keyPath: String
    private var nearest: Part?

    /// Looks for a key path as errors have it, `client[2].connect`.
    init(for keyPath: String) { self.keyPath = keyPath }

    /// The trail of a member, if it is on the way; its key may hold a dot itself.
    func trail(_ trail: String?, member: String) -> String? {
        trail.map { DocumentReader.join($0, member) }.flatMap { isOnTheWay($0) ? $0 : nil }
    }

    /// The trail of an element, if it is on the way.
    func trail(_ trail: String?, element: Int) -> String? {
        trail.map { "\($0)[\(element)]" }.flatMap { isOnTheWay($0) ? $0 : nil }
    }

    private func isOnTheWay(_ trail: String) -> Bool {
        guard keyPath.utf8.starts(with: trail.utf8) else { return false }
        let next = keyPath.utf8.dropFirst(trail.utf8.count).first
        return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
    }

    /// Takes note of a part; of two of one trail the first counts.
    mutating func note(_ trail: String?, key: SourcePlace?, value: SourcePlace, isScalar: Bool) {
        guard let trail, nearest.map({ $0.trail.utf8.count < trail.utf8.count }) ?? true else { return }
        nearest = Part(trail: trail, key: key, value: value, isScalar: isScalar)
    }

    /// Where the part is, or what it would be in. The whole document counts only where it was asked for or is said to.
    func place(isKey: Bool, orWhole: Bool) -> SourcePlace? {
        guard let nearest, !nearest.trail.isEmpty || keyPath.isEmpty || orWhole else { return nil }
        return isKey || !nearest.isScalar ? nearest.key ?? nearest.value : nearest.value
    }
}
