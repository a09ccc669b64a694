internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// `generateToken` (developers.arcgis.com, "Generate token"): passwords in, tokens out, by POST and over HTTPS only.
enum GenerateTokenEndpoint {
    /// The portal's own.
    static func portal(_ request: EndpointRequest) -> PortalReply { TokenRequest(request, onServer: false).answer() }

    /// A server's own, whose refusals are worded differently.
    static func server(_ request: EndpointRequest) -> PortalReply { TokenRequest(request, onServer: true).answer() }
}
