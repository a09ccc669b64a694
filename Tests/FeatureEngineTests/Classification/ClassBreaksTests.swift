import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Classes of numbers` {
    private func maxima(
        _ values: [Double], _ method: ClassBreaks.Method, _ count: Int, _ deviations: Double = 1
    ) -> [Double] {
        ClassBreaks.maxima(values.sorted(), method, count: count, deviations: deviations)
    }

    @Test func `are equally wide, or equally full, or as far from the mean as they deviate`() {
        #expect(maxima([0, 1, 2, 10], .equalInterval, 5) == [2, 4, 6, 8, 10])
        #expect(maxima([1, 2, 3, 4, 100, 200], .quantile, 3) == [2, 4, 200])
        #expect(maxima([5, 5, 5, 5, 5, 9], .quantile, 3) == [5, 9])
        // The mean is 5, the deviation of the sample 2 × √(8/7).
        let values = [2.0, 4, 4, 4, 5, 5, 7, 9]
        let deviation = (32.0 / 7).squareRoot()
        let found = maxima(values, .standardDeviation, 1)
        #expect(found.count == 4 && found.last == 9)
        for (one, other) in zip(found, [-0.5, 0.5, 1.5].map { 5 + $0 * deviation }) { #expect(abs(one - other) < 1e-9) }
        #expect(maxima([3, 3, 3], .standardDeviation, 1) == [3])
        #expect(maxima([], .naturalBreaks, 3).isEmpty)
        #expect(maxima([1, 2], .naturalBreaks, 5) == [1, 2])
        #expect(maxima([1, 2, 3, 50, 51, 52, 900], .naturalBreaks, 3) == [3, 52, 900])
    }

    @Test(arguments: ClassBreaks.Method.allCases)
    func `do not depend on how large numbers are`(method: ClassBreaks.Method) {
        let values = [-3.5, -3, 0, 0.25, 7, 8, 8.5, 40]
        let found = maxima(values, method, 3)
        for exponent in [1017, 500, -500, -1000] {
            func scaled(_ value: Double) -> Double { Double(sign: .plus, exponent: exponent, significand: value) }
            #expect(maxima(values.map(scaled), method, 3) == found.map(scaled))
        }
        #expect(maxima([0, 0], method, 3) == [0])
    }

    @Test func `break naturally between numbers whose squares are none`() {
        let found = maxima([-1.2e154, 0.5, 1, 1.2e154], .naturalBreaks, 2)
        #expect(found.count == 2 && found.last == 1.2e154)
        #expect(maxima([-1.5e308, 1.5e308], .equalInterval, 2) == [0, 1.5e308])
    }

    /// A renderer of classes of the field `V`.
    private func renderer(_ values: [Double], _ members: [String: JSONValue]) throws -> JSONValue {
        let table = try Samples.table(values.map { (["V": .number($0), "TINY": .number(1e-300)], nil) })
        let definition: JSONValue = [
            "type": "classBreaksDef", "classificationField": "V", "breakCount": 2,
            "classificationMethod": "esriClassifyEqualInterval",
        ]
        let labels = GeneratedRenderer.Labels(prefix: "", unit: "", precision: 2)
        return try GeneratedRenderer(.object((definition.object ?? [:]).merging(members) { $1 }), labels: labels)
            .document(table.rows, of: table)
    }

    @Test func `are told as they are where they cannot be rounded`() throws {
        let infos = try #require(try renderer([-1.5e308, 1.5e308], [:])["classBreakInfos"]?.array)
        #expect(infos.map { $0["classMaxValue"] } == [.number(0), .number(1.5e308)])
        #expect(infos.allSatisfy { $0["label"]?.string?.contains("null") == false })
    }

    @Test func `leave out quotients that are none, and need a total that is one`() throws {
        let divided = try renderer(
            [1, 1e10, 2], ["normalizationType": "esriNormalizeByField", "normalizationField": "TINY"])
        let greatest = try #require(divided["classBreakInfos"]?.array?.last?["classMaxValue"]?.double)
        #expect(greatest > 1e300 && greatest < 3e300)
        let problem = #expect(throws: QueryProblem.self) {
            try renderer([1.5e308, 1.5e308], ["normalizationType": "esriNormalizeByPercentOfTotal"])
        }
        #expect(problem?.problem.contains("the total of V is too large") == true)
        let shares = try renderer(
            [1e308, -1e308, 1], ["normalizationType": "esriNormalizeByPercentOfTotal"])
        #expect(shares["classBreakInfos"]?.array?.map { $0["classMaxValue"] } == [.number(100)])
    }

    /// Every way to cut a few values, and the one with the least spread.
    @Test(arguments: 0..<20) func `break where no other cut leaves less spread`(round: Int) {
        var dice = Dice(round)
        let values = (0..<9).map { _ in Double(Int.random(in: 0...40, using: &dice)) }.sorted()
        func spread(_ part: ArraySlice<Double>) -> Double {
            let mean = part.reduce(0, +) / Double(part.count)
            return part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        }
        var least = Double.infinity
        for first in 1..<8 {
            for second in first + 1..<9 {
                // Equal values are of one class.
                guard values[first] != values[first - 1], values[second] != values[second - 1] else { continue }
                least = min(
                    least, spread(values[..<first]) + spread(values[first..<second]) + spread(values[second...]))
            }
        }
        guard least.isFinite else { return }
        let maxima = maxima(values, .naturalBreaks, 3)
        var (total, low) = (0.0, -1.0)
        for maximum in maxima {
            total += spread(values.filter { $0 > low && $0 <= maximum }[...])
            low = maximum
        }
        #expect(abs(total - least) < 1e-9, "\(values) \(maxima)")
    }

    @Test func `are found among many values too`() {
        var dice = Dice(1)
        let values = (0..<20_000).map { _ in
            Double.random(in: 0...1, using: &dice) + Double(Int.random(in: 0..<4, using: &dice)) * 100
        }
        let found = maxima(values, .naturalBreaks, 4)
        #expect(found.count == 4 && found[0] < 1.1 && found[1] > 100 && found[1] < 101.1 && found[3] == values.max())
    }

    @Test func `are mixed from one colour to another`() throws {
        let ramp = try #require(
            ColorRamp(["type": "algorithmic", "fromColor": [0, 0, 0], "toColor": [200, 100, 50, 255]]))
        #expect(ramp.colors(3) == [[0, 0, 0, 255], [100, 50, 25, 255], [200, 100, 50, 255]])
        #expect(ramp.colors(1) == [[0, 0, 0, 255]] && ramp.colors(0).isEmpty)
        let both = try #require(
            ColorRamp([
                "type": "multipart",
                "colorRamps": [
                    ["type": "algorithmic", "fromColor": [0, 0, 0, 0], "toColor": [10, 10, 10, 10]],
                    ["type": "algorithmic", "fromColor": [20, 20, 20, 20], "toColor": [30, 30, 30, 30]],
                ],
            ]))
        #expect(both.colors(2) == [[0, 0, 0, 0], [30, 30, 30, 30]])
        #expect(ColorRamp(["type": "algorithmic", "fromColor": [0, 0, 999], "toColor": [0, 0, 0]]) == nil)
        #expect(ColorRamp(["type": "random"]) == nil)
    }
}
