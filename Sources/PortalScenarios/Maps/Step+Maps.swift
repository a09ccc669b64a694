extension Step {
    /// A web map that is loaded.
    struct WebMapStep: Sendable {
        /// Where it comes from.
        enum Way: Sendable {
            /// An item's id at a sharing endpoint.
            case id(String, endpoint: String)
            /// The address of its data.
            case address(String)
            /// An item of a portal that is loaded.
            case item(String, portal: String)
            /// The same as a map whose layers are loaded at once.
            case whole(String, portal: String)
        }
        var name: String
        var way: Way
        var credential: CredentialInput?
        var identity: String?
        /// Whether the step ends only once it is loaded or has failed.
        var waits: Bool
    }

    /// The opening of a web map, or the change of a map's basemap to its own.
    struct OpenMap: Sendable {
        var map: String
        /// The map that it is opened into.
        var into: String
        var resets: Bool
        var changesBasemap: Bool
        /// What is said to layers that fail, one after the other.
        var answers: [LayerAnswer]
        /// The key for Bing Maps that whoever opens the map has.
        var bingKey: String?
        /// Whether anybody hears of layers that fail.
        var hearsFailures: Bool
    }

    /// What is said to a layer that failed.
    enum LayerAnswer: Sendable {
        case skip
        case cancel
        /// Nobody says anything.
        case never
        case retry(CredentialInput?, identity: String?)
        /// Look which identities the failure's protection space accepts, and try again with one.
        case identity(String)
        /// Trust its host, and try again.
        case trust(host: String)

        /// Whether it is first looked which identities fit.
        var listsIdentities: Bool { if case .identity = self { true } else { false } }
    }

    /// A layer of a service, or a task that asks it, as older clients have it.
    struct LayerStep: Sendable {
        var name: String
        var url: String
        var credential: CredentialInput?
        var identity: String?
        /// Whether features are asked for in the place of what the service says of itself; again means another task for the same.
        var isQuery: Bool
        /// Whether it is submitted again.
        var isAgain: Bool
    }

    /// What layers show within an extent.
    struct PopupStep: Sendable {
        var map: String
        /// xmin, ymin, xmax, ymax in the map's spatial reference.
        var extent: [Double]
        /// How often it is asked for at once.
        var times: Int
    }
}
