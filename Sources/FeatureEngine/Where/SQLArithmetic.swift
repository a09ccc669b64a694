internal import Platform

/// Numbers as SQL reckons with them: nothing stays nothing, and whole numbers stay whole (ISO/IEC 9075-2 §6.29).
enum SQLArithmetic {
    static func value(
        _ left: FieldValue, _ operation: ValueExpression.Arithmetic, _ right: FieldValue, _ effort: QueryEffort
    ) -> FieldValue {
        if case .integer(let one) = left, case .integer(let other) = right {
            let result: (partialValue: Int64, overflow: Bool)
            switch operation {
            case .add: result = one.addingReportingOverflow(other)
            case .subtract: result = one.subtractingReportingOverflow(other)
            case .multiply: result = one.multipliedReportingOverflow(by: other)
            case .divide:
                guard other != 0 else { return effort.fail(zero) }
                result = one.dividedReportingOverflow(by: other)
            }
            // The least whole number stands for nothing in columns.
            if !result.overflow, result.partialValue != .min { return .integer(result.partialValue) }
        }
        guard let one = left.double, let other = right.double else { return .null }
        switch operation {
        case .add: return finite(one + other, effort)
        case .subtract: return finite(one - other, effort)
        case .multiply: return finite(one * other, effort)
        case .divide: return other == 0 ? effort.fail(zero) : finite(one / other, effort)
        }
    }

    /// A function of numbers.
    static func value(_ function: SQLFunction, _ values: [FieldValue], _ effort: QueryEffort) -> FieldValue {
        guard let first = values.first, let number = first.double, !values.contains(.null) else { return .null }
        let whole: Int64? = if case .integer(let value) = first { value } else { nil }
        let second = values.count > 1 ? values[1].double ?? 0 : 0
        switch function {
        case .abs: return whole.map { .integer($0 < 0 ? 0 - $0 : $0) } ?? .number(number.magnitude)
        case .ceiling: return whole.map { .integer($0) } ?? integral(number.rounded(.up))
        case .floor: return whole.map { .integer($0) } ?? integral(number.rounded(.down))
        case .sign: return .integer(number > 0 ? 1 : number < 0 ? -1 : 0)
        case .round: return rounded(first, number, second, .toNearestOrAwayFromZero, effort)
        case .truncate: return rounded(first, number, second, .towardZero, effort)
        case .mod:
            guard second != 0 else { return effort.fail(zero) }
            if let whole, case .integer(let divisor) = values[1] {
                return .integer(whole.remainderReportingOverflow(dividingBy: divisor).partialValue)
            }
            return finite(number.truncatingRemainder(dividingBy: second), effort)
        case .power: return finite(pow(number, second), effort)
        case .sqrt: return finite(number.squareRoot(), effort)
        case .ln, .log: return finite(Platform.log(number), effort)
        case .log10: return finite(Platform.log10(number), effort)
        case .sin: return finite(Platform.sin(number), effort)
        case .cos: return finite(Platform.cos(number), effort)
        case .tan: return finite(Platform.tan(number), effort)
        case .asin: return finite(Platform.asin(number), effort)
        case .acos: return finite(Platform.acos(number), effort)
        case .atan: return finite(Platform.atan(number), effort)
        default: return .null
        }
    }

    /// A moment later by an interval.
    static func later(_ value: FieldValue, by interval: SQLInterval, _ effort: QueryEffort) -> FieldValue {
        guard case .integer(let moment) = value else { return .null }
        return Moment.later(moment, by: interval).map { .integer($0) } ?? effort.fail("a date beyond the calendar")
    }

    /// A moment so many days later or earlier.
    static func days(
        _ days: FieldValue, _ operation: ValueExpression.Arithmetic, from value: FieldValue, _ effort: QueryEffort
    ) -> FieldValue {
        guard let days = days.double else { return .null }
        guard days.magnitude < 1e8 else { return effort.fail("a date beyond the calendar") }
        let milliseconds = Int64((days * 86_400_000).rounded())
        let interval = SQLInterval(milliseconds: operation == .subtract ? -milliseconds : milliseconds)
        return later(value, by: interval, effort)
    }

    static func areEqual(_ one: FieldValue, _ other: FieldValue) -> Bool {
        switch (one, other) {
        case (.null, _), (_, .null): false
        case (.text(let one), .text(let other)): one == other
        default: one.double == other.double
        }
    }

    private static let zero = "a division by zero (ISO/IEC 9075, data exception 22012)"

    /// A number, or the end of the query where it is none, or too large for one.
    static func finite(_ value: Double, _ effort: QueryEffort) -> FieldValue {
        value.isFinite ? .number(value) : effort.fail("a numeric value out of range (ISO/IEC 9075, 22003)")
    }

    private static func integral(_ value: Double) -> FieldValue {
        value.magnitude < 9e15 ? .integer(Int64(value)) : .number(value)
    }

    /// A number with so many digits behind its point, before it where there are fewer than none.
    private static func rounded(
        _ value: FieldValue, _ number: Double, _ digits: Double, _ rule: FloatingPointRoundingRule,
        _ effort: QueryEffort
    ) -> FieldValue {
        if case .integer = value, digits >= 0 { return value }
        let power = pow(10, min(max(digits.rounded(), -300), 300))
        let scaled = (number * power).rounded(rule) / power
        // With more digits than a number has, nothing is cut off.
        guard scaled.isFinite else { return .number(number) }
        if case .integer = value { return integral(scaled) }
        return finite(scaled, effort)
    }
}
