import FeatureSamples
import Testing

@testable import FeatureEngine

@Suite struct `The spatial index` {
    @Test(arguments: [0, 1, 15, 16, 17, 255, 256, 257, 5000]) func `the index finds what a walk finds`(count: Int) {
        var dice = Dice(count)
        func box(_ dice: inout Dice) -> Box {
            let (x, y) = (Double.random(in: 0...100, using: &dice), Double.random(in: 0...100, using: &dice))
            return Box(
                xmin: x, ymin: y, xmax: x + Double.random(in: 0...5, using: &dice),
                ymax: y + Double.random(in: 0...5, using: &dice))
        }
        let boxes = (0..<count).map { $0 % 7 == 3 ? Box.empty : box(&dice) }
        let index = SpatialIndex(boxes)
        for _ in 0..<30 {
            let wanted = box(&dice)
            let expected = boxes.indices.filter { !boxes[$0].isEmpty && boxes[$0].intersects(wanted) }
            #expect(index.rows(meeting: wanted).sorted() == expected)
        }
        #expect(index.rows(meeting: .empty).isEmpty)
    }
}
