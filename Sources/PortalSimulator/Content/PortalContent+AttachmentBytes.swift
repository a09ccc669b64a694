internal import Platform

extension PortalContent {
    /// Bytes that clients attached to the features of all layers. Not asked while the attachments of a layer are locked.
    var attachmentBytes: Int {
        servicesAtHand.reduce(0) { sum, service in
            service.layers.reduce(sum) { sum, layer in sum + layer.attachments.withLock { $0.addedBytes } }
        }
    }
}
