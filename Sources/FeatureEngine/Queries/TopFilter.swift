/// The first features of each group (developers.arcgis.com, "Query Top Features (Feature Service/Layer)", `topFilter`).
package struct TopFilter {
    /// The fields whose values make a group.
    let groups: [Int]
    /// Features of each group at most.
    let count: Int
    /// What is first in a group.
    let order: [LayerQuery.Order]

    /// So many features of each group.
    package init(groups: [Int], count: Int, order: [LayerQuery.Order]) {
        self.groups = groups
        self.count = count
        self.order = order
    }

    /// The first of some rows, group by group in the order of the groups' values.
    package func rows(among rows: [Int], of table: FeatureTable) -> [Int] {
        let byGroup = groups.map { LayerQuery.Order(name: table.fields[$0].name, isDescending: false) }
        let sorted = LayerQuery.sorted(rows, by: byGroup + order, table)
        var first: [Int] = []
        var last: [FieldValue]?
        var taken = 0
        for row in sorted {
            let group = groups.map { table.columns[$0][row] }
            if group != last { (last, taken) = (group, 0) }
            taken += 1
            if taken <= count { first.append(row) }
        }
        return first
    }
}
