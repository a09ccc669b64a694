/// Natural breaks: classes within which values differ least (Fisher, "On grouping for maximum homogeneity", 1958; Jenks, 1967).
enum NaturalBreaks {
    /// Different values that are looked at; of more, as many evenly spread ones.
    private static let sample = 512

    /// The greatest value of each class; `values` are sorted.
    static func maxima(_ values: [Double], count: Int) -> [Double] {
        let (values, weights) = sampled(values)
        let total = values.count
        guard total > count else { return values }
        // Sums of weights, values and squares up to each value, from which the spread of any stretch follows.
        var sums = [(weight: 0.0, value: 0.0, square: 0.0)]
        let origin = values[total / 2]
        for (value, weight) in zip(values, weights) {
            let last = sums[sums.count - 1]
            let distance = value - origin
            sums.append(
                (last.weight + weight, last.value + weight * distance, last.square + weight * distance * distance))
        }
        func spread(_ from: Int, _ to: Int) -> Double {
            let weight = sums[to].weight - sums[from].weight
            let value = sums[to].value - sums[from].value
            return max(0, sums[to].square - sums[from].square - value * value / weight)
        }
        // The least spread of the first values in so many classes, and where the last of these begins.
        var least = (0...total).map { $0 == 0 ? 0 : spread(0, $0) }
        var starts: [[Int]] = []
        for classes in 1..<count {
            var next = [Double](repeating: .infinity, count: total + 1)
            var begins = [Int](repeating: 0, count: total + 1)
            for end in (classes + 1)...total {
                for begin in classes..<end {
                    let all = least[begin] + spread(begin, end)
                    if all < next[end] { (next[end], begins[end]) = (all, begin) }
                }
            }
            least = next
            starts.append(begins)
        }
        var maxima = [values[total - 1]]
        var end = total
        for begins in starts.reversed() {
            end = begins[end]
            maxima.append(values[end - 1])
        }
        return maxima.reversed()
    }

    /// The different values, how often each is there, and no more of them than are looked at; the least and the greatest among them.
    private static func sampled(_ values: [Double]) -> (values: [Double], weights: [Double]) {
        var distinct: [Double] = []
        var weights: [Double] = []
        for value in values {
            if distinct.last == value {
                weights[weights.count - 1] += 1
            } else {
                distinct.append(value)
                weights.append(1)
            }
        }
        guard distinct.count > sample else { return (distinct, weights) }
        var kept: [Double] = []
        var keptWeights: [Double] = []
        var begin = 0
        for number in 0..<sample {
            let end = distinct.count * (number + 1) / sample
            kept.append(number == 0 ? distinct[0] : distinct[end - 1])
            keptWeights.append(weights[begin..<end].reduce(0, +))
            begin = end
        }
        return (kept, keptWeights)
    }
}
