internal import HTTPSemantics
internal import MockPortalServer

extension Placeholders {
    /// Takes the URLs of a running portal.
    init(_ portal: MockPortal) {
        let origin = Origin(ofURL: portal.url)?.description ?? portal.url
        var values = [
            "portal": portal.url, "server": portal.serverURL, "origin": origin,
            "HOST": String(origin.dropFirst("https://".count)).uppercased(),
        ]
        values["port"] = Origin(ofURL: portal.url).map { "\($0.port)" }
        values["http"] = portal.httpURL
        if let plain = portal.httpURL.flatMap({ Origin(ofURL: $0) }) {
            values["httpOrigin"] = plain.description
            values["httpPort"] = "\(plain.port)"
            values["httpServer"] = plain.description + String(portal.serverURL.dropFirst(origin.count))
        }
        for (name, url) in portal.hostURLs {
            values["host:\(name)"] = url
            values["origin:\(name)"] = Origin(ofURL: url)?.description
        }
        self.init(values: values)
    }
}
