internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with edits and attachments.
    static let editing: [Mutant] = [
        Mutant(
            "edits-by-get", "sends edits in the query of a GET",
            from:
                "developers.arcgis.com/rest/services-reference/enterprise/apply-edits-feature-service-layer (POST only)",
            breaks: ["E01", "E14"],
            because: ["refused.method", "wire.order", "wire.missing"],
            wire: { _ in Rewriting { $0.isEdit ? $0.asQuery : $0 } }),
        Mutant(
            "failure-in-result-is-success", "takes every edit for made where the request was answered",
            from:
                "developers.arcgis.com/rest/services-reference/enterprise/apply-edits-feature-service-layer (success)",
            breaks: ["E02", "E12"],
            because: ["events.order", "final.edits"],
            wire: { _ in Misreading { $0.replacing("\"success\":false", by: "\"success\":true") } }),
        Mutant(
            "never-roll-back", "lets the edits stand that could be made, whatever was asked for",
            from: "developers.arcgis.com/rest/services-reference/enterprise/apply-edits-feature-service-layer "
                + "(rollbackOnFailure)", breaks: ["E03", "E09"],
            because: ["wire.order", "final.edits"],
            wire: { _ in
                Rewriting { $0.replacing(inForm: "rollbackOnFailure=true", by: "rollbackOnFailure=false") }
            }),
        Mutant(
            "rollback-unasked", "says what becomes of the other edits where a layer does not let that be chosen",
            from: "developers.arcgis.com/rest/services-reference/enterprise/apply-edits-feature-service-layer "
                + "(supportsRollbackOnFailureParameter)", breaks: ["E04"],
            because: ["wire.order"],
            wire: { _ in
                Rewriting { request in
                    guard request.isEdit, !request.form.contains("rollbackOnFailure") else { return request }
                    return request.with { $0.body = Array((request.form + "&rollbackOnFailure=false").utf8) }
                }
            }),
        Mutant(
            "edit-whatever", "does not look at what a layer lets be done",
            from: "developers.arcgis.com/rest/services-reference/enterprise/layer-feature-service (capabilities)",
            breaks: ["E05", "E06"],
            because: ["wire.unexpected"],
            wire: { _ in
                Misreading {
                    $0.replacing("\"hasAttachments\":false", by: "\"hasAttachments\":true")
                        .replacing("\"Query,Create,Editing\"", by: "\"Query,Create,Update,Delete,Editing\"")
                }
            }),
        Mutant(
            "split-service-edits", "sends the edits of several layers layer by layer",
            from: "developers.arcgis.com/rest/services-reference/enterprise/apply-edits-feature-service",
            breaks: ["E09"],
            because: ["wire.order", "wire.missing"],
            app: { $0.editing.splitsServices = true }),
        Mutant(
            "forget-global-ids", "does not say that global ids name the features",
            from: "developers.arcgis.com/rest/services-reference/enterprise/apply-edits-feature-service-layer "
                + "(useGlobalIds)", breaks: ["E10"],
            because: ["wire.order", "events.order"],
            wire: { _ in Rewriting { $0.replacing(inForm: "&useGlobalIds=true", by: "") } }),
        Mutant(
            "files-as-text", "sends files as text and changes their line ends",
            from: "RFC 7578 §4.4; RFC 2046 §4.1.1", breaks: ["E11"],
            because: ["events.order", "final.attachmentText"],
            wire: { _ in Rewriting { $0.withLineEndsOfText } }),
        Mutant(
            "upload-token-in-query", "moves the token of a form with files into the query",
            from: "github.com/Esri/esri-leaflet/issues/1415", breaks: ["E13", "R23"],
            because: ["secret.in-url", "wire.order"],
            wire: { _ in Rewriting { $0.uploadTokenInQuery } }),
        Mutant(
            "no-result-is-success", "takes an edit that has no result for made",
            from:
                "developers.arcgis.com/rest/services-reference/enterprise/apply-edits-feature-service-layer (addResults)",
            breaks: ["E15"],
            because: ["events.order", "final.reason"],
            wire: { _ in
                Misreading {
                    $0.replacing("\"addResults\":[]", by: "\"addResults\":[{\"objectId\":5,\"success\":true}]")
                }
            }),
    ]
}
