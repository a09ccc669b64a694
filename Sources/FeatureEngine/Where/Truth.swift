/// The three truth values of SQL (ISO/IEC 9075 §4.5).
///
/// In their order AND is the least of two and OR the greatest.
enum Truth: UInt8, Comparable, Sendable {
    case no
    case unknown
    case yes

    static func < (left: Truth, right: Truth) -> Bool { left.rawValue < right.rawValue }

    init(_ isTrue: Bool) { self = isTrue ? .yes : .no }

    var negated: Truth {
        switch self {
        case .no: .yes
        case .unknown: .unknown
        case .yes: .no
        }
    }
}
