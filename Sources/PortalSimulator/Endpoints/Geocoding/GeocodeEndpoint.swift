internal import FeatureEngine
internal import JSONValues

/// A geocode service over features of the portal's own layers (developers.arcgis.com, "Geocode Service" and its operations).
enum GeocodeEndpoint {
    static func service(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        let told = try request.dressed(request.document, as: request.kind.rawValue).object ?? [:]
        return .document(.object(LocatorDocument.members.merging(told) { $1 }))
    }

    /// `findAddressCandidates`: the places that a text names, the best first.
    static func candidates(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try answer(request) { index throws(ParameterProblem) in
            let query = try GeocodeQuery(request)
            let found = try query.candidates(in: index)
            let limit = try request.parameters.count("maxLocations") ?? LocatorDocument.mostResults
            return [
                "spatialReference": query.reference.document,
                "candidates": .array(
                    found.prefix(min(max(1, limit), LocatorDocument.mostResults)).map { candidate in
                        var document = query.document(candidate)
                        document["extent"] = query.extent(of: candidate.place)
                        return .object(document)
                    }),
            ]
        }
    }

    /// `suggest`: the names that begin as what is typed does.
    static func suggest(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try answer(request) { index throws(ParameterProblem) in
            guard let text = request.parameters["text"] else { throw ParameterProblem("text", "is missing") }
            let limit = try request.parameters.count("maxSuggestions") ?? 5
            let found = index.suggestions(
                for: try GeocodeQuery.bounded(text, "text"), within: try GeocodeQuery.box(request.parameters),
                near: try GeocodeQuery.position(request.parameters))
            return [
                "suggestions": .array(
                    found.prefix(min(max(1, limit), 15)).map { place in
                        ["text": .string(place.name), "magicKey": .string(place.magicKey), "isCollection": false]
                    })
            ]
        }
    }

    /// `reverseGeocode`: the place nearest to a position.
    static func reverse(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        let noAddress = PortalReply.failure(
            ErrorEnvelope(
                400, "Cannot perform query. Invalid query parameters.",
                details: .list(["Unable to find address for the specified location."])), "geocode",
            "no place is near enough")
        return try answer(request, otherwise: noAddress) { index throws(ParameterProblem) in
            let parameters = request.parameters
            guard let position = try GeocodeQuery.position(parameters) else {
                throw ParameterProblem(
                    "location", "is missing; longitude,latitude or a point with its spatialReference")
            }
            let metres = try parameters.number("distance", in: 0...SpatialReference.webMercator.farthest) ?? 100
            let kinds = try parameters.list("featureTypes")?.map(String.init) ?? []
            let found = index.nearest(
                to: position, within: metres * SpatialReference.scale(atNorthing: position.y)
            ) { place in kinds.isEmpty || kinds.contains(place.addressType) }
            guard let found else { return nil }
            let reference = try parameters.reference("outSR") ?? .wgs84
            let at = reference.coordinates(found.position.x, found.position.y)
            guard at.x.isFinite, at.y.isFinite else { return nil }
            return [
                "address": .object(LocatorDocument.address(found)),
                "location": [
                    "x": .number(at.x), "y": .number(at.y), "spatialReference": reference.document,
                ],
            ]
        }
    }

    /// `geocodeAddresses`: the best candidate of each of many records.
    static func addresses(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try answer(request) { index throws(ParameterProblem) in
            guard let text = request.parameters["addresses"] else {
                throw ParameterProblem("addresses", "is missing")
            }
            guard let records = (try? JSONValue(parsing: text))?["records"]?.array else {
                throw ParameterProblem("addresses", "is no JSON object with a list of records")
            }
            guard records.count <= LocatorDocument.largestBatch else {
                throw ParameterProblem("addresses", "has more than \(LocatorDocument.largestBatch) records")
            }
            let reference = try request.parameters.reference("outSR") ?? .wgs84
            var locations: [JSONValue] = []
            for (place, record) in records.enumerated() {
                guard let attributes = record["attributes"]?.object else {
                    throw ParameterProblem("addresses", "records[\(place)] has no attributes")
                }
                let id = attributes["OBJECTID"]?.integer ?? Int64(place)
                let query = GeocodeQuery(attributes, reference: reference, of: request.service.name)
                let best = try query.candidates(in: index).first
                locations.append(query.location(best, id: id))
            }
            return ["spatialReference": reference.document, "locations": .array(locations)]
        }
    }

    /// Answers with what a body makes of the places; nil from it means what stands in `otherwise`.
    private static func answer(
        _ request: ServiceRequest, otherwise: PortalReply = .empty,
        _ body: (PlaceIndex) throws(ParameterProblem) -> JSONValue?
    ) throws(BlueprintError) -> PortalReply {
        guard let locator = request.service.locator else { return ServiceRequest.notFound(request.service.name) }
        let index = try locator.places(in: request.request.content)
        do throws(ParameterProblem) {
            return try body(index).map { .document($0) } ?? otherwise
        } catch {
            return .failure(
                ErrorEnvelope(
                    400, "Cannot perform query. Invalid query parameters.", details: .list(error.details)), "geocode",
                "\(error.parameter): \(error.problem)")
        }
    }
}
