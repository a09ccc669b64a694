internal import JSONValues

extension JSONValue {
    /// A value as plain text; nothing for null, and for lists and objects, which are no values of a field.
    var plainText: String {
        switch self {
        case .null, .array, .object: ""
        case .string(let text): text
        case .bool(let value): value ? "true" : "false"
        case .integer, .number: decimalText() ?? ""
        }
    }

    /// A number as text, with all its decimals unless told otherwise and never with an exponent; nil for what is no number.
    ///
    /// Rounds half away from zero, by the digits that are printed.
    func decimalText(places: Int? = nil, digitSeparator: Bool = false) -> String? {
        switch self {
        case .integer(let value): DecimalDigits("\(value)").text(places: places, digitSeparator: digitSeparator)
        case .number(let value) where value.isFinite:
            DecimalDigits("\(value)").text(places: places, digitSeparator: digitSeparator)
        default: nil
        }
    }
}

/// The digits of a number as Swift prints it: the fewest that read back as the same number.
private struct DecimalDigits {
    private let isNegative: Bool
    private var digits: [UInt8]
    /// How many of the digits stand before the decimal point; may be negative, and more than there are.
    private var point: Int

    init(_ printed: String) {
        isNegative = printed.hasPrefix("-")
        let parts = (isNegative ? printed.dropFirst() : printed[...]).split(separator: "e")
        let mantissa = (parts.first ?? "0").split(separator: ".")
        digits = (mantissa.first ?? "0").utf8.map { $0 - 0x30 }
        point = digits.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        if mantissa.count > 1, mantissa[1] != "0" { digits += mantissa[1].utf8.map { $0 - 0x30 } }
    }

    func text(places: Int?, digitSeparator: Bool) -> String {
        var rounded = self
        if let places { rounded.round(places) }
        let digits = rounded.digits
        let point = rounded.point
        let digit = { (place: Int) in digits.indices.contains(place) ? digits[place] : 0 }
        let count = max(1, point)
        var whole = (0..<count).map { digit(point > 0 ? $0 : -1) }
        while whole.count > 1, whole[0] == 0 { whole.removeFirst() }
        let decimals = (0..<(places ?? max(0, digits.count - point))).map { digit(point + $0) }
        let isZero = (whole + decimals).allSatisfy { $0 == 0 }
        var text = isNegative && !isZero ? "-" : ""
        for (index, value) in whole.enumerated() {
            if digitSeparator, index > 0, (whole.count - index) % 3 == 0 { text += "," }
            text += "\(value)"
        }
        return decimals.isEmpty ? text : text + "." + decimals.map { "\($0)" }.joined()
    }

    /// Rounds half away from zero.
    private mutating func round(_ places: Int) {
        let end = point + places
        guard end < digits.count else { return }
        guard end >= 0 else {
            digits = [0]
            point = 1
            return
        }
        var carries = digits[end] >= 5
        digits.removeSubrange(end...)
        var place = end - 1
        while carries, place >= 0 {
            carries = digits[place] == 9
            digits[place] = carries ? 0 : digits[place] + 1
            place -= 1
        }
        if carries {
            digits.insert(1, at: 0)
            point += 1
        }
    }
}
