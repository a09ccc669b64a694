/// The types of a layer's fields (developers.arcgis.com, "Field": `esriFieldType…`).
package enum FieldType: String, Sendable, CaseIterable {
    case objectID = "esriFieldTypeOID"
    case smallInteger = "esriFieldTypeSmallInteger"
    case integer = "esriFieldTypeInteger"
    case bigInteger = "esriFieldTypeBigInteger"
    case single = "esriFieldTypeSingle"
    case double = "esriFieldTypeDouble"
    case text = "esriFieldTypeString"
    case date = "esriFieldTypeDate"
    case guid = "esriFieldTypeGUID"
    case globalID = "esriFieldTypeGlobalID"
    /// Whatever else a recorded layer names; its values are kept as texts.
    case other = "esriFieldTypeBlob"

    /// How values are kept.
    enum Storage: Sendable {
        case integers
        case numbers
        case texts
    }

    var storage: Storage {
        switch self {
        case .objectID, .smallInteger, .integer, .bigInteger, .date: .integers
        case .single, .double: .numbers
        case .text, .guid, .globalID, .other: .texts
        }
    }

    /// Whether values can be added up.
    package var isNumeric: Bool { storage != .texts && self != .date }

    /// The whole numbers that a value may be; nil for what is no whole number.
    var wholeNumbers: ClosedRange<Int64>? {
        switch self {
        case .smallInteger: -32_768...32_767
        case .integer: -2_147_483_648...2_147_483_647
        case .objectID: 0...2_147_483_647
        case .bigInteger, .date: -9_007_199_254_740_991...9_007_199_254_740_991
        default: nil
        }
    }
}
