internal import HTTPSemantics
internal import JSONValues

/// What everybody may ask: version, `info`, the list for ArcGIS Pro.
enum RootEndpoint {
    /// `{portal}/sharing/rest`.
    static func version(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        .document(Blueprint.merge(try request.product().root, try request.content.organizations().version))
    }

    /// `info` of the portal: who issues its tokens.
    static func info(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        prescribed(request)
            ?? .document([
                "owningSystemUrl": .string(request.site.addresses.portalURL),
                "authInfo": authInfo(request, onServer: false),
            ])
    }

    /// `rest/info` of the server: whose it is, and who issues its tokens.
    static func serverInfo(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        if let prescribed = prescribed(request) { return prescribed }
        let product = try request.product()
        var document: JSONValue = [
            "currentVersion": product.serverVersion, "fullVersion": product.fullVersion, "secureSoapUrl": nil,
            "soapUrl": .string("\(request.serverURL)/services"), "authInfo": authInfo(request, onServer: true),
        ]
        switch request.server.federation {
        case .federated:
            document["owningSystemUrl"] = .string(request.site.addresses.portalURL)
            // Only servers of ArcGIS Online name the organization (Esri/arcgis-js-api `identity/IdentityManagerBase.js`).
            if request.blueprint.product.isOnline {
                document["owningTenant"] = .string(try request.content.organizations().own.id)
            }
        case .foreign:
            document["owningSystemUrl"] = .string(request.content.placeholders.expand(request.server.owner))
            if request.blueprint.product.isOnline { document["owningTenant"] = "eLsEwHeRe0000009" }
        case .standalone, .none: break
        }
        return .document(document)
    }

    /// The list of portals that ArcGIS Pro asks for; another name than this makes it leave for arcgis.com.
    static func arcgisURIs(_ addresses: SiteAddresses) -> PortalReply {
        let base = MarkupText.escaped(addresses.portalURL)
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <ArcGISOnlineURIList><ArcGISOnlineURI><Name>Portal for ArcGIS</Name><Base>\(base)/</Base><Secure>\(base)/</Secure></ArcGISOnlineURI></ArcGISOnlineURIList>

            """
        return .bytes(Array(text.utf8), type: "text/xml;charset=utf-8")
    }

    /// The answer that the blueprint wants instead of a document.
    private static func prescribed(_ request: EndpointRequest) -> PortalReply? {
        switch request.blueprint.info.answer {
        case .json: nil
        case .notFound: .notFound
        case .html:
            PortalReply(body: .page(status: 200, html: HTMLPage.page(title: "Welcome", body: "<h1>Welcome</h1>")))
        case .serverError:
            PortalReply(
                body: .page(
                    status: 500, html: HTMLPage.page(title: "500", body: "Could not access any portal machine.")))
        }
    }

    private static func authInfo(_ request: EndpointRequest, onServer: Bool) -> JSONValue {
        let server = onServer ? request.server.federation : .none
        let isStandalone = server == .standalone
        guard request.blueprint.info.isTokenBased else { return ["isTokenBasedSecurity": false] }
        var info: JSONValue = [
            "isTokenBasedSecurity": true,
            "tokenServicesUrl": .string(
                server == .foreign
                    ? request.content.placeholders.expand(request.server.owner) + "/sharing/rest/generateToken"
                    : tokenServicesURL(request, isStandalone)),
        ]
        if onServer { info["shortLivedTokenValidity"] = 60 }
        return info
    }

    private static func tokenServicesURL(_ request: EndpointRequest, _ isStandalone: Bool) -> String {
        let addresses = request.site.addresses
        let path =
            isStandalone ? request.server.context + "/tokens/" : addresses.context + "/sharing/rest/generateToken"
        switch request.blueprint.info.tokenServicesURL {
        case .portal where isStandalone: return request.serverURL + "/tokens/"
        case .portal: return addresses.portal.description + path
        case .legacy: return addresses.portalURL + "/sharing/generateToken"
        case .insecure:
            return (addresses.http?.description ?? "http://\(addresses.portal.authority)") + path
        case .host(let name): return (addresses.hosts[name] ?? addresses.portal).description + path
        case .verbatim(let text):
            return text.first == "/" ? addresses.portal.description + text : request.content.placeholders.expand(text)
        }
    }
}
