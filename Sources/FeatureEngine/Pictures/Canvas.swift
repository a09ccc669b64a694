/// A picture of a few colours that things are drawn on; what lies outside is cut away.
struct Canvas {
    struct Color: Hashable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
        var alpha: UInt8
    }
    let width: Int
    let height: Int
    /// A colour of the palette for each pixel, row after row from the top.
    private(set) var pixels: [UInt8]
    private(set) var palette: [Color]
    /// Pixels and crossings that were worked out so far; the pixels of a row that is filled count little.
    private var effort = 0

    /// What a picture may cost: more would hold up other requests, and fill the memory.
    static let maximumEffort = 20_000_000

    /// Whether something was left out because the picture had cost enough.
    var isExhausted: Bool { effort > Self.maximumEffort }

    init(width: Int, height: Int, background: Color) {
        self.width = width
        self.height = height
        palette = [background]
        pixels = [UInt8](repeating: 0, count: width * height)
    }

    /// The number of a colour; the last one of the palette once it is full.
    mutating func index(of color: Color) -> UInt8 {
        if let index = palette.firstIndex(of: color) { return UInt8(index) }
        guard palette.count < 256 else { return 255 }
        palette.append(color)
        return UInt8(palette.count - 1)
    }

    /// A disc around a place.
    mutating func dot(_ center: Position, radius: Double, _ color: UInt8) {
        guard center.x > -100, center.y > -100, center.x < Double(width) + 100, center.y < Double(height) + 100,
            radius <= 100
        else { return }
        effort += Int(4 * radius * radius) + 1
        guard !isExhausted else { return }
        for y in Int(center.y - radius)...Int(center.y + radius + 1) {
            for x in Int(center.x - radius)...Int(center.x + radius + 1) {
                let (dx, dy) = (Double(x) + 0.5 - center.x, Double(y) + 0.5 - center.y)
                if dx * dx + dy * dy <= radius * radius { set(x, y, color) }
            }
        }
    }

    /// A line from place to place, some pixels wide.
    mutating func line(_ places: [Position], width lineWidth: Double, _ color: UInt8) {
        for (from, to) in zip(places, places.dropFirst()) {
            guard let (a, b) = clipped(from, to, margin: lineWidth) else { continue }
            let steps = max(1, Int(max(abs(b.x - a.x), abs(b.y - a.y)).rounded(.up)))
            effort += steps
            guard !isExhausted else { return }
            for step in 0...steps {
                let along = Double(step) / Double(steps)
                let (x, y) = (a.x + (b.x - a.x) * along, a.y + (b.y - a.y) * along)
                if lineWidth <= 1 {
                    set(Int(x.rounded(.down)), Int(y.rounded(.down)), color)
                } else {
                    dot(Position(x: x, y: y), radius: lineWidth / 2, color)
                }
            }
        }
    }

    /// The area between rings, by the places at which each row of pixels crosses them.
    mutating func fill(_ rings: [[Position]], _ color: UInt8) {
        var crossings: [Int: [Double]] = [:]
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst()) where a.y != b.y {
                let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
                // The rows whose middle lies between both ends.
                let first = max(0, (top.y - 0.5).rounded(.up))
                let last = min(Double(height) - 1, (bottom.y - 0.5).rounded(.up) - 1)
                guard first <= last else { continue }
                effort += Int(last - first) + 1
                guard !isExhausted else { return }
                for row in Int(first)...Int(last) {
                    let along = (Double(row) + 0.5 - top.y) / (bottom.y - top.y)
                    crossings[row, default: []].append(top.x + (bottom.x - top.x) * along)
                }
            }
        }
        for (row, places) in crossings {
            let places = places.sorted()
            for pair in stride(from: 0, to: places.count - 1, by: 2) {
                let first = max(0, (places[pair] - 0.5).rounded(.up))
                let last = min(Double(width) - 1, (places[pair + 1] - 0.5).rounded(.down))
                guard first <= last else { continue }
                let filled = row * width + Int(first)..<row * width + Int(last) + 1
                effort += 1 + filled.count / 64
                guard !isExhausted else { return }
                pixels.withUnsafeMutableBufferPointer { $0[filled].update(repeating: color) }
            }
        }
    }

    private mutating func set(_ x: Int, _ y: Int, _ color: UInt8) {
        if x >= 0, x < width, y >= 0, y < height { pixels[y * width + x] = color }
    }

    /// The part of a segment that can be seen (Liang and Barsky, 1984); nil where there is none.
    private func clipped(_ a: Position, _ b: Position, margin: Double) -> (Position, Position)? {
        var (from, to) = (0.0, 1.0)
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        for (step, distance) in [
            (-dx, a.x + margin), (dx, Double(width) + margin - a.x), (-dy, a.y + margin),
            (dy, Double(height) + margin - a.y),
        ] {
            if step == 0 {
                if distance < 0 { return nil }
            } else if step < 0 {
                from = max(from, distance / step)
            } else {
                to = min(to, distance / step)
            }
        }
        guard from <= to else { return nil }
        return (
            near(Position(x: a.x + from * dx, y: a.y + from * dy), margin),
            near(Position(x: a.x + to * dx, y: a.y + to * dy), margin)
        )
    }

    /// A place within the picture and its margin: rounding carries one that was cut off far away back over the border, and what
    /// is no number becomes the corner.
    private func near(_ place: Position, _ margin: Double) -> Position {
        func bounded(_ value: Double, _ size: Int) -> Double {
            value > -margin ? min(value, Double(size) + margin) : -margin
        }
        return Position(x: bounded(place.x, width), y: bounded(place.y, height))
    }
}
