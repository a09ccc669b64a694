/// Global ids: a layer has them where one of its fields is of that type.
extension FeatureTable {
    /// Where the global ids stand among the fields; nil where the layer has none.
    package var globalIDIndex: Int? { fields.firstIndex { $0.type == .globalID } }

    /// The global id of a row; nil where it has none.
    package func globalID(_ row: Int) -> GlobalID? {
        guard let globalIDIndex, case .text(let text) = columns[globalIDIndex][row] else { return nil }
        return GlobalID(text)
    }

    /// The rows by their global ids.
    package func rowsByGlobalID() -> [GlobalID: Int] {
        Dictionary(rows.compactMap { row in globalID(row).map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
    }
}
