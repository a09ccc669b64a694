import Fuzzing
import Testing

@testable import FeatureEngine

@Suite struct `A canvas` {
    @Test(arguments: [
        [Position(x: -.infinity, y: .nan), Position(x: .infinity, y: 5)],
        [Position(x: -1e308, y: -1e308), Position(x: 1e308, y: 1e308)],
        [Position(x: .nan, y: .nan), Position(x: 3, y: 3), Position(x: 9e18, y: -9e18)],
    ])
    func `is not left by hostile places`(places: [Position]) {
        var canvas = Canvas(width: 8, height: 8, background: .init(red: 0, green: 0, blue: 0, alpha: 0))
        let color = canvas.index(of: .init(red: 1, green: 1, blue: 1, alpha: 255))
        for width in [1.0, 5] { canvas.line(places, width: width, color) }
        canvas.fill([places + places.prefix(1)], color)
        for place in places { canvas.dot(place, radius: 3, color) }
        #expect(canvas.pixels.count == 64)
    }

    @Test(.ownThread) func `takes no more lines and areas than a picture may cost`() {
        var canvas = Canvas(width: 2048, height: 2048, background: .init(red: 0, green: 0, blue: 0, alpha: 0))
        let color = canvas.index(of: .init(red: 1, green: 1, blue: 1, alpha: 255))
        let ring = (0..<100_000).map { Position(x: Double($0 % 2) * 2048, y: Double($0 / 2 % 2) * 2048) }
        canvas.fill([ring], color)
        #expect(canvas.isExhausted)
    }
}
