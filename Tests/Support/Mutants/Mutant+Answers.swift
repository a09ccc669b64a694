internal import HTTPSemantics
internal import JSONValues
internal import PortalTransport

extension Mutant {
    /// Clients that take an answer for something else.
    static let answers: [Mutant] = [
        Mutant(
            "page-is-document", "takes a page for a document",
            from: "github.com/Esri/esri-leaflet-renderers/issues/59", breaks: ["Z10"],
            because: ["final.reason"],
            wire: { _ in Misreading { $0.document == nil && $0.status == 200 ? .json("{}") : $0 } }),
        Mutant(
            "invent-document", "makes a document up where a broken one came",
            from: "RFC 8259 §9", breaks: ["Z18"],
            because: ["final.reason"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    guard answer.document == nil, answer.status == 200 else { return answer }
                    return .json(request.isGenerate ? "{\"token\":\"invented-by-a-faulty-client\"}" : "{}")
                }
            }),
        Mutant(
            "failure-is-content", "hands an error out as the content that was asked for",
            from: "github.com/Esri/esri-leaflet/issues/807", breaks: ["T39"],
            because: ["final.reason", "wire.missing: generateToken", "events.order: malformed-answer"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    guard answer.status == 404 || answer.envelopeCode != nil, !request.isGenerate else { return answer }
                    return HTTPResponse(status: 200, headers: [HeaderField("Content-Type", "image/png")], body: [0x89])
                }
            }),
        Mutant(
            "refuse-unknown-members", "takes a document with a member that it does not know for a broken one",
            from: "developers.arcgis.com/rest/users-groups-and-items/portal-self", breaks: ["C23"],
            because: ["wire.missing: Roads", "final.status", "final.organization", "events.order: malformed-answer"],
            wire: { _ in
                Misreading { answer in
                    guard answer.document?["newInTheNextRelease"] != nil else { return answer }
                    return .json("{\"a\":")
                }
            }),
        Mutant(
            "first-page-only", "takes the first page of results for all of them",
            from: "developers.arcgis.com/rest/users-groups-and-items/search (nextStart)", breaks: ["C24"],
            because: ["wire.missing: search"],
            wire: { _ in
                Misreading { answer in
                    guard var document = answer.document, document["nextStart"] != nil else { return answer }
                    document["nextStart"] = -1
                    return .json(document.text())
                }
            }),
        Mutant(
            "takes-anything", "takes whatever comes for a document",
            from: "RFC 9110 §15", breaks: ["X11"],
            because: ["final.layerStates.Roads", "wire.missing: portals/self", "final.reason", "final.viewLayers"],
            wire: { _ in Misreading { $0.document == nil || $0.status >= 400 ? .invented : $0 } }),
        Mutant(
            "plain-json-only", "reads nothing but bare JSON in UTF-8",
            from: "RFC 9110 §8.4; RFC 8259 §8.1", breaks: ["X15"],
            because: ["final.status"],
            wire: { _ in Misreading { $0.isPlainJSON ? $0 : .json("{\"a\":") } }),
        Mutant(
            "cut-is-whole", "takes what came of a body before its limit for the whole",
            from: "RFC 9112 §8", breaks: ["R22"],
            because: ["final.reason"],
            wire: { _ in MisreadingFailures(.cut) }),
        Mutant(
            "takes-half", "takes a body that ended too early for a document",
            from: "RFC 9112 §8", breaks: ["X14"],
            because: ["wire.missing"],
            wire: { _ in
                ChangingFailures { _, error throws(TransportError) in
                    guard error.code == .partialBody else { throw error }
                    return .invented
                }
            }),
        Mutant(
            "retry-envelope", "takes an error envelope for a busy server",
            from: "developers.arcgis.com/rest/users-groups-and-items/common-parameters (an error is HTTP 200)",
            breaks: ["R21"],
            because: ["wire.unexpected: portals/self"],
            wire: { _ in Misreading { $0.envelopeCode == 500 ? HTTPResponse(status: 503) : $0 } }),
    ]
}
