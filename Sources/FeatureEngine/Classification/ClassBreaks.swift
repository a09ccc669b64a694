/// Bounds between classes of numbers (developers.arcgis.com, "Classification objects", class breaks).
enum ClassBreaks {
    /// How bounds are found.
    enum Method: String, CaseIterable, Sendable {
        case naturalBreaks = "esriClassifyNaturalBreaks"
        case equalInterval = "esriClassifyEqualInterval"
        case quantile = "esriClassifyQuantile"
        case standardDeviation = "esriClassifyStandardDeviation"
    }

    /// The greatest value of each class, ascending; `values` are sorted and finite. There are fewer classes where values are too few.
    static func maxima(_ values: [Double], _ method: Method, count: Int, deviations: Double) -> [Double] {
        guard let least = values.first, let most = values.last else { return [] }
        let greatest = max(least.magnitude, most.magnitude)
        guard greatest > 0 else { return [0] }
        // By a power of two, which costs no digit: no square and no sum of numbers below 1 is too large for one.
        let exponent = greatest.exponent + 1
        let scaled = values.map { Double(sign: .plus, exponent: -exponent, significand: $0) }
        return scaledMaxima(scaled, method, count: count, deviations: deviations).map {
            Double(sign: .plus, exponent: exponent, significand: $0)
        }
    }

    /// The same of values between -1 and 1.
    private static func scaledMaxima(
        _ values: [Double], _ method: Method, count: Int, deviations: Double
    ) -> [Double] {
        guard let least = values.first, let most = values.last else { return [] }
        let maxima: [Double]
        switch method {
        case .equalInterval:
            maxima = (1...count).map { $0 == count ? most : least + (most - least) * Double($0) / Double(count) }
        case .quantile:
            maxima = (1...count).map { values[max(0, (values.count * $0 + count - 1) / count - 1)] }
        case .naturalBreaks: maxima = NaturalBreaks.maxima(values, count: count)
        case .standardDeviation: maxima = around(values, most, deviations)
        }
        // Classes that hold nothing are left out.
        var distinct: [Double] = []
        for maximum in maxima where distinct.last.map({ maximum > $0 }) ?? true { distinct.append(maximum) }
        return distinct
    }

    /// Classes of so many standard deviations, the middle one around the mean.
    private static func around(_ values: [Double], _ most: Double, _ deviations: Double) -> [Double] {
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let deviation = (squares / Double(max(1, values.count - 1))).squareRoot()
        let width = deviation * deviations
        guard width > 0, let least = values.first, (most - least) / width < 1000 else { return [most] }
        var maxima: [Double] = []
        var step = ((least - mean) / width + 0.5).rounded(.down)
        while mean + (step + 0.5) * width < most {
            let maximum = mean + (step + 0.5) * width
            if maximum >= least { maxima.append(maximum) }
            step += 1
        }
        return maxima + [most]
    }
}
