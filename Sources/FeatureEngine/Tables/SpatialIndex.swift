/// Finds the rows whose boxes meet a box: a packed R-tree, filled tile by tile (Leutenegger, Lopez and Edgington, "STR", 1997).
struct SpatialIndex: Sendable {
    private static let fanOut = 16
    /// Rows in the order of the leaves.
    private let rows: [Int32]
    /// The boxes of each level, those of the rows first, the roots last.
    private let levels: [[Box]]

    /// Packs the rows that have a box; the others are found by nothing.
    init(_ boxes: [Box]) {
        var order = boxes.indices.filter { !boxes[$0].isEmpty }.map { Int32($0) }
        let leaves = (order.count + Self.fanOut - 1) / Self.fanOut
        let slices = max(1, Int(Double(leaves).squareRoot().rounded(.up)))
        let perSlice = slices * Self.fanOut
        order.sort { boxes[Int($0)].center.x < boxes[Int($1)].center.x }
        for start in stride(from: 0, to: order.count, by: perSlice) {
            order[start..<min(start + perSlice, order.count)].sort {
                boxes[Int($0)].center.y < boxes[Int($1)].center.y
            }
        }
        rows = order
        var levels = [order.map { boxes[Int($0)] }]
        while let below = levels.last, below.count > Self.fanOut {
            levels.append(
                stride(from: 0, to: below.count, by: Self.fanOut).map { start in
                    var box = Box.empty
                    for child in below[start..<min(start + Self.fanOut, below.count)] { box.extend(child) }
                    return box
                })
        }
        self.levels = levels
    }

    /// The rows whose boxes meet a box, in no order.
    func rows(meeting box: Box) -> [Int] {
        var found: [Int] = []
        var open = levels[levels.count - 1].indices.map { (level: levels.count - 1, node: $0) }
        while let (level, node) = open.popLast() {
            guard levels[level][node].intersects(box) else { continue }
            if level == 0 {
                found.append(Int(rows[node]))
            } else {
                let first = node * Self.fanOut
                for child in first..<min(first + Self.fanOut, levels[level - 1].count) {
                    open.append((level - 1, child))
                }
            }
        }
        return found
    }
}
