import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

/// A portal with a service that clients take along.
struct SyncProbe {
    var site: SiteProbe
    let path = "/server/rest/services/Inspections/FeatureServer/"
    /// The user who asks; nil for a stranger.
    var token: String?

    init(_ preset: String = "anonymous", as user: String? = nil, limits: ResourceLimits = ResourceLimits()) throws {
        site = try SiteProbe(preset, limits: limits)
        token = try user.map { try site.token(for: $0) }
    }

    func post(_ operation: String, _ parameters: [(String, String)], path: String? = nil) -> SiteProbe.Outcome {
        let fields = (parameters + [("f", "json")]).map { "\($0)=\(PercentEncoding.encode($1))" }
        return site.send(
            "POST", (path ?? self.path) + operation, headers: header, form: fields.joined(separator: "&"))
    }

    /// A resource of the service, or one that an answer names by its URL.
    func get(_ resource: String) -> SiteProbe.Outcome {
        let target =
            resource.hasPrefix("http") ? String(resource.dropFirst("https://localhost:8443".count)) : path + resource
        return site.send("GET", target + "?f=json", headers: header)
    }

    private var header: [(String, String)] { token.map { [("X-Esri-Authorization", "Bearer \($0)")] } ?? [] }

    /// Takes all features of both layers, in the answer itself.
    func take(_ parameters: [(String, String)] = []) throws -> JSONValue {
        let own = Set(parameters.map(\.0))
        let usual = [
            ("replicaName", "Walk"), ("layers", "0,1"), ("syncModel", "perLayer"),
            ("transportType", "esriTransportTypeEmbedded"),
        ]
        let outcome = post("createReplica", usual.filter { !own.contains($0.0) } + parameters)
        try #require(outcome.error == nil, "\(outcome.text)")
        return outcome.json
    }

    func synchronize(_ replica: JSONValue, _ parameters: [(String, String)]) -> SiteProbe.Outcome {
        post(
            "synchronizeReplica",
            [("replicaID", replica["replicaID"]?.string ?? ""), ("transportType", "esriTransportTypeEmbedded")]
                + parameters)
    }

    /// An edit of another client.
    func edit(_ operation: String, _ parameters: [(String, String)], layer: Int = 0) throws {
        let outcome = post("\(layer)/\(operation)", parameters)
        try #require(outcome.error == nil && !outcome.text.contains("false"), "\(outcome.text)")
    }
}

extension JSONValue {
    /// The generations of an answer as `syncLayers` names them.
    func syncLayers(_ direction: String = "bidirectional") -> String {
        let layers = (self["layerServerGens"]?.array ?? []).map { layer in
            JSONValue.object((layer.object ?? [:]).merging(["syncDirection": .string(direction)]) { $1 })
        }
        return JSONValue.array(layers).text()
    }
}
