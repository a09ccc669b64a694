/// Finds the route of a path: a hash look-up for the fixed ones, then a walk over those with open segments.
///
/// The name of an operation never fills an open segment: `FeatureServer/query` is no layer, and `content/users/x/addItem` no folder.
/// Only a segment that people name, such as a service's or a user's, may be called like an operation.
struct RouteTable: Sendable {
    private var fixed: [String: Int] = [:]
    private var open: [(pattern: RoutePattern, index: Int)] = []
    let routes: [Route]
    /// What is an operation and therefore no id: the last segments of the routes, and those of operations that are not served.
    private let operationWords: Set<Substring>
    /// The names of all operations, with their `{…}`.
    var operations: [String] { routes.map(\.operation) }
    /// The paths of all routes.
    var paths: [String] { routes.map(\.path) }
    /// The last fixed segment of every path whose answer may take long.
    var heavyWords: [Substring] {
        routes.filter(\.isHeavy).compactMap { $0.path.split(separator: "/").last { $0.first != "{" } }
    }

    /// A route with the segments that it left open and its operation's name.
    struct Match {
        let route: Route
        let captures: [String]
        let operation: String
    }

    /// Makes the table; `names` are the open segments whose text people choose.
    init(_ routes: [Route], names: Set<Substring> = ["{name}"]) {
        self.routes = routes
        let last = routes.filter { $0.path.utf8.contains(UInt8(ascii: "{")) }
            .compactMap { $0.path.split(separator: "/").last }.filter { $0.first != "{" }
        operationWords = OperationWords.all.union(last)
        for (index, route) in routes.enumerated() {
            if route.path.utf8.contains(UInt8(ascii: "{")) {
                open.append((RoutePattern(route.path, names: names), index))
            } else {
                fixed[route.path] = index
            }
        }
    }

    /// The route of a path without leading and trailing slash; nil where there is none.
    func match(_ path: String) -> Match? {
        if let index = fixed[path] {
            return Match(route: routes[index], captures: [], operation: routes[index].operation)
        }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (pattern, index) in open {
            guard let captures = pattern.captures(segments, words: operationWords) else { continue }
            let route = routes[index]
            return Match(route: route, captures: captures, operation: Self.fill(route.operation, captures))
        }
        return nil
    }

    private static func fill(_ operation: String, _ captures: [String]) -> String {
        var captures = captures[...]
        var filled = ""
        var rest = operation[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            filled += rest[..<start]
            filled += captures.popFirst() ?? ""
            rest = rest[rest.index(after: end)...]
        }
        return filled + rest
    }
}

extension RouteTable {
    /// What the paths of other routes add to the path of one, with the route; a fixed segment is also what stands for an open one,
    /// so that `portals/self` has what `portals/{id}` has.
    func extending(_ path: String) -> [(rest: String, route: Route)] {
        let own = RoutePattern.plain(path).split(separator: "/")
        var seen: Set<String> = []
        return routes.compactMap { route in
            let other = RoutePattern.plain(route.path).split(separator: "/")
            guard other.count > own.count,
                zip(own, other).allSatisfy({ $0 == $1 || $0.first != "{" && $1 == "{id}" })
            else { return nil }
            let rest = other[own.count...].joined(separator: "/")
            return seen.insert(rest).inserted ? (rest, route) : nil
        }
    }
}
