package import JSONValues

/// The spatial references that something names, of which only so many are read.
package struct NamedReferences {
    private let place: String
    private var ids: Set<Int64> = []

    /// Counts the references in one list, one file or one request, as `place` says it.
    package init(in place: String) { self.place = place }

    /// Counts the one that a document names; throws where it is one too many.
    package mutating func note(_ document: JSONValue?) throws(DataProblem) {
        guard let document, let id = SpatialReference.id(document) else { return }
        ids.insert(id)
        guard ids.count <= EsriGeometry.maximumReferences else {
            throw DataProblem(
                "is one of more than \(EsriGeometry.maximumReferences) in \(place); bring the features in several requests",
                at: "spatialReference")
        }
    }

    /// Counts those of the geometries of features; throws which one is too many.
    package mutating func note(of features: some Sequence<JSONValue>) throws(DataProblem) {
        for (index, feature) in features.enumerated() {
            do throws(DataProblem) { try note(feature["geometry"]?["spatialReference"]) } catch {
                throw error.within("geometry").within("[\(index)]")
            }
        }
    }
}
