internal import JSONValues
public import PortalAuthentication

extension FeatureSource {
    /// The records that belong to some features, at most as many as the server sends at a time.
    ///
    /// A long query travels as a form. Throws what the server answers, such as `service` for a relationship that the layer has not.
    public func relatedRecords(_ query: RelatedRecordsQuery) async throws(PortalError) -> RelatedRecords {
        let answer = try await service.request(["queryRelatedRecords"], parameters: query.parameters())
        guard let found = RelatedRecords(answer.json) else { throw Self.unexpected(answer, "relatedRecordGroups") }
        return found
    }

    /// How many records belong to each of some features; one without any is not among them.
    public func relatedRecordCounts(_ query: RelatedRecordsQuery) async throws(PortalError) -> [Int64: Int] {
        let answer = try await service.request(
            ["queryRelatedRecords"], parameters: query.parameters(onlyCounts: true))
        guard let counts = RelatedRecords.counts(answer.json) else {
            throw Self.unexpected(answer, "relatedRecordGroups with counts")
        }
        return counts
    }
}

extension FeatureLayer {
    /// The records that belong to some features by one of the layer's ``relationships``.
    public func relatedRecords(
        of objectIDs: [Int64], by relationship: LayerRelationship
    ) async throws(PortalError) -> RelatedRecords {
        try await relatedRecords(RelatedRecordsQuery(relationshipID: relationship.id, of: objectIDs))
    }
}
