internal import FeatureEngine
internal import JSONValues

extension PortalContent {
    /// Features that a client took along to work offline (ArcGIS REST API, "Create Replica", "Sync overview").
    struct Replica: Sendable {
        /// How its generations are counted.
        enum Model: String, Sendable, CaseIterable {
            /// One number for all layers.
            case perReplica
            /// A number for each layer.
            case perLayer
            /// The data are taken once and never synchronized.
            case none
        }
        /// Which way edits go.
        enum Direction: String, Sendable, CaseIterable {
            case upload
            case download
            case bidirectional
            /// Everything is taken anew.
            case snapshot

            var uploads: Bool { self == .upload || self == .bidirectional }
            var downloads: Bool { self == .download || self == .bidirectional }
        }
        /// What is taken of one layer.
        struct Part: Sendable {
            enum Option: String, Sendable, CaseIterable {
                /// Nothing; the layer is there for what the client adds.
                case none
                case useFilter
                case all
            }
            let layer: Int
            let option: Option
            /// The parameters of a query that finds the features.
            let query: [String: String]
        }
        /// A GUID in capitals, without braces.
        let id: String
        let name: String
        /// The service whose features they are.
        let service: String
        /// The user who took it, who alone may synchronize it; nil for a stranger.
        let owner: String?
        let model: Model
        let direction: Direction
        let reference: SpatialReference
        let parts: [Part]
        /// What the layers were queried with, as answers show it.
        let geometry: JSONValue?
        /// Portal time in milliseconds.
        let created: Int64
        /// Bytes that its client wrote into it.
        let writtenBytes: Int
        var synchronized: Int64
        /// The layers' generations by the number that stands for them, with the model ``Model/perReplica``; the oldest are forgotten.
        private var generations: [Int64: [Int: Int64]] = [:]
        private(set) var generation: Int64 = 0

        init(
            id: String, name: String, service: String, owner: String?, model: Model, direction: Direction,
            reference: SpatialReference, parts: [Part], geometry: JSONValue?, created: Int64
        ) {
            self.id = id
            self.name = name
            self.service = service
            self.owner = owner
            self.model = model
            self.direction = direction
            self.reference = reference
            self.parts = parts
            self.geometry = geometry
            self.created = created
            writtenBytes = parts.reduce(256 + name.utf8.count + (geometry?.weight ?? 0)) { bytes, part in
                part.query.reduce(bytes + 64) { $0 + $1.value.utf8.count }
            }
            synchronized = created
        }

        /// Numbers of generations that are kept.
        private static let keptGenerations: Int64 = 100

        /// Counts the layers' generations as one, and gives its number.
        mutating func note(_ layers: [Int: Int64]) -> Int64 {
            generation += 1
            generations[generation] = layers
            generations[generation - Self.keptGenerations] = nil
            return generation
        }

        /// The layers' generations of a number; nil where it is not known, or no longer.
        func layers(of generation: Int64) -> [Int: Int64]? { generations[generation] }
    }

    /// A file that an operation wrote, which is fetched by its URL.
    struct ResultFile: Sendable {
        let name: String
        /// The service below which it is.
        let service: String
        /// The user who may fetch it; nil for a stranger's.
        let owner: String?
        let bytes: [UInt8]
    }
}

extension PortalContent.World {
    /// Keeps a file; the oldest are forgotten where they have more bytes than a portal keeps.
    mutating func keep(_ file: PortalContent.ResultFile, within bytes: Int) {
        resultFiles.append(file)
        var total = resultFiles.reduce(0) { $0 + $1.bytes.count }
        while total > bytes, resultFiles.count > 1 { total -= resultFiles.removeFirst().bytes.count }
    }
}
