internal import HTTPSemantics

extension ServeOptions {
    /// The same, published where the front of a blueprint publishes the portal, unless a public URL was given.
    func published(by blueprint: Blueprint) -> ServeOptions {
        var copy = self
        copy.publicURL = publicURL ?? blueprint.front?.publicURL
        return copy
    }

    /// The origin of the public URL; nil without one, or where it cannot be read.
    var publicOrigin: Origin? { publicURL.flatMap { Origin(ofURL: $0) } }

    /// The host of the public URL.
    var publicHost: String? { publicOrigin?.host }

    /// The path of the public URL without a slash at its end; nil where it has none.
    var publicPath: String? {
        guard let publicURL, let scheme = publicURL.range(after: "://") else { return nil }
        guard let slash = scheme.firstIndex(of: "/") else { return nil }
        var path = scheme[slash...].prefix { $0 != "?" && $0 != "#" }
        while path.last == "/" { path = path.dropLast() }
        return path.isEmpty ? nil : String(path)
    }
}

extension String {
    /// What stands behind the first occurrence of a short text.
    fileprivate func range(after text: String) -> Substring? {
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(text) { return rest.dropFirst(text.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
