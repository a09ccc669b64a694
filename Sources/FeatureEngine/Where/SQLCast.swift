internal import JSONValues

/// Values of one type as those of another (ISO/IEC 9075-2 §6.13); what cannot be one ends the query.
enum SQLCast {
    static func kind(_ type: SQLType) -> BoundOperand.Kind {
        switch type {
        case .integer, .number, .decimal: .number
        case .text: .text
        case .date, .timestamp: .date
        }
    }

    /// A value of another type; `isDate` says that a whole number is a moment.
    static func value(_ value: FieldValue, isDate: Bool, to type: SQLType, _ effort: QueryEffort) -> FieldValue {
        if value == .null || effort.isUsedUp { return .null }
        switch type {
        case .text(let length):
            let text = text(of: value, isDate: isDate)
            effort.spend(1 + text.utf8.count / 16)
            guard let length else { return .text(text) }
            return .text(String(String.UnicodeScalarView(text.unicodeScalars.prefix(length))))
        case .date, .timestamp:
            guard let moment = moment(value, isDate: isDate) else { return refusal(value, "a date", effort) }
            return .integer(type == .date ? Moment.midnight(of: moment) : moment)
        case .integer, .number, .decimal:
            guard !isDate, let number = number(value) else { return refusal(value, "a number", effort) }
            return numeric(number, type, effort)
        }
    }

    private static func numeric(_ value: FieldValue, _ type: SQLType, _ effort: QueryEffort) -> FieldValue {
        switch (type, value) {
        case (.integer, .integer), (.number, .number): return value
        case (.decimal(let digits), _):
            return SQLArithmetic.value(.round, [.number(value.double ?? 0), .integer(Int64(digits))], effort)
        case (.integer, _):
            guard let number = value.double, number.magnitude < 9e15 else { return refusal(value, "a number", effort) }
            return .integer(Int64(number.rounded(.towardZero)))
        default: return .number(value.double ?? 0)
        }
    }

    private static func number(_ value: FieldValue) -> FieldValue? {
        guard case .text(let text) = value else { return value }
        var bare = text.unicodeScalars[...].drop { $0 == " " }
        while bare.last == " " { bare.removeLast() }
        return number(of: String(String.UnicodeScalarView(bare)))
    }

    /// The number that a text writes in digits, as a numeric literal does (ISO/IEC 9075-2 §5.3); nil where it is none.
    static func number(of text: String) -> FieldValue? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        if let whole = Int64(text), whole != .min { return .integer(whole) }
        return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }

    private static func moment(_ value: FieldValue, isDate: Bool) -> Int64? {
        switch value {
        case .integer(let moment): isDate ? moment : nil
        case .text(let text): Moment.milliseconds(of: text)
        case .number, .null: nil
        }
    }

    private static func text(of value: FieldValue, isDate: Bool) -> String {
        switch value {
        case .null: return ""
        case .text(let text): return text
        case .integer(let whole): return isDate ? Moment.text(of: whole) : String(whole)
        case .number: return String(decoding: value.json.canonicalBytes(), as: UTF8.self)
        }
    }

    private static func refusal(_ value: FieldValue, _ what: String, _ effort: QueryEffort) -> FieldValue {
        effort.fail(
            "\"\(text(of: value, isDate: false).prefix(40))\" is no \(what.dropFirst(2)) that CAST could make of it")
    }
}
