internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `validateSQL` of a layer (developers.arcgis.com, "Validate SQL (Feature Service/Layer)").
enum ValidateSQLEndpoint {
    static func validateSQL(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            do throws(ParameterProblem) {
                guard let text = request.parameters["sql"] else { throw ParameterProblem("sql", "is missing") }
                var kind = SQLValidation.Kind.clause
                if let name = request.parameters["sqlType"] {
                    guard let known = SQLValidation.Kind(rawValue: name) else {
                        let all = SQLValidation.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                        throw ParameterProblem("sqlType", "\(name.prefix(40)) is none of \(all)")
                    }
                    kind = known
                }
                return .document(
                    SQLValidation.document(
                        text, as: kind, of: layer.features.withLock { $0 }, at: request.request.time))
            } catch {
                return MapEndpoint.refusal(error)
            }
        }
    }
}
