internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

extension RowClient {
    /// A web map of the portal, read with whatever the store holds.
    func webMap(_ id: String) -> WebMap {
        WebMap(url: portal.rest.appending("content", "items", id, "data"), in: environment)
    }

    /// Reads the data of a map; gives the error, if any.
    func load(_ map: WebMap) async -> PortalError? {
        do throws(PortalError) {
            try await map.load()
            return nil
        } catch {
            return error
        }
    }

    /// Opens a map with its layers; gives the error, if any.
    func open(_ map: WebMap, _ opener: some WebMapOpener) async -> PortalError? {
        do throws(PortalError) {
            try await map.open(into: MapDocument(), using: opener)
            return nil
        } catch {
            return error
        }
    }

    /// What the client asked about the data of an item.
    func data(of id: String) -> [WireExchange] {
        own.filter { $0.endpoint == .itemData && $0.url?.segments.dropLast().last.map(String.init) == id }
    }

    /// Looks at the item of maps.public as a stranger; an outcome says why the map cannot be judged.
    func lookAtPublicMap(_ id: String) async -> RowOutcome? {
        guard let look = await self.look(resource("content", "items", id)), look.response != nil else {
            return nil
        }
        if look.envelope != nil {
            return .notJudged("the map of maps.public is not there, or not shared with everybody: \(look.line)")
        }
        guard let type = look.document?["type"]?.string, type.lowercased() != "web map" else { return nil }
        return .notApplicable("the item of maps.public is a \(type), and no Web Map")
    }
}
