internal import HTTPSemantics

/// Finds the route of a path: a hash look-up for the fixed ones, then a walk over those with open segments.
///
/// The name of an operation never fills an open segment: `FeatureServer/query` is no layer, and `content/users/x/addItem` no folder.
/// Only a segment that people name, such as a service's or a user's, may be called like an operation.
struct RouteTable: Sendable {
    private var fixed: [String: Int] = [:]
    private var open: [(segments: [Substring], isOpenEnded: Bool, index: Int)] = []
    private let routes: [Route]
    /// Open segments whose text people choose.
    private let names: Set<Substring>
    /// What is an operation and therefore no id: the last segments of the routes, and those of operations that are not served.
    private let operationWords: Set<Substring>
    /// The names of all operations, with their `{…}`.
    var operations: [String] { routes.map(\.operation) }
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
        self.names = names
        let last = routes.filter { $0.path.utf8.contains(UInt8(ascii: "{")) }
            .compactMap { $0.path.split(separator: "/").last }.filter { $0.first != "{" }
        operationWords = OperationWords.all.union(last)
        for (index, route) in routes.enumerated() {
            if route.path.utf8.contains(UInt8(ascii: "{")) {
                open.append((route.path.split(separator: "/"), route.path.hasSuffix("*}"), index))
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
        for (pattern, isOpenEnded, index) in open {
            guard isOpenEnded || pattern.count == segments.count, let captures = captures(segments, pattern) else {
                continue
            }
            let route = routes[index]
            guard Self.numbersFit(segments, pattern) else { continue }
            return Match(route: route, captures: captures, operation: Self.fill(route.operation, captures))
        }
        return nil
    }

    /// The decoded segments under the `{…}` of a pattern; `{…*}` at its end takes all that is left.
    private func captures(_ segments: [Substring], _ pattern: [Substring]) -> [String]? {
        var captures: [String] = []
        for (index, part) in pattern.enumerated() {
            guard index < segments.count else { return nil }
            if part.hasSuffix("*}") {
                let rest = segments[index...].map(Self.decoded)
                // A path that climbs names nothing.
                return rest.contains("..") || rest.contains("") ? nil : captures + [rest.joined(separator: "/")]
            }
            if part.first == "{" {
                guard !segments[index].isEmpty, !operationWords.contains(segments[index]) || names.contains(part) else {
                    return nil
                }
                let segment = Self.decoded(segments[index])
                // The name of an operation that is not served must not pass for an id.
                guard !part.hasSuffix(":id}") || WorldDefaults.isIdentifier(segment.lowercased()) else { return nil }
                captures.append(segment)
            } else if part != segments[index] {
                return nil
            }
        }
        return segments.count == pattern.count ? captures : nil
    }

    /// Whether numbers stand where a pattern has `{…#}`, so that no name of an operation is taken for one.
    private static func numbersFit(_ segments: [Substring], _ pattern: [Substring]) -> Bool {
        zip(segments, pattern).allSatisfy { !$1.hasSuffix("#}") || Int64($0) != nil }
    }

    private static func decoded(_ segment: Substring) -> String {
        PercentEncoding.decodeText(segment)
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
        let own = path.split(separator: "/").map(Self.bare)
        var seen: Set<String> = []
        return routes.compactMap { route in
            let other = route.path.split(separator: "/").map(Self.bare)
            guard other.count > own.count,
                zip(own, other).allSatisfy({ $0 == $1 || $0.first != "{" && $1 == "{id}" })
            else { return nil }
            let rest = other[own.count...].joined(separator: "/")
            return seen.insert(rest).inserted ? (rest, route) : nil
        }
    }

    /// An open segment without what it says of its form.
    private static func bare(_ part: Substring) -> Substring {
        guard part.first == "{" else { return part }
        for form in [":id}", "#}"] where part.hasSuffix(form) { return part.dropLast(form.count) + "}" }
        return part
    }
}
