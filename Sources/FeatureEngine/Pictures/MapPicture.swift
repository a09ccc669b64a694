package import JSONValues

/// A drawn map.
package enum MapPicture {
    /// Pixels that a side may have.
    package static let maximumSize = 2048

    /// One layer of a picture.
    package struct Layer {
        let table: FeatureTable
        /// `drawingInfo` of its metadata.
        let drawingInfo: JSONValue?
        /// Which features are shown; nil shows all.
        let clause: WhereClause?

        /// A layer, all of it or those features of which a clause is true.
        package init(table: FeatureTable, drawingInfo: JSONValue?, clause: WhereClause?) {
            self.table = table
            self.drawingInfo = drawingInfo
            self.clause = clause
        }
    }

    /// Draws layers, the first one lowest, into a PNG.
    ///
    /// `box` is in the units of `reference`. Throws where a clause does not fit its layer.
    package static func draw(
        _ layers: [Layer], box: Box, in reference: SpatialReference, width: Int, height: Int, isTransparent: Bool
    ) throws(QueryProblem) -> [UInt8] {
        let alpha: UInt8 = isTransparent ? 0 : 255
        var canvas = Canvas(
            width: width, height: height, background: .init(red: 255, green: 255, blue: 255, alpha: alpha))
        for layer in layers {
            guard let geometry = layer.table.geometry else { continue }
            let symbol = Symbol(
                layer.drawingInfo?["renderer"]?["symbol"] ?? layer.drawingInfo?["renderer"]?["defaultSymbol"])
            let (scaleX, scaleY) = (Double(width) / (box.xmax - box.xmin), Double(height) / (box.ymax - box.ymin))
            // What lies just outside may reach in.
            let margin = (symbol.size + 2) / min(scaleX, scaleY)
            let wide = box.widened(by: margin)
            var rows = layer.table.rows(meeting: reference.metres(of: wide))
            if let clause = layer.clause { rows = try clause.matches(among: rows, of: layer.table) }
            let projected = geometry.projected(rows, to: reference)
            for row in rows {
                guard let shape = projected.shape(row, in: reference) else { continue }
                let parts = shape.parts.map { part in
                    part.map { there -> Position in
                        Position(x: (there.x - box.xmin) * scaleX, y: (box.ymax - there.y) * scaleY)
                    }
                }
                symbol.draw(parts, shape.kind, &canvas)
                guard !canvas.isExhausted else {
                    throw QueryProblem(
                        .extent, "there is more to draw than a picture may cost; ask for a smaller part")
                }
            }
        }
        return PNG.encode(canvas)
    }

    /// How a feature looks: what of a symbol (developers.arcgis.com, "Symbol objects") can be drawn simply.
    package struct Symbol {
        let color: Canvas.Color
        /// The border of an area; nil where there is none.
        let outline: Canvas.Color?
        let size: Double

        /// Reads the colours and the size of a symbol; what is missing is grey and thin.
        package init(_ symbol: JSONValue?) {
            let grey = Canvas.Color(red: 100, green: 100, blue: 100, alpha: 255)
            color = Self.color(symbol?["color"]) ?? grey
            outline = Self.color(symbol?["outline"]?["color"])
            let size = symbol?["size"]?.double ?? symbol?["width"]?.double ?? 1
            self.size = min(max(size, 1), 64)
        }

        private static func color(_ json: JSONValue?) -> Canvas.Color? {
            guard let numbers = json?.array?.compactMap({ $0.integer.flatMap { UInt8(exactly: $0) } }),
                numbers.count == 4
            else { return nil }
            return .init(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
        }

        func draw(_ parts: [[Position]], _ kind: GeometryKind, _ canvas: inout Canvas) {
            let index = canvas.index(of: color)
            switch kind {
            case .point, .multipoint:
                for part in parts { for place in part { canvas.dot(place, radius: size / 2, index) } }
            case .polyline: for part in parts { canvas.line(part, width: size, index) }
            case .polygon:
                canvas.fill(parts, index)
                guard let outline else { return }
                let border = canvas.index(of: outline)
                for part in parts { canvas.line(part, width: 1, border) }
            }
        }

        /// The symbol alone, as a legend shows it.
        package func swatch(_ kind: GeometryKind, side: Int) -> [UInt8] {
            var canvas = Canvas(
                width: side, height: side, background: .init(red: 255, green: 255, blue: 255, alpha: 0))
            let (low, high) = (2.5, Double(side) - 2.5)
            let middle = Double(side) / 2
            let places: [Position] =
                switch kind {
                case .point, .multipoint: [Position(x: middle, y: middle)]
                case .polyline: [Position(x: low, y: middle), Position(x: high, y: middle)]
                case .polygon:
                    [(low, low), (high, low), (high, high), (low, high), (low, low)].map { Position(x: $0.0, y: $0.1) }
                }
            draw([places], kind, &canvas)
            return PNG.encode(canvas)
        }
    }
}
