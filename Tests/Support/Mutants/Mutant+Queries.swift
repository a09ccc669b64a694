internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with queries of layers.
    static let queries: [Mutant] = [
        Mutant(
            "drop-time", "leaves out when features shall be",
            from: "developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer (time)",
            breaks: ["D06", "D07", "D08"],
            because: ["wire.order: time"],
            wire: { _ in Rewriting { $0.without(query: "time") } }),
        Mutant(
            "drop-having", "leaves out the condition on groups",
            from: "esri.com/arcgis-blog/products/api-rest/data-management/querying-feature-services-having-clause",
            breaks: ["D09", "D10"],
            because: ["wire.order: having"],
            wire: { _ in Rewriting { $0.without(query: "having") } }),
        Mutant(
            "drop-definition", "counts all related records, whatever they have to meet",
            from:
                "developers.arcgis.com/rest/services-reference/enterprise/query-related-records-feature-service (definitionExpression)",
            breaks: ["D04"],
            because: ["wire.order: definitionExpression"],
            wire: { _ in Rewriting { $0.without(query: "definitionExpression") } }),
        Mutant(
            "first-group-only", "takes the first group of related records for all of them",
            from: "github.com/Esri/arcgis-rest-js (queryRelated, relatedRecordGroups)", breaks: ["D01"],
            because: ["final.related"],
            wire: { _ in Misreading { $0.withFirstGroupOnly } }),
        Mutant(
            "page-is-all", "takes a page of related records for all of them",
            from:
                "developers.arcgis.com/rest/services-reference/enterprise/query-related-records-feature-service (exceededTransferLimit)",
            breaks: ["D03"],
            because: ["final.exceededTransferLimit"],
            isPartial: true, wire: { _ in Misreading { $0.without(member: "exceededTransferLimit") } }),
        Mutant(
            "drop-centroid", "does not read the middle of polygons",
            from:
                "developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer (returnCentroid)",
            breaks: ["D11"],
            because: ["final.centroids"],
            wire: { _ in Misreading { $0.without(member: "centroid") } }),
        Mutant(
            "cells-are-coordinates", "takes the whole numbers of a grid for coordinates",
            from:
                "developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer (quantizationParameters)",
            breaks: ["D12", "D13", "D14"],
            because: ["final.geometries", "events.order: unexpected-content", "final.reason", "final.status"],
            isPartial: true, wire: { _ in Misreading { $0.without(member: "transform") } }),
        Mutant(
            "rows-run-up", "counts the rows of every grid from below",
            from: "github.com/Esri/arcgis-js-api (geometry/jsonUtils.js)", breaks: ["D12"],
            because: ["final.geometries"],
            isPartial: true, wire: { _ in Misreading { $0.replacing("upperLeft", by: "lowerLeft") } }),
        Mutant(
            "steps-are-cells", "takes the step to a vertex for its cell",
            from: "github.com/Esri/arcgis-js-api (geometry/jsonUtils.js)", breaks: ["D12", "D13"],
            because: ["final.geometries"],
            isPartial: true, wire: { _ in Misreading { $0.withStepsAsCells } }),
        Mutant(
            "first-point-only", "reads the first place of a multipoint alone",
            from: "developers.arcgis.com/documentation/common-data-types/geometry-objects.htm (multipoint)",
            breaks: ["D02", "D15"],
            because: ["final.geometries"],
            wire: { _ in Misreading { $0.withFirstPlaceOnly } }),
    ]
}
