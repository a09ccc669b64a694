internal import FeatureEngine
internal import JSONValues
internal import Platform

extension PortalContent.Service {
    /// Throws unless each relationship of layers that are made from data leads to a layer that has it too, by fields that are there.
    static func checkRelationships(_ reader: WorldReader, _ layers: [PortalContent.Layer]) throws(BlueprintError) {
        for (index, element) in try (reader.optional("layers")?.list() ?? []).enumerated()
        where layers[index].isMadeFromData {
            guard let told = element.optional("layer")?.optional("relationships") else { continue }
            let layer = layers[index]
            for (number, place) in try told.list().enumerated() {
                guard layer.relationships.count > number, layer.relationships.count == told.value.array?.count else {
                    throw place.complaint("needs the numbers id and relatedTableId, and the field keyField")
                }
                let relationship = layer.relationships[number]
                guard layer.features.withLock({ $0.field(relationship.keyField) }) != nil else {
                    throw place.complaint("keyField \"\(relationship.keyField)\" is no field of the layer")
                }
                guard let other = layers.first(where: { $0.id == relationship.relatedLayer }),
                    other.relationships.contains(where: { $0.id == relationship.id && $0.relatedLayer == layer.id })
                else {
                    throw place.complaint(
                        "layer \(relationship.relatedLayer) has no relationship \(relationship.id) back to layer \(layer.id)"
                    )
                }
            }
        }
    }

    /// The relationships as the service's document lists them.
    static func relationships(_ layers: [PortalContent.Layer]) -> [JSONValue] {
        layers.flatMap { layer in
            layer.relationships.filter(\.isOrigin).compactMap { relationship in
                layers.first { $0.id == relationship.relatedLayer }?
                    .relationships.first { $0.id == relationship.id }
                    .map { relationship.document(origin: layer.id, destination: $0) }
            }
        }
    }
}
