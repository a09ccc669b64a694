import Platform
import Testing

@testable import PortalSimulator

@Suite struct `Queues` {
    @Test func `give the oldest first and keep the order`() {
        var queue = Deque<Int>()
        var expected: [Int] = []
        var left: [Int] = []
        for number in 0..<500 {
            queue.append(number)
            expected.append(number)
            if number % 3 != 0, let first = queue.popFirst() {
                left.append(first)
                expected.removeFirst()
            }
        }
        #expect(queue.elements == expected)
        #expect(queue.count == expected.count)
        #expect(left == Array(0..<left.count))
        #expect(queue.first == expected.first)
        #expect(queue[1] == expected[1] && queue[queue.count] == nil && queue[-1] == nil)
        while queue.popFirst() != nil {}
        #expect(queue.isEmpty && queue.first == nil && queue.elements.isEmpty)
    }

    @Test func `of secrets keep the numbers of those that stay`() {
        var texts = IssuedTexts(limit: 3)
        #expect((1...5).map { texts.append("s\($0)").gone } == [nil, nil, nil, "s1", "s2"])
        #expect(texts.issued == 5 && texts.forgotten == 2 && texts.kept == ["s3", "s4", "s5"])
        #expect(texts[5] == "s5" && texts[3] == "s3" && texts[2] == nil && texts[6] == nil)
        #expect(texts[0] == nil && texts[.min] == nil)
    }
}
