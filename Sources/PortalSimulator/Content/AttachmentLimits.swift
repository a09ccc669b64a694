/// How much the attachments of one layer may take, and those of all layers of the portal together.
struct AttachmentLimits {
    let limits: ResourceLimits
    /// Bytes of the layer at which all layers together have what they may have.
    let roof: Int

    /// The limits of a table of a portal of whose bytes for all layers so many are left.
    init(_ limits: ResourceLimits, left: Int, for table: AttachmentTable) {
        self.limits = limits
        let (roof, isEndless) = table.addedBytes.addingReportingOverflow(max(0, left))
        self.roof = isEndless ? .max : roof
    }

    /// Why an upload has no room beside the attachments of all layers.
    var portalProblem: BodyProblem {
        BodyProblem(
            .noRoom,
            "clients may attach \(limits.attachmentBytes) bytes to the features of the portal; delete attachments, or layers or services that clients made, or reset the portal"
        )
    }
}
