/// One line of the table of contents: which path, who answers, and which gate stands before it.
struct Route: Sendable {
    /// Segments after the tier's prefix; ``RoutePattern`` says what stands for the open ones.
    let path: String
    /// What the journal calls it; `{…}` is filled in.
    let operation: String
    let gate: Gate
    /// Whether its answer depends on nothing but path, viewer and format, so that it is rendered once.
    let isSteady: Bool
    /// The fields in which it takes files; any other file is refused.
    var files: Set<String> = []
    let endpoint: @Sendable (EndpointRequest) throws(BlueprintError) -> PortalReply
    /// Whether it changes something, so that nothing of what it is told may be lost or guessed.
    private(set) var isWrite = false
    /// Whether names of its parameters count whatever their case; those of a sign-in do not (RFC 6749 §1.9).
    var foldsNames: Bool { gate == .portal || gate == .server }
    /// How many of those files it takes, where it changes something.
    private(set) var fileCount = FileCount.oneOfEachName
    /// Whether its answer may take long, so that it is worked out away from the thread that serves the connection.
    private(set) var isHeavy = false
    /// Whether it reads a whole file of features, which may have been uploaded by a request before.
    private(set) var readsFile = false
    /// Whether its answer holds texts of any length that clients wrote, so that it is heavy once they have written much.
    private(set) var isGrowing = false

    /// What happens to a token that a request carries.
    enum Gate: Sendable {
        /// It is not looked at.
        case none
        /// A bad one is refused with 498, none at all means a stranger.
        case portal
        /// The same, in the spelling of the ArcGIS Server, which takes its own tokens too.
        case server
        /// A good one of the portal says who asks; a bad one is none, as the page must open on which a person signs in again.
        case visitor
    }

    static func portal(
        _ path: String, operation: String? = nil, gate: Gate = .portal, steady: Bool = true,
        _ endpoint: @escaping @Sendable (EndpointRequest) throws(BlueprintError) -> PortalReply
    ) -> Route {
        Route(
            path: path, operation: operation ?? RoutePattern.plain(path), gate: gate, isSteady: steady,
            endpoint: endpoint)
    }

    /// An operation of the portal that changes its content: by POST only, and worked out anew each time.
    ///
    /// `files` names the fields in which it takes files.
    static func write(
        _ path: String, files: Set<String> = [],
        _ endpoint: @escaping @Sendable (EndpointRequest) throws(BlueprintError) -> PortalReply
    ) -> Route {
        Route(path: path, operation: RoutePattern.plain(path), gate: .portal, isSteady: false, files: files) {
            request throws(BlueprintError) in
            if let refusal = ContentWrite.refusal(request) { return refusal }
            return try endpoint(request)
        }.writing()
    }

    static func server(
        _ path: String, operation: String, gate: Gate = .server, steady: Bool = true, files: Set<String> = [],
        _ endpoint: @escaping @Sendable (EndpointRequest) throws(BlueprintError) -> PortalReply
    ) -> Route {
        Route(
            path: path, operation: operation, gate: gate, isSteady: steady, files: files, endpoint: endpoint)
    }

    /// Whether its answer is a constant, or says that something was done where nothing is.
    private(set) var isShapeOnly = false

    /// The same route, marked as one that has the shape of an answer only; the guide "Operations" says so.
    func shapeOnly() -> Route {
        var route = self
        route.isShapeOnly = true
        return route
    }

    /// The same route, marked as one that changes something.
    func writing(severalFiles: Bool = false) -> Route {
        var route = self
        route.isWrite = true
        route.fileCount = severalFiles ? .several : .oneOfEachName
        return route
    }

    /// The same route, whose fields of files are names of one file.
    func takingOneFile() -> Route {
        var route = self
        route.fileCount = .one
        return route
    }

    /// The same route, whose answer may take long; `readingFile` says that it reads a whole file of features.
    func heavy(readingFile: Bool = false) -> Route {
        var route = self
        route.isHeavy = true
        route.readsFile = readingFile
        return route
    }

    /// The same route, whose answer may take long once clients have written much (``PortalContent/isLarge``).
    func growing() -> Route {
        var route = self
        route.isGrowing = true
        return route
    }
}
