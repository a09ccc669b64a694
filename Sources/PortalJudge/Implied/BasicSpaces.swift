/// Where Basic may be sent: at a URL that a gate asked for, deeper (RFC 7617 §2.2), and in the same portal or server.
struct BasicSpaces {
    private var prefixes: [String: Set<String>] = [:]
    /// Whether the journal dropped what may have asked.
    private let isWhole: Bool

    init(_ journal: Journal) {
        isWhole = journal.dropped == 0
        for request in journal.requests where request.meetsBasic {
            prefixes[request.origin, default: []].formUnion([request.folder, request.context])
        }
    }

    /// Whether a request with Basic lies where Basic was asked for.
    func hold(_ request: Journal.Request) -> Bool {
        if !isWhole || request.meetsBasic { return true }
        return prefixes[request.origin]?.contains { request.path.hasPrefix($0) } == true
    }
}

extension Journal.Request {
    /// Whether a gate asks for Basic where the request came.
    fileprivate var meetsBasic: Bool {
        if answer?.challenges?.contains(where: { $0.lowercased().hasPrefix("basic") }) == true { return true }
        guard let authorization, authorization.scheme == "basic" else { return false }
        return authorization.verdict == .right || authorization.verdict == .wrong
    }

    /// The path up to its last slash.
    fileprivate var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/" }

    /// What a portal or a server stands under, as `/portal/`: the app gives credentials to it, not to one of its resources.
    fileprivate var context: String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let end = segments.firstIndex(where: { ["sharing", "rest", "home"].contains($0) }) else { return folder }
        return segments[..<end].joined(separator: "/") + "/"
    }
}
