extension JSONText {
    /// Writes a feature of a list up to its end, where more members may follow: its attributes, and its geometry where there is one.
    mutating func openFeature(_ number: Int, _ row: Int, _ cells: [CellTexts], _ geometry: GeometryText?) {
        raw(number == 0 ? "{\"attributes\":{" : ",{\"attributes\":{")
        for cell in cells { cell.write(number, into: &self) }
        raw("}")
        if let geometry {
            raw(",\"geometry\":")
            geometry.esri(row, into: &self)
        }
    }
}
