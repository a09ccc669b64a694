/// The functions of standardized queries (developers.arcgis.com, "Standardized SQL functions in ArcGIS Online"; ISO/IEC 9075-2 §6).
enum SQLFunction: String, CaseIterable, Sendable {
    case abs = "ABS"
    case acos = "ACOS"
    case asin = "ASIN"
    case atan = "ATAN"
    case ceiling = "CEILING"
    case charLength = "CHAR_LENGTH"
    case coalesce = "COALESCE"
    case concat = "CONCAT"
    case cos = "COS"
    case floor = "FLOOR"
    case ln = "LN"
    case log = "LOG"
    case log10 = "LOG10"
    case lower = "LOWER"
    case mod = "MOD"
    case nullIf = "NULLIF"
    case position = "POSITION"
    case power = "POWER"
    case round = "ROUND"
    case sign = "SIGN"
    case sin = "SIN"
    case sqrt = "SQRT"
    case substring = "SUBSTRING"
    case tan = "TAN"
    case trimBoth = "TRIM"
    case trimLeading = "TRIM LEADING"
    case trimTrailing = "TRIM TRAILING"
    case truncate = "TRUNCATE"
    case upper = "UPPER"

    /// The function of a name, with other names that databases have for it.
    init?(name: String) {
        switch name {
        case "CEIL": self = .ceiling
        case "CHARACTER_LENGTH": self = .charLength
        default: self.init(rawValue: name)
        }
    }

    /// How many values it takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .coalesce, .concat: 2...100
        case .mod, .nullIf, .position, .power, .trimBoth, .trimLeading, .trimTrailing: 2...2
        case .round, .truncate: 1...2
        case .substring: 2...3
        default: 1...1
        }
    }
}

/// The types that a value is cast to.
enum SQLType: Sendable, Equatable {
    case integer
    case number
    /// Numbers with so many digits behind the point.
    case decimal(Int)
    /// Texts of at most so many characters.
    case text(Int?)
    case date
    case timestamp

    /// The type of a name; nil where there is none.
    init?(name: String) {
        switch name {
        case "INT", "INTEGER", "SMALLINT", "BIGINT": self = .integer
        case "FLOAT", "REAL", "DOUBLE": self = .number
        case "NUMERIC", "DECIMAL": self = .decimal(0)
        case "CHAR", "VARCHAR", "CHARACTER": self = .text(nil)
        case "DATE": self = .date
        case "TIMESTAMP": self = .timestamp
        default: return nil
        }
    }
}
