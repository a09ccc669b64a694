import JSONValues
import Testing

@testable import PortalClient

@Suite struct `Numbers of popups` {
    struct Row: CustomTestStringConvertible, Sendable {
        let value: JSONValue
        let places: Int?
        let separates: Bool
        let text: String
        var testDescription: String { "\(value.text()) \(places.map { "\($0)" } ?? "all") \(separates)" }

        init(_ value: JSONValue, _ places: Int?, _ separates: Bool, _ text: String) {
            (self.value, self.places, self.separates, self.text) = (value, places, separates, text)
        }
    }

    @Test(arguments: [
        Row(1_234_567, nil, true, "1,234,567"), Row(1_234_567, nil, false, "1234567"), Row(999, nil, true, "999"),
        Row(-1000, 2, true, "-1,000.00"), Row(0, 0, true, "0"), Row(6.345, 2, false, "6.35"),
        Row(1.005, 2, false, "1.01"), Row(-2.5, 0, false, "-3"), Row(-0.4, 0, false, "0"), Row(0.05, 1, false, "0.1"),
        Row(0.049, 1, false, "0.0"), Row(9.995, 2, false, "10.00"), Row(999_999.5, 0, true, "1,000,000"),
        Row(5.0, nil, false, "5"), Row(1e-7, nil, false, "0.0000001"), Row(1.5e-7, 3, false, "0.000"),
        Row(1.25e21, nil, true, "1,250,000,000,000,000,000,000"), Row(0.1, 3, true, "0.100"),
        Row(.integer(.min), nil, true, "-9,223,372,036,854,775,808"), Row(0.5, 0, false, "1"),
    ])
    func `are rounded half away from zero, by the digits that are printed`(row: Row) {
        #expect(row.value.decimalText(places: row.places, digitSeparator: row.separates) == row.text)
    }

    @Test func `are no text for what is no number`() {
        for value: JSONValue in ["1", true, nil, [1], .number(.nan), .number(.infinity)] {
            #expect(value.decimalText(places: 2) == nil)
        }
    }

    @Test(
        arguments: [
            (["places": 2, "digitSeparator": true, "dateFormat": "year"], 2, true, .year),
            (["places": 1e18, "dateFormat": "tomorrow"], 20, false, nil), (["places": -1], nil, false, nil),
            (["places": "3", "digitSeparator": "true"], 3, true, nil),
            (["places": [], "dateFormat": 7], nil, false, nil),
        ] as [(JSONValue, Int?, Bool, PopupDateFormat?)])
    func `have the format that a document writes`(
        json: JSONValue, places: Int?, separates: Bool, date: PopupDateFormat?
    )
        throws
    {
        let format = try #require(FieldFormat(json))
        #expect(format.places == places && format.digitSeparator == separates && format.dateFormat == date)
        #expect(format.rawJSON == json)
    }

    @Test func `have no format where none is an object`() {
        #expect(FieldFormat(nil) == nil && FieldFormat(.null) == nil && FieldFormat("x") == nil)
    }

    @Test func `of great size are printed whole`() {
        #expect(JSONValue.number(.greatestFiniteMagnitude).decimalText(places: 20, digitSeparator: true)?.count == 432)
        #expect(JSONValue.number(.leastNonzeroMagnitude).decimalText()?.hasSuffix("5") == true)
    }
}
