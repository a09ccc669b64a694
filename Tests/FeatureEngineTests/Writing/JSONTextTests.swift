import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Written JSON` {
    struct Digits: CustomTestStringConvertible, Sendable {
        let value: Double
        let decimals: Int
        let text: String
        var testDescription: String { text }
    }

    @Test(arguments: [
        Digits(value: 0, decimals: 4, text: "0"), Digits(value: -0.00001, decimals: 4, text: "0"),
        Digits(value: 1.5, decimals: 4, text: "1.5"),
        Digits(value: -13_039_000.05, decimals: 4, text: "-13039000.05"),
        Digits(value: 0.0001, decimals: 4, text: "0.0001"),
        Digits(value: 34.100000004, decimals: 8, text: "34.1"), Digits(value: 99.99999, decimals: 2, text: "100"),
        Digits(value: 2.5, decimals: 0, text: "3"),
        Digits(value: 1e300, decimals: 4, text: "1e+300"),
    ])
    func `numbers have no more digits than they need`(row: Digits) {
        var text = JSONText()
        text.fixed(row.value, decimals: row.decimals)
        #expect(String(decoding: text.bytes, as: UTF8.self) == row.text)
    }

    @Test func `numbers are written as canonical JSON has them`() {
        var dice = Dice(7)
        for _ in 0..<20_000 {
            let scale: Double = [1, 1e1, 1e2, 1e3, 1e5, 1e6, 1e7, 1e9].randomElement(using: &dice) ?? 1
            let size: Double = [1e-2, 1, 1e3, 1e8, 1e9, 1e12].randomElement(using: &dice) ?? 1
            let value = (Double.random(in: -size...size, using: &dice) * scale).rounded() / scale
            var text = JSONText()
            text.number(value)
            #expect(text.bytes == JSONValue.number(value).canonicalBytes(), "\(value)")
        }
    }
}
