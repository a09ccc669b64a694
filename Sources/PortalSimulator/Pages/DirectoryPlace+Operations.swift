internal import HTTPSemantics

extension DirectoryPlace {
    /// What stands below the page in the table of routes: its operations and its resources, as lists of links.
    func below() -> String {
        let all = rests()
        let operations = all.filter { !$0.route.isSteady }
        let resources = all.filter(\.route.isSteady)
        return section("Child Resources", resources) + section("Supported Operations", operations)
    }

    private func section(_ title: String, _ rests: [(rest: String, route: Route)]) -> String {
        guard !rests.isEmpty else { return "" }
        let rows = rests.map { rest, _ in
            rest.utf8.contains(UInt8(ascii: "{"))
                ? "<li><code>\(MarkupText.escaped(rest))</code></li>"
                : "<li>\(SitePage.Link(rest, base + "/" + (path.isEmpty ? "" : path + "/") + rest).html)</li>"
        }
        return "\n<h2>\(title)</h2>\n<ul>\n\(rows.joined(separator: "\n"))\n</ul>"
    }

    /// What of the routes stands below the page's own. An open one is named once, and at the root only what has no open segment.
    private func rests() -> [(rest: String, route: Route)] {
        let found = table.extending(match.route.path).filter { rest, _ in
            let segments = rest.split(separator: "/")
            if segments.dropFirst().contains(where: { ServiceRequest.Kind(rawValue: String($0)) != nil }) {
                return false
            }
            return !path.isEmpty || !segments.contains { $0.first == "{" }
        }
        let names = Set(found.map(\.rest))
        return found.filter { rest, _ in
            var above = rest[...]
            while let slash = above.lastIndex(of: "/") {
                above = above[..<slash]
                if names.contains(String(above)) { return path.isEmpty }
            }
            return true
        }
    }
}
