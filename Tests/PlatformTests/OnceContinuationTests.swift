import Platform
import Testing

@Suite struct `A continuation that is resumed once` {
    @Test func `a value that came first is there at once`() async {
        let place = OnceContinuation<Int>()
        #expect(place.resume(returning: 1))
        #expect(!place.resume(returning: 2))
        #expect(await place.value == 1)
    }

    @Test func `a task that waits gets the first value`() async {
        let place = OnceContinuation<Int>()
        let waiting = Task { await place.value }
        for _ in 0..<200 { await Task.yield() }
        #expect(place.resume(returning: 1))
        #expect(!place.resume(returning: 2))
        #expect(await waiting.value == 1)
    }

    @Test func `exactly one of many callers is the first`() async {
        for _ in 0..<200 {
            let place = OnceContinuation<Int>()
            let winners = await withTaskGroup(of: (Int, Bool).self) { group in
                for number in 0..<8 { group.addTask { (number, place.resume(returning: number)) } }
                return await group.reduce(into: [Int]()) { if $1.1 { $0.append($1.0) } }
            }
            #expect(winners.count == 1)
            #expect(await place.value == winners.first)
        }
    }
}
