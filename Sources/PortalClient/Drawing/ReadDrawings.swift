internal import JSONValues
internal import Platform

/// How a layer, and those inside a map service, are drawn; read anew only where other documents say it.
final class ReadDrawings: Sendable {
    private struct Entry: Sendable {
        let layer: JSONValue?
        let service: JSONValue?
        let drawing: LayerDrawing
    }
    /// By the id of the layer inside; nil for the layer itself.
    private let entries = Locked<[Int?: Entry]>([:])

    /// What a web map and a service say of a layer; `sublayer` is nil for the layer itself.
    func drawing(ofSublayer sublayer: Int?, layer: JSONValue?, service: JSONValue?) -> LayerDrawing {
        let known = entries.withLock { $0[sublayer] }
        // Documents that are the same in memory are compared without a look into them.
        if let known, known.layer == layer, known.service == service { return known.drawing }
        let drawing = LayerDrawing(layer: layer, service: service)
        entries.withLock { $0[sublayer] = Entry(layer: layer, service: service, drawing: drawing) }
        return drawing
    }
}
