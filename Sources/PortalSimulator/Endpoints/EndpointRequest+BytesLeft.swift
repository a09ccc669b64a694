extension EndpointRequest {
    /// Bytes that clients may still add to the features of all layers; below 0 where there are more than they may.
    var featureBytesLeft: Int { max(0, site.limits.featureBytes) - content.featureBytes }

    /// Bytes that clients may still attach to the features of all layers; below 0 where there are more than they may.
    var attachmentBytesLeft: Int { max(0, site.limits.attachmentBytes) - content.attachmentBytes }
}
