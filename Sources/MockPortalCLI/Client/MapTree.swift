import PortalAuthentication
import PortalClient

/// A map as a tree of lines: layers, their states, why one failed and what would mend it.
struct MapTree {
    private struct Node {
        let text: String
        var state: String?
        var remarks: [String] = []
        var children: [Node] = []
    }
    private let title: String
    private let nodes: [Node]
    private let summary: String

    init(_ map: Map, remedy: LayerRemedy) {
        let item = map.item
        let version = map.webMap.version.map { " \($0)" } ?? ""
        title = "\(item?.title ?? "map") (\(item?.type ?? "Web Map")\(version))"
        var nodes: [Node] = []
        func list(_ name: String, _ layers: [MapLayer]) {
            guard !layers.isEmpty else { return }
            nodes.append(Node(text: name, children: layers.map { Self.node($0, remedy) }))
        }
        list("basemap" + (map.webMap.basemapTitle.map { " \($0)" } ?? ""), map.basemapLayers)
        list("layers", map.operationalLayers)
        if !map.tables.isEmpty {
            nodes.append(Node(text: "tables", children: map.tables.map { Node(text: $0.title) }))
        }
        if !map.bookmarks.isEmpty {
            nodes.append(Node(text: "bookmarks", children: map.bookmarks.map { Node(text: $0.name) }))
        }
        if !map.webMap.ignoredContent.isEmpty {
            nodes.append(Node(text: "ignored: " + map.webMap.ignoredContent.joined(separator: ", ")))
        }
        self.nodes = nodes
        let leaves = (map.basemapLayers + map.operationalLayers).flatMap(\.leaves)
        let loaded = leaves.count { $0.loadStatus == .loaded }
        let ignored = leaves.count { $0.kind.isUnsupported }
        summary =
            "\(loaded) of \(leaves.count) \(leaves.count == 1 ? "layer" : "layers") loaded, "
            + "\(map.failedLayers.count) failed, \(ignored) ignored"
    }

    /// The tree, with the states in a column of their own.
    var lines: [String] {
        var rows: [(text: String, state: String, remarks: [String], indent: String)] = []
        func add(_ nodes: [Node], _ indent: String) {
            for (index, node) in nodes.enumerated() {
                let isLast = index == nodes.count - 1
                let inner = indent + (isLast ? "   " : "│  ")
                rows.append((indent + (isLast ? "└─ " : "├─ ") + node.text, node.state ?? "", node.remarks, inner))
                add(node.children, inner)
            }
        }
        add(nodes, "")
        let width = Console.width(rows.filter { !$0.state.isEmpty }.map(\.text))
        var lines = [title]
        for row in rows {
            lines.append(row.state.isEmpty ? row.text : "\(Console.padded(row.text, to: width))  \(row.state)")
            lines += row.remarks.map { "\(row.indent)     \($0)" }
        }
        return lines + [summary]
    }

    private static func node(_ layer: MapLayer, _ remedy: LayerRemedy) -> Node {
        var node = Node(text: "\(layer.title) (\(layer.kind))")
        if case .unsupported(let name) = layer.kind {
            node = Node(text: "\(layer.title) (\(name))", state: "ignored")
        } else if layer.kind == .group {
            node.children = layer.layers.map { Self.node($0, remedy) }
        } else if let error = layer.loadError {
            node.state = "failed"
            node.remarks = ["why: \(error)"] + (remedy.advice(for: error).map { ["to mend it: \($0)"] } ?? [])
        } else {
            node.state = layer.loadStatus == .loaded ? "loaded" : "not loaded"
            if layer.loadStatus == .loaded { node.remarks = shown(of: layer) }
        }
        return node
    }

    /// How the features of a layer are drawn, and what a popup of them is called; nothing for layers without features of their own.
    private static func shown(of layer: MapLayer) -> [String] {
        guard layer.kind == .feature || layer.kind == .featureCollection else { return [] }
        let words = [
            layer.drawing.renderer.map { "renderer: \($0.type)" }, layer.popup?.title.map { "popup: \($0)" },
        ].compactMap { $0 }
        return words.isEmpty ? [] : [words.joined(separator: ", ")]
    }
}
