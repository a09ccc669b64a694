internal import FeatureEngine
internal import JSONValues

/// What is asked of a geocode service.
struct GeocodeQuery {
    private let text: String
    private let magicKey: String?
    private let box: Box?
    private let position: Position?
    /// The attributes that are asked for; nil for all.
    private let fields: Set<String>?
    let reference: SpatialReference
    /// What the service is called, which candidates name.
    private let locator: String

    /// The fields that an address may be split into, in the order in which they are read as one line.
    static let addressFields = [
        "Address", "Address2", "Address3", "Neighborhood", "City", "Subregion", "Region", "Postal", "PostalExt",
        "CountryCode",
    ]
    /// Fields that no place of the portal has: they narrow nothing down and are not searched for.
    private static let ignored: Set<String> = ["City", "Subregion", "Region", "Postal", "PostalExt", "CountryCode"]

    /// Reads the parameters of `findAddressCandidates`.
    init(_ request: ServiceRequest) throws(ParameterProblem) {
        let parameters = request.parameters
        magicKey = parameters["magicKey"]
        let line = ["SingleLine", "singleLine", "singleLineInput"].lazy.compactMap { parameters[$0] }.first
        let text = line ?? Self.line { parameters[$0] }
        guard !text.isEmpty || magicKey != nil else {
            throw ParameterProblem(
                "SingleLine", "is missing; it is the address in one line, and Address the street and number alone")
        }
        self.text = try Self.bounded(text, "SingleLine")
        box = try Self.box(parameters)
        position = try Self.position(parameters)
        let asked = try parameters.list("outFields")?.map(String.init) ?? []
        fields = asked.contains("*") ? nil : Set(asked)
        reference = try parameters.reference("outSR") ?? .wgs84
        locator = request.service.name
    }

    /// One record of many.
    init(_ attributes: [String: JSONValue], reference: SpatialReference, of locator: String) {
        magicKey = nil
        let line = ["SingleLine", "singleLine"].lazy.compactMap { attributes[$0]?.string }.first
        text = String((line ?? Self.line { attributes[$0]?.string }).prefix(1000))
        (box, position, fields) = (nil, nil, nil)
        self.reference = reference
        self.locator = locator
    }

    private static func line(_ value: (String) -> String?) -> String {
        addressFields.filter { !ignored.contains($0) }.compactMap(value).joined(separator: " ")
    }

    static func bounded(_ text: String, _ parameter: String) throws(ParameterProblem) -> String {
        guard text.utf8.count <= 1000 else { throw ParameterProblem(parameter, "has more than 1000 bytes") }
        return text
    }

    /// `searchExtent`, in longitude and latitude where it says nothing else.
    static func box(_ parameters: QueryParameters) throws(ParameterProblem) -> Box? {
        try filter("searchExtent", "esriGeometryEnvelope", parameters)?.box
    }

    /// `location`, likewise.
    static func position(_ parameters: QueryParameters) throws(ParameterProblem) -> Position? {
        try filter("location", "esriGeometryPoint", parameters)?.shape.parts.first?.first
    }

    private static func filter(
        _ name: String, _ type: String, _ parameters: QueryParameters
    ) throws(ParameterProblem) -> SpatialFilter? {
        guard let text = parameters[name] else { return nil }
        do throws(ParameterProblem) {
            return try SpatialFilter(
                QueryParameters { ["geometry": text, "geometryType": type][$0] }, layer: .wgs84)
        } catch {
            throw error.renamed("geometry", name)
        }
    }

    /// The places that fit, the best first; those are left out that the reference of the answer cannot hold.
    func candidates(in index: PlaceIndex) throws(ParameterProblem) -> [PlaceIndex.Candidate] {
        try found(in: index).filter { candidate in
            let at = coordinates(of: candidate.place)
            return at.x.isFinite && at.y.isFinite
        }
    }

    private func found(in index: PlaceIndex) throws(ParameterProblem) -> [PlaceIndex.Candidate] {
        if let magicKey {
            guard let place = index.places.first(where: { $0.magicKey == magicKey }) else {
                throw ParameterProblem("magicKey", "is none that suggest gives now")
            }
            return [PlaceIndex.Candidate(place: place, score: 100)]
        }
        // What stands behind a comma is the city and more, which all places share.
        let whole = index.candidates(for: text, within: box, near: position)
        let street = text.split(separator: ",").first.map(String.init) ?? ""
        guard whole.isEmpty, street != text else { return whole }
        return index.candidates(for: street, within: box, near: position)
    }

    // MARK: what is answered

    /// A candidate as `candidates` lists it.
    func document(_ candidate: PlaceIndex.Candidate) -> [String: JSONValue] {
        let all = attributes(candidate)
        return [
            "address": .string(candidate.place.name), "location": point(candidate.place),
            "score": .number(candidate.score),
            "attributes": .object(fields.map { fields in all.filter { fields.contains($0.key) } } ?? all),
        ]
    }

    /// The best candidate of a record, or that there is none.
    func location(_ best: PlaceIndex.Candidate?, id: Int64) -> JSONValue {
        guard let best else {
            var attributes = LocatorDocument.noAddress
            attributes["ResultID"] = .integer(id)
            return ["address": "", "score": 0, "attributes": .object(attributes)]
        }
        var document = document(best)
        document["attributes"]?["ResultID"] = .integer(id)
        return .object(document)
    }

    /// The box around a place.
    func extent(of place: Place) -> JSONValue {
        // A point alone gives nothing to zoom to.
        var box = reference.box(of: place.box.isPoint ? place.box.around(metres: 500) : place.box)
        // The reference may hold a place and nothing of the border around it.
        if box.isEmpty {
            let at = coordinates(of: place)
            box = Box(xmin: at.x, ymin: at.y, xmax: at.x, ymax: at.y)
        }
        return [
            "xmin": .number(box.xmin), "ymin": .number(box.ymin), "xmax": .number(box.xmax), "ymax": .number(box.ymax),
        ]
    }

    private func coordinates(of place: Place) -> Position {
        reference.coordinates(place.position.x, place.position.y)
    }

    private func point(_ place: Place) -> JSONValue {
        let at = coordinates(of: place)
        return ["x": .number(at.x), "y": .number(at.y)]
    }

    private func attributes(_ candidate: PlaceIndex.Candidate) -> [String: JSONValue] {
        let place = candidate.place
        var attributes = LocatorDocument.noAddress
        attributes.merge(LocatorDocument.address(place)) { $1 }
        let at = coordinates(of: place)
        let extent = extent(of: place)
        attributes.merge([
            "Loc_name": .string(locator), "Status": "M", "Score": .number(candidate.score), "Rank": 1,
            "X": .number(at.x), "Y": .number(at.y), "DisplayX": .number(at.x), "DisplayY": .number(at.y),
            "Xmin": extent["xmin"] ?? .null, "Xmax": extent["xmax"] ?? .null, "Ymin": extent["ymin"] ?? .null,
            "Ymax": extent["ymax"] ?? .null,
        ]) { $1 }
        return attributes
    }
}

extension Place {
    /// What `suggest` gives, by which `findAddressCandidates` knows it again.
    var magicKey: String {
        GlobalID(of: "\(addressType)/\(type)/\(name)").text.filter { $0.isHexDigit }
    }
}

extension Box {
    fileprivate var isPoint: Bool { xmin == xmax && ymin == ymax }

    fileprivate func around(metres: Double) -> Box {
        Box(xmin: xmin - metres, ymin: ymin - metres, xmax: xmax + metres, ymax: ymax + metres)
    }
}
