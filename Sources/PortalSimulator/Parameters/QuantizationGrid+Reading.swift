internal import FeatureEngine
internal import JSONValues

extension QuantizationGrid {
    /// Reads `quantizationParameters`; nil where they are absent.
    ///
    /// - Parameters:
    ///   - extent: Where the layer's features are, for parameters without an extent.
    ///   - references: The layer's own, in which an extent is that names none, and that of the answer.
    ///   - allowedOffset: `maxAllowableOffset`, for parameters without a tolerance.
    init?(
        _ parameters: QueryParameters, layer extent: @autoclosure () -> Box,
        in references: (layer: SpatialReference, out: SpatialReference),
        allowedOffset: Double?
    ) throws(ParameterProblem) {
        guard let text = parameters[Self.name] else { return nil }
        let document: JSONValue
        do {
            document = try JSONValue(parsing: BareNames.quoted(text))
        } catch {
            throw ParameterProblem(Self.name, "is no JSON: \(error)")
        }
        guard document.object != nil else { throw ParameterProblem(Self.name, "is no JSON object") }
        let mode = try Self.word(document, "mode", otherwise: Mode.view)
        let origin = try Self.word(document, "originPosition", otherwise: Origin.upperLeft)
        if mode == .edit {
            self.init(edit: references.out, origin: origin)
            return
        }
        let tolerance = document["tolerance"] ?? .null
        guard let cell = tolerance.isNull ? allowedOffset : tolerance.double else {
            throw ParameterProblem(
                Self.name,
                tolerance.isNull
                    ? "tolerance is missing, and so is maxAllowableOffset, which would stand in for it"
                    : "tolerance \(DataProblem.shown(tolerance)) is not a number")
        }
        guard cell >= 1e-9, cell <= references.out.farthest else {
            throw ParameterProblem(
                Self.name, "tolerance \(cell) is not between 1e-9 and \(Int(references.out.farthest))")
        }
        let metres = try Self.extent(document["extent"] ?? .null, references.layer) ?? extent()
        guard !metres.isEmpty else { throw ParameterProblem(Self.name, "extent is missing, and the layer has none") }
        let projected = references.out.box(of: metres)
        guard !projected.isEmpty else { throw ParameterProblem(Self.name, "extent lies outside of outSR") }
        self.init(view: projected, cell: cell, origin: origin)
    }

    private static let name = "quantizationParameters"

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ document: JSONValue, _ member: String, otherwise: Word
    ) throws(ParameterProblem) -> Word where Word.RawValue == String {
        guard let value = document[member], !value.isNull else { return otherwise }
        guard let word = value.string.flatMap({ Word(rawValue: $0) }) else {
            let all = Word.allCases.map(\.rawValue).joined(separator: " and ")
            throw ParameterProblem(name, "\(member) \(DataProblem.shown(value)) is not understood; \(all) are")
        }
        return word
    }

    /// The extent in metres; nil where there is none.
    private static func extent(_ document: JSONValue, _ layer: SpatialReference) throws(ParameterProblem) -> Box? {
        if document.isNull { return nil }
        let parameters = QueryParameters {
            ["geometry": document.text(), "geometryType": "esriGeometryEnvelope"][$0]
        }
        do throws(ParameterProblem) {
            guard document.object != nil else { throw ParameterProblem(name, "is no object") }
            return try SpatialFilter(parameters, layer: layer)?.box
        } catch {
            throw ParameterProblem(name, "extent: \(error.problem)")
        }
    }
}
