/// The three truth values of SQL (ISO/IEC 9075 §4.5).
enum Truth: Sendable {
    case no
    case unknown
    case yes

    init(_ isTrue: Bool) { self = isTrue ? .yes : .no }

    var negated: Truth {
        switch self {
        case .no: .yes
        case .unknown: .unknown
        case .yes: .no
        }
    }
}
